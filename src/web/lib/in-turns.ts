/** What has become of one of several. */
export interface Outcome<T> {
  item: T
  /** Null where it went well. */
  error: Error | null
}

interface TurnOptions {
  /** Whether an error would be that of all that are left: they are then not tried, and fail with it. */
  isFatal?: (error: Error) => boolean
  /** Told how many are done, after each. */
  onEach?: (done: number) => void
}

/**
 * Does the same with each of several, at most `width` of them at once, and goes on past those that fail.
 *
 * @returns what has become of each, in the order they came in; never rejects
 */
export async function inTurns<T>(
  items: readonly T[],
  width: number,
  act: (item: T) => Promise<unknown>,
  { isFatal, onEach }: TurnOptions = {},
): Promise<Outcome<T>[]> {
  const outcomes = items.map((item): Outcome<T> => ({ item, error: null }))
  const waiting = outcomes.values()
  let fatal: Error | null = null
  let done = 0
  const takeTurns = async (): Promise<void> => {
    for (const outcome of waiting) {
      try {
        if (fatal === null) await act(outcome.item)
        else outcome.error = fatal
      } catch (error) {
        outcome.error = error instanceof Error ? error : new Error(String(error))
        if (isFatal?.(outcome.error)) fatal = outcome.error
      }
      done += 1
      onEach?.(done)
    }
  }
  await Promise.all(Array.from({ length: width }, takeTurns))
  return outcomes
}
