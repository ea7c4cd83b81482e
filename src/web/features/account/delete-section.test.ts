import { expect, it } from 'vitest'
import { summariesLost } from './delete-section.tsx'

it.each([
  [undefined, 'All your summaries'],
  [0, 'Your profile and settings'],
  [1, 'Your one summary'],
  [1280, 'All 1,280 summaries'],
])('describes %s lost summaries as: %s', (count, words) => {
  expect(summariesLost(count)).toBe(words)
})
