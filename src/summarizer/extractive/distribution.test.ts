import { expect, test } from 'vitest'
import { ExpectedCounts } from './distribution.ts'

const shares = Float64Array.from([0.6, 0.3, 0.1])

test('each further use of a word is worth less', () => {
  const counts = new ExpectedCounts(shares, 10)
  const once = counts.gain(Int32Array.of(0))
  const twice = counts.gain(Int32Array.of(0, 0))
  expect(once).toBeGreaterThan(0.9)
  expect(twice - once).toBeLessThan(once)
  counts.take(Int32Array.of(0))
  expect(counts.gain(Int32Array.of(0))).toBeCloseTo(twice - once, 12)
})

test('the uses of one word add up to its expected count', () => {
  const counts = new ExpectedCounts(shares, 10)
  expect(counts.gain(new Int32Array(60))).toBeCloseTo(0.6 * 10 * 1.1, 6)
})

test('asking changes nothing', () => {
  const counts = new ExpectedCounts(shares, 10)
  const ids = Int32Array.of(0, 1, 1, 2, 0)
  expect(counts.gain(ids)).toBe(counts.gain(ids))
})
