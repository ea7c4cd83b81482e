import PQueue from 'p-queue'

/** Runs a task of a user as soon as a slot is free; a task whose signal aborts while it waits never starts. */
type FairLimiter = <T>(user: string | symbol, signal: AbortSignal, task: () => Promise<T>) => Promise<T>

/**
 * Limits parallel tasks, in all and of each user: of waiting tasks, those of users with the fewest running ones come first.
 * A user's tasks start in their order.
 */
export function createFairLimiter({ total, perUser }: { total: number; perUser: number }): FairLimiter {
  const queue = new PQueue({ concurrency: total })
  /** Tasks of each user before they compete with those of others. */
  const ownQueues = new Map<string | symbol, PQueue>()
  return async (user, signal, task) => {
    signal.throwIfAborted()
    const own = ownQueues.get(user) ?? new PQueue({ concurrency: perUser })
    ownQueues.set(user, own)
    // A queue would free the slot of a running task on abort, although the task may still hold its memory.
    const waiting = new AbortController()
    const leave = (): void => waiting.abort(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    const run = async () => {
      signal.removeEventListener('abort', leave)
      return task()
    }
    const options = { signal: waiting.signal }
    try {
      return await own.add(async () => queue.add(run, { ...options, priority: 1 - own.pending }), options)
    } finally {
      signal.removeEventListener('abort', leave)
      if (own.size === 0 && own.pending === 0) ownQueues.delete(user)
    }
  }
}
