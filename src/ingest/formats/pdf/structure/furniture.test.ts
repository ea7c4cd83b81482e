import { describe, expect, it } from 'vitest'
import type { Fragment } from '../layout/fragments.ts'
import { findFurniture } from './furniture.ts'

const box = { left: 0, bottom: 0, right: 600, top: 800 }

const fragment = (text: string, y: number, more: Partial<Fragment> = {}): Fragment => ({
  turn: 0,
  text,
  x0: 50,
  x1: 50 + 6 * text.length,
  y,
  size: 12,
  style: 0,
  pale: false,
  spaced: false,
  rtl: false,
  lettered: true,
  start: 0,
  end: text.length,
  ...more,
})

const found = (...pages: Fragment[][]) =>
  [...findFurniture(pages.map((fragments) => ({ box, fragments })))].map(({ text }) => text)

const body = (page: number) => [fragment(`Tides of page ${page} rise`, 500), fragment(`and of page ${page} fall`, 480)]

describe('findFurniture', () => {
  it('finds consecutive numbers, also after pages without numbers', () => {
    const pages = [1, 2, 3, 4].map((page) => body(page).concat(fragment(String(page + 10), 30)))
    expect(found(...pages)).toEqual(['11', '12', '13', '14'])
  })

  it('finds a number in another position on the first page of a chapter', () => {
    const pages = [1, 2, 3, 4, 5].map((page) => body(page).concat(fragment(String(page), page === 3 ? 30 : 770)))
    expect(found(...pages)).toHaveLength(5)
  })

  it('keeps numbers that are not consecutive', () => {
    const pages = [17, 4, 99].map((number, page) => body(page).concat(fragment(String(number), 30)))
    expect(found(...pages)).toEqual([])
  })

  it('finds headers of left and right pages, and removes them all if the text is elsewhere too', () => {
    const pages = [0, 1, 2, 3, 4].map((page) => {
      const header = fragment(page % 2 === 0 ? 'The Moon' : 'On Tides', page === 0 ? 600 : 770)
      const chapter = page === 1 ? [fragment('ON TIDES', 600)] : []
      return body(page).concat(header, chapter)
    })
    expect(found(...pages).toSorted()).toEqual(['On Tides', 'On Tides', 'The Moon', 'The Moon'])
  })

  it('keeps text that is the same by chance', () => {
    const pages = [1, 2, 3].map((page) => body(page).concat(fragment('The tide turns.', 400)))
    expect(found(...pages)).toEqual([])
  })

  it('finds footers in small print with a page number at the end', () => {
    const pages = [1, 2, 3].map((page) =>
      (page === 3 ? [] : body(page)).concat(
        fragment('https://example.org/tides', 30, { size: 8 }),
        fragment(`${page}/3`, 30, { size: 8, x0: 560, x1: 570 }),
      ),
    )
    expect(found(...pages)).toHaveLength(6)
  })

  it('finds all lines that count pages', () => {
    const stamp = (page: number) => `Case 23-cv-415 Document 112 Page ${page} of 3`
    const pages = [1, 2, 3].map((page) => body(page).concat(fragment(stamp(page), 790)))
    expect(found(...pages)).toEqual([1, 2, 3].map(stamp))
  })

  it('finds stamps along the side of pages', () => {
    const pages = [1, 2, 3].map((page) => body(page).concat(fragment('Draft', 300, { turn: 1 })))
    expect(found(...pages)).toEqual(['Draft', 'Draft', 'Draft'])
  })
})
