/** The fields of a value from outside, such as storage or a history entry; none if it is not an object. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** Reads local storage; null if it is blocked. */
export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Writes to local storage, or removes a null. If it is full or blocked, a choice lasts as long as the page. */
export function writeLocal(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {}
}

/** A value outside React that components can follow with `useStore`. */
export interface Store<T> {
  get: () => T
  set: (next: T) => void
  /** Calls back on each change. Returns a function that stops. */
  subscribe: (listener: () => void) => () => void
}

/** Creates a store that reads its value when it is first used. */
export function createStoreWith<T>(read: () => T, write: (value: T) => void = () => {}): Store<T> {
  let known: { value: T } | null = null
  const listeners = new Set<() => void>()
  return {
    get: () => (known ??= { value: read() }).value,
    set: (value) => {
      known = { value }
      write(value)
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Creates a store that lasts as long as the page. */
export const createStore = <T>(initial: T): Store<T> => createStoreWith(() => initial)

const resets: (() => void)[] = []

/**
 * Creates a store in the tab's session storage, or in memory if that is full or blocked. `parse` returns null or throws for
 * a value that is not valid. Setting `initial` removes the stored value.
 */
export function createSessionStore<T>(key: string, parse: (stored: unknown) => T | null, initial: T): Store<T> {
  const read = (): T => {
    try {
      return parse(JSON.parse(sessionStorage.getItem(key) ?? '')) ?? initial
    } catch {
      return initial
    }
  }
  const write = (value: T): void => {
    try {
      if (value === initial) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, JSON.stringify(value))
    } catch {
      // Storage can be full or blocked.
    }
  }
  const store = createStoreWith(read, write)
  resets.push(() => store.set(initial))
  return store
}

/** Deletes everything that this tab stores about its user. */
export function clearSession(): void {
  for (const reset of resets) reset()
  try {
    // Modules that this page has not loaded may have stored something in an earlier one.
    sessionStorage.clear()
  } catch {
    // Blocked storage contains nothing.
  }
}
