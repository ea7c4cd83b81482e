import { expect, test } from 'vitest'
import { measureTokenCost } from './token-cost.ts'

test.each([
  [1000, 2.25],
  [3000, 1.55],
  [4000, 1.5],
  [10_000, 1.25],
])('a basic summary of %i words takes at most %f times the tokens of a plain call', async (words, most) => {
  const { ratio } = await measureTokenCost(words)
  expect(ratio).toBeGreaterThan(1)
  expect(ratio).toBeLessThan(most)
})
