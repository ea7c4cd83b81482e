import { expect, it } from 'vitest'
import type { Place } from '../../shared/summary/place.ts'
import { placeLabel } from '../../shared/summary/place-label.ts'
import { groupByCitation } from './citation-chip.tsx'

const at = (blockId: string, location: Place) => ({
  blockId,
  location,
  label: placeLabel(location),
  excerpt: blockId,
})
const idsOf = (citations: Parameters<typeof groupByCitation>[0]) =>
  groupByCitation(citations).map((group) => group.map(({ blockId }) => blockId))

it('puts passages at one place on one chip', () => {
  const page = (number: number): Place => ({ kind: 'page', page: number })
  expect(idsOf([at('a', page(2)), at('b', page(1)), at('c', page(2))])).toEqual([['a', 'c'], ['b']])
  expect(idsOf([])).toEqual([])
})

it('keeps chapters apart that have the same number in two parts of a book', () => {
  const chapter = (number: number): Place => ({ kind: 'chapter', chapter: number, title: 'Chapter I' })
  expect(idsOf([at('a', chapter(2)), at('b', chapter(9)), at('c', chapter(2))])).toEqual([['a', 'c'], ['b']])
})
