/**
 * Yields the values that work reports through a callback, in order, then returns its result.
 * @param start begins the work
 * @param supersedes whether an unread value is dropped because a later one contains its state
 * @throws the error of the work, after the values that it reported
 */
export async function* iterateReports<T, R>(
  start: (report: (value: T) => void) => Promise<R>,
  supersedes: (later: T, earlier: T) => boolean = () => false,
): AsyncGenerator<T, R> {
  const unread: T[] = []
  let wake = (): void => {}
  let settled = false
  const work = start((value) => {
    const last = unread.at(-1)
    if (last !== undefined && supersedes(value, last)) unread.pop()
    unread.push(value)
    wake()
  }).finally(() => {
    settled = true
    wake()
  })
  work.catch(() => {})
  for (;;) {
    const next = unread.shift()
    if (next !== undefined) yield next
    else if (settled) return await work
    else {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
}
