/** Without `requestIdleCallback` (Safari), a timer has to do. */
const afterIdle: (callback: () => void) => void =
  typeof requestIdleCallback === 'function' ? requestIdleCallback : (callback) => setTimeout(callback, 0)

/** Resolves when the browser has nothing else to do, `delayMs` after the page was opened at the earliest. */
export async function whenIdle(delayMs = 0): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(() => afterIdle(resolve), Math.max(0, delayMs - performance.now()))
  return promise
}
