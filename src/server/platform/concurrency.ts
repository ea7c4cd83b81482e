import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'
import { AppError } from '../../shared/errors.ts'

/** Runs a task as soon as a slot is free. */
export type Limiter = <T>(task: () => Promise<T>) => Promise<T>

/**
 * Bounded FIFO queue for expensive work: `concurrency` tasks run in parallel and at most `capacity` wait.
 *
 * @param options.message shown to the user when the queue is full
 * @returns runs a task in its turn; throws AppError `unavailable` when the queue is full
 */
export function createBoundedLimiter({
  concurrency,
  capacity,
  message,
  retryAfterSeconds,
}: {
  concurrency: number
  capacity: number
  message: string
  retryAfterSeconds: number
}): Limiter {
  const queue = new PQueue({ concurrency })
  return async (task) => {
    if (queue.pending >= concurrency && queue.size >= capacity)
      throw new AppError('unavailable', message, { retryAfterSeconds })
    return queue.add(task)
  }
}

/** Runs a task of a user as soon as a slot is free; a task whose signal aborts while it waits never starts. */
export type FairLimiter = <T>(userId: string, signal: AbortSignal, task: () => Promise<T>) => Promise<T>

/** Limits parallel tasks across users: of waiting tasks, those of users with the fewest others come first. */
export function createFairLimiter(concurrency: number): FairLimiter {
  const queue = new PQueue({ concurrency })
  const unfinished = new Map<string, number>()
  return async (userId, signal, task) => {
    signal.throwIfAborted()
    const earlier = unfinished.get(userId) ?? 0
    unfinished.set(userId, earlier + 1)
    // The queue would free the slot of a running task on abort, although the task may still hold its memory.
    const waiting = new AbortController()
    const leave = (): void => waiting.abort(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    const run = async () => {
      signal.removeEventListener('abort', leave)
      return task()
    }
    try {
      return await queue.add(run, { priority: -earlier, signal: waiting.signal })
    } finally {
      signal.removeEventListener('abort', leave)
      const left = (unfinished.get(userId) ?? 1) - 1
      if (left === 0) unfinished.delete(userId)
      else unfinished.set(userId, left)
    }
  }
}

/** Runs a task under a key. Identical operations in flight share one result. */
export type KeyedQueue<T> = (key: string, operation: string, task: () => Promise<T>) => Promise<T>

/** Serializes operations per key and deduplicates identical ones in flight; keys do not block each other. */
export function createKeyedQueue<T>(): KeyedQueue<T> {
  const inFlight = new Map<string, Map<string, Promise<T>>>()
  return async (key, operation, task) => {
    const own = inFlight.get(key) ?? new Map<string, Promise<T>>()
    inFlight.set(key, own)
    const same = own.get(operation)
    if (same !== undefined) return same
    const previous: Promise<unknown> = [...own.values()].at(-1) ?? Promise.resolve()
    const result = previous.then(task, task).finally(() => {
      own.delete(operation)
      if (own.size === 0) inFlight.delete(key)
    })
    own.set(operation, result)
    return result
  }
}

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
 *
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
