/** Runs `work` after the user's earlier work; an identical pending request gets the same result. */
type PerUserQueue<T> = (userId: string, request: string, work: () => Promise<T>) => Promise<T>

/** Serializes operations per user within this process and deduplicates identical ones; users don't block each other. */
export function createPerUserQueue<T>(): PerUserQueue<T> {
  /** Pending work by user, then by request, the latest last. */
  const pending = new Map<string, Map<string, Promise<T>>>()
  return async (userId, request, work) => {
    const own = pending.get(userId) ?? new Map<string, Promise<T>>()
    pending.set(userId, own)
    const same = own.get(request)
    if (same !== undefined) return same
    const previous: Promise<unknown> = [...own.values()].at(-1) ?? Promise.resolve()
    const result = previous.then(work, work).finally(() => {
      own.delete(request)
      if (own.size === 0) pending.delete(userId)
    })
    own.set(request, result)
    return result
  }
}
