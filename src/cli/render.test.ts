import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { ExtractedDocument } from '../shared/document.ts'
import { documentAnswer, summaryAnswer } from './pipeline-commands.ts'
import { renderDocument, renderSummary, usageLines } from './render.ts'
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

test('a summary shows the titles of its parts and what was not read', () => {
  const document: ExtractedDocument = {
    kind: 'epub',
    title: 'The shore',
    author: null,
    site: null,
    language: 'en',
    publishedAt: null,
    url: null,
    thumbnailUrl: null,
    words: 1290,
    blocks: [],
    sourceInfo: { readAs: 'e-book' },
  }
  const answer = summaryAnswer(document, {
    basicSummary: 'All of it.',
    advancedSummary: '## The count\n\nThey count.\n\nTwice.\n\n## The path\n\nThey walk.',
    page: null,
    keyTakeaways: [],
    notableQuotes: [],
    language: 'en',
    engine: { id: 'local:own', label: 'Language model own' },
    coverage: { words: 1290, wordsRead: 900, sections: 3, sectionsRead: 2, unread: ['The end'] },
    usage: [],
  })
  expect(renderSummary({ ...terminal, columns: 200 }, answer).split('\n\n')).toEqual([
    'The shore\n1,290 words · en · e-book',
    'The count',
    'They count.',
    'Twice.',
    'The path',
    'They walk.',
    'Read 900 of 1,290 words, 2 of 3 sections. Not read: “The end”. Language model own.\n',
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
