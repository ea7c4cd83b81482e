import { TryFailure, type TryFailureKind } from './failures.ts'

/** Failures that count. A wrong key does not: pausing would only delay its error message. */
const unhealthy: ReadonlySet<TryFailureKind> = new Set(['broken', 'stalled', 'timed_out'])

/** Consecutive failures that open the breaker. */
const MAX_FAILURES = 5
/** Time that it stays open. */
const REST_MS = 30_000
/** Wait of other calls while one try tests the model. */
const PROBE_MS = 500

/** Circuit breaker (Nygard, "Release It!", 2007): pauses a failing model, then permits one try to test it. */
export class CircuitBreaker {
  readonly #now: () => number
  #failures = 0
  #openUntil: number | null = null
  #isProbing = false

  constructor(now: () => number) {
    this.#now = now
  }

  /** Milliseconds until the next try; 0 if permitted now. */
  restMs(): number {
    if (this.#openUntil === null) return 0
    const rest = this.#openUntil - this.#now()
    if (rest > 0) return rest
    return this.#isProbing ? PROBE_MS : 0
  }

  /** Makes one try. Throws TryFailure `resting` while the breaker is open. */
  async run<T>(attempt: () => Promise<T>): Promise<T> {
    if (this.restMs() > 0) throw new TryFailure('resting', 'is paused after many failures')
    const isProbe = this.#openUntil !== null
    if (isProbe) this.#isProbing = true
    try {
      const value = await attempt()
      this.#failures = 0
      this.#openUntil = null
      return value
    } catch (error) {
      if (error instanceof TryFailure && unhealthy.has(error.kind)) {
        this.#failures += 1
        // Failures of tries from before the pause do not extend it.
        const opens = isProbe || (this.#openUntil === null && this.#failures >= MAX_FAILURES)
        if (opens) this.#openUntil = this.#now() + REST_MS
      }
      throw error
    } finally {
      if (isProbe) this.#isProbing = false
    }
  }
}
