import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { whenIdle } from '../lib/when-idle.ts'

/** A component's script did not load: the connection was lost, or a newer version has replaced it. */
export class MissingScriptError extends Error {
  constructor(cause: unknown) {
    super('A script of the app could not be loaded.', { cause })
  }
}

/** Component whose script loads when it is first rendered, or ahead of that by `load`. */
export interface LazyComponent<P = object> {
  (props: P): ReactNode
  load: () => Promise<unknown>
}

/** Components that signed-in users may need next. */
const preloads = new Set<() => Promise<unknown>>()

/** Loads the scripts of all components marked with `preload`, one after another, while the browser is idle. */
export async function preloadComponents(): Promise<void> {
  // Loading a script may add further ones to the set.
  for (const load of preloads) {
    await whenIdle()
    try {
      await load()
    } catch (error) {
      // Rendering the component tries again, and reports the failure there.
      if (!(error instanceof MissingScriptError)) throw error
    }
  }
}

/**
 * Makes a lazy component of a module's default export.
 *
 * @param options.preload load it while the browser is idle, so that it opens immediately, also without a connection
 */
export function lazyComponent<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  { preload = false } = {},
): LazyComponent<P> {
  let loaded: ComponentType<P> | null = null
  let Later = lazy(loadOnce)
  async function loadOnce() {
    try {
      const module = await load()
      loaded = module.default
      return module
    } catch (error) {
      // React.lazy keeps a failure permanently, so the next attempt needs a new one.
      Later = lazy(loadOnce)
      throw new MissingScriptError(error)
    }
  }
  if (preload) preloads.add(loadOnce)
  function LazyComponent(props: P) {
    // Switching from one to the other would mount the component a second time.
    const [Shown] = useState(() => loaded ?? Later)
    return <Shown {...props} />
  }
  return Object.assign(LazyComponent, { load: loadOnce })
}

/** Makes a lazy dialog of a module's default export; its script loads while the browser is idle, or when it first opens. */
export function lazyDialog<P extends { open: boolean }>(load: () => Promise<{ default: ComponentType<P> }>) {
  const Content = lazyComponent(load, { preload: true })
  return function LazyDialog(props: P) {
    const [wasOpened, setWasOpened] = useState(props.open)
    if (props.open && !wasOpened) setWasOpened(true)
    return wasOpened ? (
      <Suspense fallback={null}>
        <Content {...props} />
      </Suspense>
    ) : null
  }
}
