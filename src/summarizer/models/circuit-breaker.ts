/** Failures in a row after which a model is left alone. */
const MOST_FAILURES = 5
/** How long it is left alone. */
const REST_MS = 30_000
/** How soon to look again while one call finds out whether a model works again. */
const PROBE_MS = 500

/** Leave to make one try. One of the three must follow. */
interface Pass {
  succeeded(): void
  failed(): void
  /** The try said nothing about the model: it was cancelled, refused, or not fit to be answered. */
  left(): void
}

/** Leaves a model alone for a while that keeps failing, then lets one try find out whether it works again. */
export interface Breaker {
  /** Milliseconds until a try may be made; 0 when one may be made now. */
  restMs(): number
  /** Null while the model is left alone. */
  enter(): Pass | null
}

/**
 * A circuit breaker (Nygard, "Release It!", 2007): closed, open for half a minute after five failures in a row, then
 * half open for one try.
 */
export function createBreaker(now: () => number): Breaker {
  let failures = 0
  let openUntil: number | null = null
  let probing = false
  const restMs = (): number => {
    if (openUntil === null) return 0
    const rest = openUntil - now()
    if (rest > 0) return rest
    return probing ? PROBE_MS : 0
  }
  const open = () => {
    openUntil = now() + REST_MS
  }
  return {
    restMs,
    enter: () => {
      if (restMs() > 0) return null
      const probe = openUntil !== null
      if (probe) probing = true
      const done = () => {
        if (probe) probing = false
      }
      return {
        succeeded: () => {
          done()
          failures = 0
          openUntil = null
        },
        failed: () => {
          done()
          failures += 1
          // What began before the model was left alone and fails after says nothing new.
          if (probe || (openUntil === null && failures >= MOST_FAILURES)) open()
        },
        left: done,
      }
    },
  }
}
