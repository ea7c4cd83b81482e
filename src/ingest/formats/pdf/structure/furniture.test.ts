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

  it('finds the numbers of a few pages at the foot, and keeps others', () => {
    expect(found(body(1).concat(fragment('1', 30)), body(2).concat(fragment('– 2 –', 40)))).toEqual(['1', '– 2 –'])
    expect(found([fragment('1', 770), ...body(1), fragment('17', 30)])).toEqual([])
  })

  it('keeps a number on the last line of the text of a few pages', () => {
    expect(found([...body(1), fragment('The number of tides a day on this coast is', 60), fragment('1', 44)])).toEqual(
      [],
    )
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

  it.each([
    ['3/28/25, 9:05 AM Ferries - Island News', 'https://example.org/ferries 1/1'],
    ['28.03.25, 19:05 Fähren', 'file:///home/ada/ferries.html 1/1'],
    ['Ferries https://example.org/ferries', '1 of 1 28/03/2025, 19:05'],
    ['2025. 3. 28. 오후 7:05 여객선', 'https://example.org/ferries 1/1'],
  ])('finds the lines that a browser prints: %s', (top, bottom) => {
    expect(found([fragment(top, 780), ...body(1), fragment(bottom, 20)])).toEqual([top, bottom])
  })

  it.each([
    ['28.03.2025, 19:05 Minutes of the board', 'Sheet 1/1'],
    ['28.03.2025, 19:05 Minutes of the board', 'See https://example.org/board'],
    ['Ferry times', '9:05 to 1/12 of the islands'],
    ['Counted on 28.03.2025, 19:05: boats 1 of 1', 'See the harbor master'],
  ])('keeps dates and addresses of the text: %s', (top, bottom) => {
    expect(found([fragment(top, 780), ...body(1), fragment(bottom, 20)])).toEqual([])
  })

  it('finds stamps along the side of pages', () => {
    const pages = [1, 2, 3].map((page) => body(page).concat(fragment('Draft', 300, { turn: 1 })))
    expect(found(...pages)).toEqual(['Draft', 'Draft', 'Draft'])
  })
})
