import { expect, it } from 'vitest'
import type { Place } from '../../shared/summary/place.ts'
import { placeLabel } from '../../shared/summary/place-label.ts'
import { groupByPlace } from './place-chip.tsx'

const at = (blockId: string, place: Place) => ({
  blockId,
  place,
  label: placeLabel(place),
  href: null,
  excerpt: blockId,
})
const idsOf = (places: Parameters<typeof groupByPlace>[0]) =>
  groupByPlace(places).map((group) => group.map(({ blockId }) => blockId))

it('puts passages at one place on one chip', () => {
  const page = (number: number): Place => ({ kind: 'page', page: number })
  expect(idsOf([at('a', page(2)), at('b', page(1)), at('c', page(2))])).toEqual([['a', 'c'], ['b']])
  expect(idsOf([])).toEqual([])
})

it('keeps chapters apart that have the same number in two parts of a book', () => {
  const chapter = (number: number): Place => ({ kind: 'chapter', chapter: number, title: 'Chapter I' })
  expect(idsOf([at('a', chapter(2)), at('b', chapter(9)), at('c', chapter(2))])).toEqual([['a', 'c'], ['b']])
})
