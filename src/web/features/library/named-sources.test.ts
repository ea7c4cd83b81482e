import { describe, expect, it } from 'vitest'
import type { Question } from '../../../shared/questions/question.ts'
import { withNamedSources } from './named-sources.ts'

const titles = {
  street: 'The street that gave up its cars',
  board: 'Annual report of the Harbor Board and of its committees for the year 2025',
  ferry: 'A second ferry for the islands in winter: what it would cost the council',
}
type Cited = readonly [keyof typeof titles, string]

/** Labels of an answer's citations by sentence. */
function labelsOf(...sentences: readonly (readonly Cited[])[]): string[][] {
  const answer = sentences.map((cited) => ({
    text: 'A sentence.',
    citations: cited.map(([summaryId, label]) => ({ summaryId, label })),
  }))
  const sources = Object.entries(titles).map(([summaryId, title]) => ({ summaryId, title }))
  const question: Partial<Question> = JSON.parse(JSON.stringify({ answer, sources, passages: [] }))
  const { named } = withNamedSources(Object.assign(question))
  return named.answer.map(({ citations }) => citations.map(({ label }) => label))
}

describe('citations of several sources', () => {
  it('name a source once while others don’t come between', () => {
    expect(
      labelsOf(
        [['street', 'p. 2']],
        [['street', 'p. 4']],
        [
          ['ferry', 'p. 4'],
          ['street', 'p. 5'],
        ],
      ),
    ).toEqual([
      ['The street that gave up its cars, p. 2'],
      ['p. 4'],
      ['A second ferry for the islands in winter, p. 4', 'The street that gave up its cars, p. 5'],
    ])
  })

  it('tell apart the same page of two sources in one sentence', () => {
    const [, second] = labelsOf(
      [['street', 'p. 1']],
      [
        ['street', 'p. 4'],
        ['ferry', 'p. 2'],
        ['ferry', 'p. 4'],
      ],
    )
    expect(new Set(second).size).toBe(3)
  })

  it('name a source again that was only behind a number', () => {
    const [, second] = labelsOf(
      [
        ['street', 'p. 1'],
        ['street', 'p. 2'],
        ['ferry', 'p. 3'],
      ],
      [['ferry', 'p. 4']],
    )
    expect(second).toEqual(['A second ferry for the islands in winter, p. 4'])
  })

  it('shorten long titles at a word that can end them', () => {
    expect(labelsOf([['board', 'p. 1']])).toEqual([['Annual report of the Harbor Board…, p. 1']])
  })
})
