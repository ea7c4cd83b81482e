import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until a promise settles, but no longer than `timeoutMs`. Rejects if it rejects in time. */
export async function waitAtMost(timeoutMs: number, promise: Promise<unknown>): Promise<void> {
  const settled = new AbortController()
  const timer = sleep(timeoutMs, undefined, { signal: settled.signal, ref: false }).catch(() => {})
  try {
    await Promise.race([promise, timer])
  } finally {
    settled.abort()
  }
}

/**
 * Waits for work until a signal aborts. Work that observes the signal has `graceMs` to end by itself, so that its own
 * result counts; after that it is abandoned.
 * @throws the signal's reason
 */
export async function abandonOnAbort<T>(signal: AbortSignal, graceMs: number, work: Promise<T>): Promise<T> {
  const settled = new AbortController()
  const abandoned = async (): Promise<never> => {
    if (!signal.aborted) await once(signal, 'abort', { signal: settled.signal })
    await sleep(graceMs, undefined, { signal: settled.signal })
    throw signal.reason
  }
  const deadline = abandoned()
  for (const promise of [work, deadline]) promise.catch(() => {})
  try {
    return await Promise.race([work, deadline])
  } finally {
    settled.abort()
  }
}

/** Sums by key; those that are 0 take no memory. */
export class Counters {
  readonly #sums = new Map<string, number>()

  get(key: string): number {
    return this.#sums.get(key) ?? 0
  }

  /** Returns the new sum. */
  add(key: string, count: number): number {
    const sum = this.get(key) + count
    if (sum === 0) this.#sums.delete(key)
    else this.#sums.set(key, sum)
    return sum
  }
}

/** Serializes operations per user within this process and deduplicates identical ones; users don't block each other. */
export function createPerUserQueue<T>() {
  /** Pending work by user, then by request, the latest last. */
  const pending = new Map<string, Map<string, Promise<T>>>()
  return async (userId: string, request: string, work: () => Promise<T>): Promise<T> => {
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
