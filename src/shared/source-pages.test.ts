import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SourceBlock } from './document.ts'
import { matchesIn } from './source-pages.ts'
import { findPattern, rangesOf } from './summary/find-text.ts'

const blocksOf = (...texts: string[]): SourceBlock[] =>
  texts.map((text, index) => ({
    id: `b${index}`,
    type: 'paragraph',
    text,
    location: { kind: 'paragraph', paragraph: 1 },
  }))

describe('matchesIn', () => {
  it.each([
    ['any case', 'TIDE', ['The tide; the Tide.', 'No.', 'tide'], [0, 0, 2]],
    ['any white space', 'low  tide', ['At low\ntide.', 'Low\u00a0tide'], [0, 1]],
    ['any quotation marks', `"it's"`, ['“It’s”', `"it's"`], [0, 1]],
    ['no overlaps', 'aa', ['aaaaa'], [0, 0]],
    ['characters with a meaning in patterns', '(a.b)*', ['(a.b)* axb', 'a.b'], [0]],
    ['Greek in any form', 'ΟΔΟΣ', ['οδος', 'οδοσ'], [0, 1]],
    ['nothing for white space', ' \n', [' a b '], []],
  ])('finds %s', (_, text, texts, matches) => {
    expect(matchesIn(blocksOf(...texts), text)).toEqual({ total: matches.length, matches })
  })

  it('finds what the page highlights', () => {
    const text = fc.string({ unit: fc.constantFrom(...'aabB ‘’\'"“\n.'.split('')), minLength: 1, maxLength: 40 })
    const wanted = fc.string({ unit: fc.constantFrom(...'abB ’"'.split('')), minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(text, wanted, (source, query) => {
        expect(matchesIn(blocksOf(source), query).total).toBe(rangesOf(source, findPattern(query)).length)
      }),
    )
  })

  it('takes linear time for a near match of many repeats', () => {
    const text = 'a'.repeat(2_000_000)
    // With a comparison of the whole text at each character, this takes an hour.
    expect(matchesIn(blocksOf(text), `${'a'.repeat(500_000)}b`)).toEqual({ total: 0, matches: [] })
    expect(matchesIn(blocksOf(text), 'a'.repeat(200)).total).toBe(10_000)
  })
})
