import { PassThrough, Readable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { pageSamples } from '../../tests/support/pages/index.ts'
import { pageOf, textPart } from '../../tests/support/pages/page-of.ts'
import type { ExtractedDocument } from '../shared/document.ts'
import type { Summary } from '../shared/summary/summary.ts'
import { documentAnswer, type SummaryAnswer, summaryAnswer } from './pipeline-commands.ts'
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

test('prints the running time of a video, and notes what was not read', () => {
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

test('prints the titles of the parts, and notes what was not read', () => {
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
    page: pageOf({
      gist: 'In short.',
      summary: 'All of it.',
      parts: [textPart('The count', 'They count.', 'Twice.'), textPart('The path', 'They walk.')],
    }),
    language: 'en',
    engine: { id: 'local:own', label: 'Language model own' },
    coverage: { words: 1290, wordsRead: 900, sections: 3, sectionsRead: 2, unread: ['The end'] },
    usage: [],
  })
  expect(renderSummary({ ...terminal, columns: 200 }, answer).split('\n\n')).toEqual([
    'The shore\n1,290 words · en · e-book',
    'In short.',
    'Summary',
    'All of it.',
    'In full',
    'The count',
    'They count.',
    'Twice.',
    'The path',
    'They walk.',
    'Read 900 of 1,290 words, 2 of 3 sections. Not read: The end. Names and numbers were checked against the source. Summarized by a language model.\n',
  ])
})

test('prints kind, gist, lists, table rows, speakers and verification of a summary page', () => {
  const { report, letter, council } = pageSamples
  const answerOf = (summary: Summary): SummaryAnswer =>
    summaryAnswer(
      {
        kind: 'article',
        title: summary.title,
        author: summary.author,
        site: summary.site,
        language: summary.language,
        publishedAt: summary.publishedAt,
        url: summary.originalUrl,
        thumbnailUrl: null,
        words: summary.coverage?.words ?? 0,
        sourceInfo: summary.sourceInfo ?? { readAs: '' },
      },
      {
        page: summary.page ?? pageOf(),
        language: summary.language,
        engine: { id: 'openai:gpt-5-mini', label: '' },
        coverage: { words: 10, wordsRead: 10, sections: 1, sectionsRead: 1 },
        usage: [],
      },
    )
  const text = renderSummary(terminal, answerOf(report))
  const order = [
    'The street that gave up its cars\nReport · Harbor Institute · Ines Marlow · 2026-03-04 · 24 pages',
    'Closing Mill Street to cars raised shop sales by a ninth within two years, but only after deliveries got their own hours. (p. 2)\n\nThe two maps on page 7 contain no text.\n\nKey takeaways\n\n1. Deliveries first: Sales fell',
    'Summary\n\nThe institute followed',
    'In full\n\nHow it was measured\n\n- Till receipts',
    '- Clothing – Businesses: 27; Mill Street: +6%; Comparison streets: +2% (p. 15)\n',
    '1. “We had counted every bench and not a single pallet.” — Tomas Veld, city engineer (p. 9)',
    'Read 10 words. A second read checked every line against the source. Every quote matches the source word for word. Summarized by gpt-5-mini.',
  ]
  const found = order.map((part) => text.indexOf(part))
  expect(found).not.toContain(-1)
  expect(found).toEqual(found.toSorted((a, b) => a - b))
  expect(renderSummary(terminal, answerOf(letter))).toContain(
    'To do\n\n- Object in writing by December 15 (¶ 6)\n- Send the city pass',
  )
  // Details are indented below their takeaway.
  const wrapped = stripVTControlCharacters(renderSummary({ ...terminal, outputIsScreen: true }, answerOf(council)))
  expect(wrapped).toContain(
    `
2. Parking: Fees in the old town rise from 1.80 to 2.40 an
   hour in December, which should bring in 310,000 a year.
   (52:07)

   - Residents: their yearly card stays at 60 euros, for one
     car in each household. (53:07)
`,
  )
  expect(wrapped).toMatch(/two weeks\.\s+\(1:30:07\)\n\nWho is who\n/u)
})

test('prints the usage of each model with its price, if known', () => {
  const usage = { model: 'openai:small', calls: 3, inputTokens: 12_345, outputTokens: 678, costUsd: 0.01234 }
  const own = { model: 'local:own', calls: 1, inputTokens: 100, outputTokens: 20, costUsd: null }
  expect(usageLines([usage, own]).split('\n')).toEqual([
    'openai:small: 3 calls, 12,345 tokens in, 678 out, about $0.0123',
    'local:own: 1 call, 100 tokens in, 20 out, price unknown',
    '',
  ])
  expect(usageLines([])).toBe('')
})
