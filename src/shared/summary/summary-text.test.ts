import { describe, expect, it, test } from 'vitest'
import { summaryLanguages } from '../text/languages.ts'
import sentences from './page-sentences.json' with { type: 'json' }
import type { SummaryPage } from './summary-page.ts'
import { coverageLine, engineName, summaryParts, unreadNote, verificationLines } from './summary-text.ts'

test('a text without titles is one part', () => {
  expect(summaryParts('One.\n\nTwo,\nstill two.')).toEqual([{ title: null, paragraphs: ['One.', 'Two,\nstill two.'] }])
  expect(summaryParts('')).toEqual([])
})

test('starts a part at a marked title only', () => {
  expect(summaryParts('First.\n\n## Salt\n\nIt paid.\n\nFor all.\n\n\n## Silt \n\n#2 of it.')).toEqual([
    { title: null, paragraphs: ['First.'] },
    { title: 'Salt', paragraphs: ['It paid.', 'For all.'] },
    { title: 'Silt', paragraphs: ['#2 of it.'] },
  ])
})

test('names an engine by its models', () => {
  const nameOf = (id: string) => engineName({ id, label: '' })
  expect(nameOf('extractive')).toBe('the built-in engine')
  expect(nameOf('openai:gpt-5-mini')).toBe('gpt-5-mini')
  expect(nameOf('openai:gpt-5-mini,local:llama:8b')).toBe('gpt-5-mini and llama:8b')
})

describe('sentences about a summary', () => {
  const examplePage: SummaryPage = {
    kind: null,
    flags: [],
    gist: { text: 'Salt paid.', places: [] },
    takeawayLabels: [],
    keyParts: [],
    advancedParts: [],
    quoteSpeakers: [],
    notices: [],
    check: 'rules',
  }
  const marksOf = (text: string) => text.match(/\{\d\}/gu)?.toSorted() ?? []

  it.each(summaryLanguages)('have every value in %s', (language) => {
    const texts = Object.entries(sentences[language])
    expect(texts.map(([name]) => name)).toEqual(Object.keys(sentences.en))
    expect(texts.map(([, text]) => marksOf(text))).toEqual(Object.values(sentences.en).map(marksOf))
  })

  it('are in the language of the summary, with details of unread parts in English only', () => {
    const coverage = { words: 42310, wordsRead: 40000, sections: 9, sectionsRead: 8, unread: ['Kapitel 4', 'Anhang'] }
    expect(coverageLine(coverage, 'de-AT')).toBe(
      'Gelesene Wörter: 40.000 von 42.310, Abschnitte: 8 von 9. Nicht gelesen: Kapitel 4 und Anhang.',
    )
    const page = { check: 'second_read', partlyRead: { read: 12, all: 30 } } as const
    expect(verificationLines({ page: { ...examplePage, ...page }, notableQuotes: [], language: 'en' })).toEqual([
      'A second read checked 12 of 30 lines against the source; rules checked the rest.',
    ])
    const sourceInfo = { readAs: 'PDF text', note: 'Pages that could not be read: 2 of 34.' }
    expect(unreadNote({ language: 'fr', sourceInfo })).toBe('Une partie de la source n’a pas pu être lue.')
    expect(['en', 'ka', null].map((language) => unreadNote({ language, sourceInfo }))).toEqual(
      Array(3).fill(sourceInfo.note),
    )
  })
})
