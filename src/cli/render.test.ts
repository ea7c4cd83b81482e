import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { documentAnswer } from './answers.ts'
import { renderDocument } from './render.ts'
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
