import { expect, it } from 'vitest'
import { ApiError, retryTime } from './client.ts'

const refused = (code: string, retryAfter: string | null) =>
  new ApiError(429, 'Too Many Requests', JSON.stringify({ message: 'Too many.', code }), retryAfter)
const now = new Date(2026, 10, 20, 15, 40, 50)

it.each([
  ['1', 'You can try again in a minute.'],
  ['60', 'You can try again in a minute.'],
  // 15:42:30: a clock that shows 3:42 has not always come so far.
  ['100', 'You can try again in 2 minutes, at 3:43 PM.'],
  ['840', 'You can try again in 14 minutes, at 3:55 PM.'],
])('after %s seconds', (seconds, sentence) => {
  expect(retryTime(refused('rate_limited', seconds), now)?.replace('\u202f', ' ')).toBe(sentence)
})

it('is null without Retry-After, or for other errors', () => {
  expect(retryTime(refused('rate_limited', null), now)).toBeNull()
  expect(retryTime(refused('unavailable', '5'), now)).toBeNull()
  expect(retryTime(new Error('Failed to fetch'), now)).toBeNull()
})
