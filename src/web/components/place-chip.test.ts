import { expect, it } from 'vitest'
import { placeInWords } from './place-chip.tsx'

it('names places for those who hear the page', () => {
  expect(placeInWords({ kind: 'paragraph', paragraph: 3 })).toBe('paragraph 3')
  expect(placeInWords({ kind: 'page', page: 14 })).toBe('page 14')
  expect(placeInWords({ kind: 'chapter', chapter: 3 })).toBe('chapter 3')
  expect(placeInWords({ kind: 'chapter', chapter: 3, title: 'Salt' })).toBe('chapter 3, Salt')
  expect(placeInWords({ kind: 'time', startSeconds: 761, endSeconds: 770 })).toBe('12:41')
})
