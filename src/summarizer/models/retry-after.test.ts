import { expect, it } from 'vitest'
import { retryAfterMs } from './retry-after.ts'

const now = new Date('2026-11-20T12:00:00Z')

it.each([
  [{ 'retry-after': '7' }, 7000],
  [{ 'retry-after': ' 1.5 ' }, 1500],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': 'Fri, 20 Nov 2026 12:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after-ms': '250', 'retry-after': '7' }, 250],
  [{ 'retry-after-ms': 'soon', 'retry-after': '7' }, 7000],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after': '' }, null],
  [{}, null],
] as const)('reads %j as %j', (headers, expected) => {
  expect(retryAfterMs(headers, now)).toBe(expected)
})
