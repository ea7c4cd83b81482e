import { type ComponentType, lazy, type ReactNode, useState } from 'react'

/** The script of a screen did not come: the connection is lost, or there is a newer version, which has others. */
export class MissingScreenError extends Error {
  constructor(cause: unknown) {
    super('The script of a screen could not be loaded.', { cause })
  }
}

/** A screen whose script comes when it is first shown, or is loaded before where it is to stand at once. */
export interface LazyScreen<P = object> {
  (props: P): ReactNode
  load: () => Promise<unknown>
}

/** Makes a screen of its own module's default export. */
export function lazyScreen<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): LazyScreen<P> {
  let loaded: ComponentType<P> | null = null
  const loadOnce = async () => {
    const module = await load().catch((error: unknown) => {
      throw new MissingScreenError(error)
    })
    loaded = module.default
    return module
  }
  const Later = lazy(loadOnce)
  function Screen(props: P) {
    // What began as one of the two goes on as it: another one would be built anew.
    const [Shown] = useState(() => loaded ?? Later)
    return <Shown {...props} />
  }
  return Object.assign(Screen, { load: loadOnce })
}
