import { expect, test } from 'vitest'
import { sourceOf } from '../../../tests/support/verification.ts'
import { findQuote } from './find-quote.ts'
import { blockOf, knownBlocks, titlesOf } from './source-text.ts'

test('maps every token to its block', () => {
  const source = sourceOf(['one two', '…', 'three', '四五'])
  expect([...source.first]).toEqual([0, 2, 2, 3, 5])
  expect(Array.from(source.ids, (_, token) => blockOf(source, token))).toEqual([0, 0, 2, 3, 3])
})

test('detects the language of a document without one', () => {
  const text = 'Der Fluss ist nicht tief und die Brücke ist nicht hoch, aber sie ist alt und wir haben sie gern.'
  expect(sourceOf([text], { language: null }).language).toBe('de')
  expect(sourceOf([text], { language: 'pt-BR' }).language).toBe('pt')
})

test('returns titles without duplicates', () => {
  expect(titlesOf(sourceOf(['one'], { title: 'A', author: 'A', site: 'B' }))).toEqual(['A', 'B'])
})

test('indexes a book of 220,000 words in time', () => {
  const words = 'river stone window letter garden morning silver captain harbor winter'.split(' ')
  const paragraph = (at: number) =>
    Array.from({ length: 110 }, (_, word) => `${words[(at * 7 + word * 3) % 10]}${(at + word) % 97}`).join(' ')
  const texts = Array.from({ length: 2000 }, (_, at) => paragraph(at))
  const source = sourceOf([...texts, 'The last sentence of the book is this one.'])
  expect(findQuote(source, 'the last sentence of the book is this one', [])?.blocks[0].id).toBe('b2001')
})

test('drops unknown ids and duplicates and returns blocks in source order', () => {
  const source = sourceOf(['one', 'two', 'three'])
  const idsOf = (ids: string[]) => knownBlocks(source, ids).map(({ id }) => id)
  expect(idsOf(['b3', 'b1', 'b3'])).toEqual(['b1', 'b3'])
  expect(idsOf(['b4', '', 'b91', '__proto__', 'constructor', 'b2'])).toEqual(['b2'])
  expect(idsOf([])).toEqual([])
})
