import { ApiError } from './api-error.ts'

const MINUTE_MS = 60_000
const timeOfDay = (ms: number): string =>
  new Date(ms).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })

/** Sentence about when to retry a rate-limited request; null for other errors. `now` is when the server responded. */
export function retryTime(error: unknown, now: Date): string | null {
  if (!(error instanceof ApiError) || error.code !== 'rate_limited' || error.retryAfterSeconds === null) return null
  const minutes = Math.ceil(error.retryAfterSeconds / 60)
  if (minutes <= 1) return 'You can try again in a minute.'
  // Rounded up to the full minute.
  const then = Math.ceil((now.getTime() + error.retryAfterSeconds * 1000) / MINUTE_MS) * MINUTE_MS
  return `You can try again in ${minutes} minutes, at ${timeOfDay(then)}.`
}
