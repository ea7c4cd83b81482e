import { afterAll, beforeAll } from 'vitest'

type Closable = { close: () => unknown } | { stop: () => unknown } | { remove: () => unknown }

function closeIt(opened: Closable): unknown {
  if ('close' in opened) return opened.close()
  return 'stop' in opened ? opened.stop() : opened.remove()
}

/**
 * Opens a product, server or database before the tests of the surrounding suite, and closes it after them. The returned
 * object has its properties as soon as it is open: in tests, and in hooks that are registered later.
 */
export function forSuite<T extends Closable>(open: () => Promise<T>): T {
  let opened: T | undefined
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(async () => {
    if (opened !== undefined) await closeIt(opened)
  })
  const current = (): T => {
    if (opened === undefined) throw new Error('Not open yet: use it in tests, or in hooks that are registered later.')
    return opened
  }
  return new Proxy<T>({} as T, {
    get(_, name) {
      const value: unknown = Reflect.get(current(), name)
      return typeof value === 'function' ? value.bind(current()) : value
    },
    set: (_, name, value) => Reflect.set(current(), name, value),
    has: (_, name) => Reflect.has(current(), name),
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor: (_, name) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(current(), name)
      return descriptor === undefined ? undefined : { ...descriptor, configurable: true }
    },
  })
}
