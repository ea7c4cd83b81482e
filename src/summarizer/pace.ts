import { setImmediate } from 'node:timers/promises'
import { AppError } from '../shared/errors.ts'

/** Longest stretch of work without giving other tasks their turn, in milliseconds. */
const LONGEST_STRETCH_MS = 15

/** Items of small work between two calls of a pace. */
export const PACE_EVERY = 128

/** Waits for a macrotask when one is due, and throws once the work is cancelled. */
export type Pace = () => Promise<void>

/** Throws AppError `cancelled` once the signal has fired. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('cancelled', 'The summary was cancelled.', { cause: signal.reason })
}

/**
 * Keeps long work kind to the event loop: call and await the returned function inside loops. It waits for a macrotask
 * when the last one is long enough ago, else returns at once.
 */
export function createPace(signal: AbortSignal): Pace {
  let last = performance.now()
  return async () => {
    throwIfCancelled(signal)
    if (performance.now() - last < LONGEST_STRETCH_MS) return
    await setImmediate()
    last = performance.now()
    throwIfCancelled(signal)
  }
}
