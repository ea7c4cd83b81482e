import type { Fragment } from '../layout/fragments.ts'
import { toRows } from '../layout/rows.ts'
import type { PageBox } from '../pdfium/glyphs.ts'

export interface PageFragments {
  box: PageBox
  fragments: Fragment[]
}

/** A row near the edge of a page, which may be a running header or footer. */
interface Edge {
  fragments: Fragment[]
  /** Text with its numbers folded. */
  key: string
  numbers: number[]
  /** Distance from the page's own edge. */
  distance: number
  /** 0 for the outermost row of its edge. */
  rank: number
}

const ROWS_LOOKED_AT = 3

/** Left and right pages differ, so a header is looked for on the page next but one, too. */
const PAGES_AROUND = [-2, -1, 1, 2]

/** Headers and footers stand in the outer part of a page. */
const MARGIN = 0.16

const roman = /^(?=[ivxlc])(?:c{0,3})(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})$/iu

const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .split(/\s+/u)
    .map((word) => (roman.test(word) ? '#' : word.replace(/\p{Nd}+/gu, '#')))
    .join(' ')

function edgesOf({ box, fragments }: PageFragments, side: 'top' | 'bottom'): Edge[] {
  const upright = fragments.filter(({ turn }) => turn === 0)
  const rows = toRows(upright)
  const outer = side === 'top' ? rows.slice(0, ROWS_LOOKED_AT) : rows.slice(-ROWS_LOOKED_AT).reverse()
  const height = box.top - box.bottom
  return outer
    .map((row, rank) => {
      const text = row.fragments.map((fragment) => fragment.text).join(' ')
      return {
        fragments: row.fragments,
        key: keyOf(text),
        numbers: (text.match(/\p{Nd}{1,6}/gu) ?? []).map(Number),
        distance: side === 'top' ? box.top - row.y : row.y - box.bottom,
        rank,
      }
    })
    .filter(({ distance }) => distance < MARGIN * height)
}

/** Whether two rows are the same header: same text in the same place, and nothing but numbers only if they count on. */
function isSame(a: Edge, b: Edge, pagesBetween: number): boolean {
  if (a.key !== b.key || Math.abs(a.distance - b.distance) > 6) return false
  if (/\p{L}/u.test(a.key)) return true
  return (
    !a.key.includes('#') ||
    a.numbers.some((number, index) => (b.numbers[index] ?? 0) - number === pagesBetween) ||
    a.numbers.length === 0
  )
}

function findRepeated(pages: readonly PageFragments[], side: 'top' | 'bottom', found: Set<Fragment>): void {
  const edges = pages.map((page) => edgesOf(page, side))
  for (const [index, rows] of edges.entries()) {
    for (const row of rows) {
      const repeated = PAGES_AROUND.some((step) =>
        (edges[index + step] ?? []).some((other) => isSame(row, other, step)),
      )
      // What stands further out than a header is one too, so the first row that is none ends the search.
      if (!repeated) break
      for (const fragment of row.fragments) found.add(fragment)
    }
  }
}

/** Stamps along the side of a page and marks across it, where a page nearby has the same. */
function findStamps(pages: readonly PageFragments[], found: Set<Fragment>): void {
  const keys = pages.map(
    ({ fragments }) => new Map(fragments.filter(({ turn }) => turn !== 0).map((part) => [stampKey(part), part])),
  )
  for (const [index, stamps] of keys.entries()) {
    for (const [key, fragment] of stamps) {
      if (PAGES_AROUND.some((step) => keys[index + step]?.has(key))) found.add(fragment)
    }
  }
}

const stampKey = ({ turn, text, y, x0 }: Fragment): string =>
  `${turn} ${Math.round(y / 4)} ${Math.round(x0 / 4)} ${keyOf(text)}`

/**
 * Finds what is printed on page after page and belongs to none: running headers and footers, page numbers, stamps. A
 * document of one page has none.
 */
export function findFurniture(pages: readonly PageFragments[]): Set<Fragment> {
  const found = new Set<Fragment>()
  findRepeated(pages, 'top', found)
  findRepeated(pages, 'bottom', found)
  findStamps(pages, found)
  return found
}
