import { expect, test } from 'vitest'
import { estimateTokens } from './estimate-tokens.ts'

test.each([
  // Counts of common vocabularies, as their makers' counters show them, lie below each of these.
  ['The quick brown fox jumps over the lazy dog.', 10, 16],
  ['Съешь же ещё этих мягких французских булок.', 14, 30],
  ['我能吞下玻璃而不伤身体。', 10, 20],
  ['', 0, 0],
])('is near what models count, and not below: %s', (text, least, most) => {
  const tokens = estimateTokens(text)
  expect(tokens).toBeGreaterThanOrEqual(least)
  expect(tokens).toBeLessThanOrEqual(most)
})
