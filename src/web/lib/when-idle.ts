/** Leaves the first moments to what the user does on the page. */
const DELAY_MS = 2000

/** Without `requestIdleCallback` (Safari), a timer has to do. */
const afterIdle: (callback: () => void) => void =
  typeof requestIdleCallback === 'function' ? requestIdleCallback : (callback) => setTimeout(callback, 0)

/** Resolves when the page has been open for a moment and the browser has nothing else to do. */
export async function whenIdle(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(() => afterIdle(resolve), Math.max(0, DELAY_MS - performance.now()))
  return promise
}
