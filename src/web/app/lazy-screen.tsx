import { type ComponentType, lazy, useState } from 'react'

/** A screen whose script comes when it is first shown, or is loaded before where it is to stand at once. */
export interface LazyScreen {
  (): React.ReactNode
  load: () => Promise<unknown>
}

/** Makes a screen of its own module's default export. */
export function lazyScreen(load: () => Promise<{ default: ComponentType }>): LazyScreen {
  let loaded: ComponentType | null = null
  const loadOnce = async () => {
    const module = await load()
    loaded = module.default
    return module
  }
  const Later = lazy(loadOnce)
  function Screen() {
    // What began as one of the two goes on as it: another one would be built anew.
    const [Shown] = useState(() => loaded ?? Later)
    return <Shown />
  }
  return Object.assign(Screen, { load: loadOnce })
}
