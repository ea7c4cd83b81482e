import { expect, test } from 'vitest'
import { countCalls, criticalPathMs } from './critical-path.ts'

const none = { section: 0, summary: 0, check: 0 }

test.each([
  ['two calls', { ...none, summary: 1, check: 1 }, 2000],
  ['as many sections as may be read at once', { ...none, section: 6, summary: 1, check: 1 }, 3000],
  ['one more', { ...none, section: 7, summary: 1, check: 1 }, 4000],
  ['forty sections', { ...none, section: 40, summary: 1, check: 1 }, 9000],
  ['calls that were not needed', { section: 40, summary: 2, check: 2 }, 9000],
])('critical path of %s', (_, counts, wanted) => {
  expect(criticalPathMs(counts, 1000, 6)).toBe(wanted)
})

test('calls are counted by purpose', () => {
  const calls = (['section', 'summary', 'section'] as const).map((kind) => ({ kind, tookMs: 1000 }))
  expect(countCalls(calls)).toEqual({ ...none, section: 2, summary: 1 })
})
