import { describe, expect, it, test } from 'vitest'
import { pageOf } from '../../../tests/support/pages/page-of.ts'
import { summaryLanguages } from '../text/languages.ts'
import { modelNames } from './model-names.ts'
import sentences from './page-sentences.json' with { type: 'json' }
import { coverageLine, unreadNote, verificationLines } from './summary-text.ts'

test('names an engine by its models', () => {
  const nameOf = (id: string) => modelNames({ id, label: '' })
  expect(nameOf('extractive')).toBeNull()
  expect(nameOf('openai:gpt-5-mini')).toBe('gpt-5-mini')
  expect(nameOf('openai:gpt-5-mini,local:llama:8b')).toBe('gpt-5-mini and llama:8b')
  // An operator's own names for models mean nothing to users.
  expect(nameOf('openai:strong')).toBeNull()
  expect(nameOf('openai:strong,anthropic:claude-sonnet-5')).toBe('claude-sonnet-5')
})

describe('sentences about a summary', () => {
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
    const page = pageOf({ check: 'second_read', partlyRead: { read: 12, all: 30 } })
    expect(verificationLines({ page, language: 'en' })).toEqual([
      'A second read checked 12 of 30 lines against the source; rules checked the rest.',
    ])
    const sourceInfo = { readAs: 'PDF text', note: 'Pages that could not be read: 2 of 34.' }
    expect(unreadNote({ language: 'fr', sourceInfo })).toBe('Une partie de la source n’a pas pu être lue.')
    expect(['en', 'ka', null].map((language) => unreadNote({ language, sourceInfo }))).toEqual(
      Array(3).fill(sourceInfo.note),
    )
  })
})
