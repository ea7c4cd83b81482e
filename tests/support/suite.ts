import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

type Closable = { close: () => unknown } | { stop: () => unknown } | { remove: () => unknown }

function closeIt(opened: Closable): unknown {
  if ('close' in opened) return opened.close()
  return 'stop' in opened ? opened.stop() : opened.remove()
}

function opened<T extends Closable>(open: () => Promise<T>, before: typeof beforeAll, after: typeof afterAll): T {
  let held: T | undefined
  before(async () => {
    held = await open()
  })
  after(async () => {
    if (held !== undefined) await closeIt(held)
  })
  const current = (): T => {
    if (held === undefined) throw new Error('Not open yet: use it in tests, or in hooks that are registered later.')
    return held
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

/**
 * Opens a product, server or database before the tests of the surrounding suite, and closes it after them. The returned
 * object has its properties as soon as it is open: in tests, and in hooks that are registered later.
 */
export const forSuite = <T extends Closable>(open: () => Promise<T>): T => opened(open, beforeAll, afterAll)

/** As `forSuite`, but once for each test. */
export const forEachTest = <T extends Closable>(open: () => Promise<T>): T => opened(open, beforeEach, afterEach)
