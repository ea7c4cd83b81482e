import { expect, test } from 'vitest'
import { addUsage } from './add-usage.ts'

const small = { model: 'openai:small', calls: 2, inputTokens: 100, outputTokens: 10, costUsd: 0.5 }
const own = { model: 'local:own', calls: 1, inputTokens: 30, outputTokens: 3, costUsd: null }

test('adds up usage model by model', () => {
  expect(addUsage(null, [small])).toEqual([small])
  expect(addUsage([small], [])).toEqual([small])
  expect(addUsage([small, own], [small])).toEqual([
    { model: 'openai:small', calls: 4, inputTokens: 200, outputTokens: 20, costUsd: 1 },
    own,
  ])
})

test('a cost with an unknown part is unknown', () => {
  expect(addUsage([{ ...small, costUsd: null }], [small])).toMatchObject([{ calls: 4, costUsd: null }])
})
