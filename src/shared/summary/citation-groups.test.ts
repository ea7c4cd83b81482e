import { expect, it } from 'vitest'
import { groupByLocation } from './citation-groups.ts'
import type { SourceLocation } from './location.ts'
import { locationLabel } from './location-label.ts'

const at = (blockId: string, location: SourceLocation) => ({
  blockId,
  location,
  label: locationLabel(location),
  excerpt: blockId,
})
const idsOf = (citations: Parameters<typeof groupByLocation>[0]) =>
  groupByLocation(citations).map((group) => group.map(({ blockId }) => blockId))

it('puts passages at one location on one chip', () => {
  const page = (number: number): SourceLocation => ({ kind: 'page', page: number })
  expect(idsOf([at('a', page(2)), at('b', page(1)), at('c', page(2))])).toEqual([['a', 'c'], ['b']])
  expect(idsOf([])).toEqual([])
})

it('keeps chapters apart that have the same number in two parts of a book', () => {
  const chapter = (number: number): SourceLocation => ({ kind: 'chapter', chapter: number, title: 'Chapter I' })
  expect(idsOf([at('a', chapter(2)), at('b', chapter(9)), at('c', chapter(2))])).toEqual([['a', 'c'], ['b']])
})
