/** Consecutive failures that open the breaker. */
const MOST_FAILURES = 5
/** Time that it stays open. */
const REST_MS = 30_000
/** Wait of other calls while one try tests the model. */
const PROBE_MS = 500

/** Permission for one try. Its holder calls one of the methods. */
interface Pass {
  succeeded(): void
  failed(): void
  /** The result does not reflect the model's health: the try was canceled, refused or invalid. */
  left(): void
}

/** Pauses a failing model, then permits one try to test it. */
export interface Breaker {
  /** Milliseconds until the next try; 0 if permitted now. */
  restMs(): number
  /** Null while the breaker is open. */
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
          // Failures of tries from before the pause do not extend it.
          if (probe || (openUntil === null && failures >= MOST_FAILURES)) openUntil = now() + REST_MS
        },
        left: done,
      }
    },
  }
}
