import { ApiError } from './api-error.ts'

const MINUTE_MS = 60_000
const timeOfDay = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })

/** When a refused request can be repeated, as a sentence; null where the server did not say. `now` is when it refused. */
export function retryTime(error: unknown, now: Date): string | null {
  if (!(error instanceof ApiError) || error.code !== 'rate_limited' || error.retryAfterSeconds === null) return null
  const minutes = Math.ceil(error.retryAfterSeconds / 60)
  if (minutes <= 1) return 'You can try again in a minute.'
  // Rounded up: a clock that shows the minute has not always reached the second.
  const then = Math.ceil((now.getTime() + error.retryAfterSeconds * 1000) / MINUTE_MS) * MINUTE_MS
  return `You can try again in ${minutes} minutes, at ${timeOfDay.format(then)}.`
}
