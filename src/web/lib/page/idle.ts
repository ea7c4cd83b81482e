/** Safari has no `requestIdleCallback`. */
const afterIdle: (callback: () => void) => void =
  typeof requestIdleCallback === 'function' ? requestIdleCallback : (callback) => setTimeout(callback, 0)

/** Resolves when the browser is idle, at least `delayMs` after the page was opened. */
export async function whenIdle(delayMs = 0): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(() => afterIdle(resolve), Math.max(0, delayMs - performance.now()))
  return promise
}
