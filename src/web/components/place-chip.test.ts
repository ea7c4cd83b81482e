import { expect, it } from 'vitest'
import { byLabel, placeInWords } from './place-chip.tsx'

it('names places for those who hear the page', () => {
  expect(placeInWords({ kind: 'paragraph', paragraph: 3 })).toBe('paragraph 3')
  expect(placeInWords({ kind: 'page', page: 14 })).toBe('page 14')
  expect(placeInWords({ kind: 'chapter', chapter: 3 })).toBe('chapter 3')
  expect(placeInWords({ kind: 'chapter', chapter: 3, title: 'Salt' })).toBe('chapter 3, Salt')
  expect(placeInWords({ kind: 'time', startSeconds: 761, endSeconds: 770 })).toBe('12:41')
})

it('puts passages at one place on one chip', () => {
  const at = (blockId: string, page: number) => ({
    blockId,
    place: { kind: 'page', page } as const,
    label: `p. ${page}`,
    href: null,
    excerpt: blockId,
  })
  const groups = byLabel([at('a', 2), at('b', 1), at('c', 2)])
  expect(groups.map((group) => group.map(({ blockId }) => blockId))).toEqual([['a', 'c'], ['b']])
  expect(byLabel([])).toEqual([])
})
