import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { documentAnswer } from './answers.ts'
import { renderDocument, usageLines } from './render.ts'
import type { Terminal } from './terminal.ts'

const terminal: Terminal = {
  input: Readable.from([]),
  output: new PassThrough(),
  errors: new PassThrough(),
  outputIsScreen: false,
  errorsAreScreen: false,
  columns: 60,
  folder: '',
}

test('a video has its running time, and what was not read of it', () => {
  const answer = documentAnswer({
    kind: 'youtube',
    title: 'Counting tide pools',
    author: 'County Museum',
    site: 'YouTube',
    language: 'en',
    publishedAt: '2025-03-02T08:00:00Z',
    url: null,
    thumbnailUrl: null,
    words: 1290,
    blocks: [],
    sourceInfo: { readAs: 'automatic captions', durationSeconds: 3600, note: 'The captions end at 1:59 of 1:00:00.' },
  })
  expect(renderDocument(terminal, answer).split('\n')).toEqual([
    'Counting tide pools',
    'YouTube · County Museum · 2025-03-02 · 1:00:00 · 1,290 words · en · automatic captions',
    'The captions end at 1:59 of 1:00:00.',
    '',
  ])
})

test('what models were used for is a line each, with the price where it is known', () => {
  const usage = { model: 'openai:small', calls: 3, inputTokens: 12_345, outputTokens: 678, costUsd: 0.01234 }
  const own = { model: 'local:own', calls: 1, inputTokens: 100, outputTokens: 20, costUsd: null }
  expect(usageLines([usage, own]).split('\n')).toEqual([
    'openai:small: 3 calls, 12,345 tokens in, 678 out, about $0.0123',
    'local:own: 1 call, 100 tokens in, 20 out, price unknown',
    '',
  ])
  expect(usageLines([])).toBe('')
})
