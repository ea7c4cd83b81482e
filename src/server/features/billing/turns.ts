/**
 * Does what one person asks for in the order in which they ask; who asks for the same while it is waited for gets the
 * same answer. People do not wait for each other.
 *
 * @param person id of the person, or of what stands for them
 */
export type Turns<T> = (person: string, wish: string, work: () => Promise<T>) => Promise<T>

/** Makes turns for one process. What other processes do is for the work itself to mind. */
export function createTurns<T>(): Turns<T> {
  /** What each person has under way, by the wish, the latest last. */
  const waiting = new Map<string, Map<string, Promise<T>>>()
  return async (person, wish, work) => {
    const own = waiting.get(person) ?? new Map<string, Promise<T>>()
    waiting.set(person, own)
    const same = own.get(wish)
    if (same !== undefined) return same
    const before: Promise<unknown> = [...own.values()].at(-1) ?? Promise.resolve()
    const mine = before.then(work, work).finally(() => {
      own.delete(wish)
      if (own.size === 0) waiting.delete(person)
    })
    own.set(wish, mine)
    return mine
  }
}
