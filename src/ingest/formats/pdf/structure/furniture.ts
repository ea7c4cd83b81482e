import type { Fragment } from '../layout/fragments.ts'
import type { ReadPage } from '../layout/lines.ts'
import { toRows } from '../layout/rows.ts'
import { findWatermarks } from './watermarks.ts'

type PageFragments = Pick<ReadPage, 'box' | 'fragments'>

/** A row near the edge of a page, which may be a running header or footer. */
interface Edge {
  fragments: Fragment[]
  /** Text with numbers replaced. */
  key: string
  numbers: number[]
  /** Distance from the page's own edge. */
  distance: number
  page: number
}

const MAX_EDGE_ROWS = 3

/** Pages that are compared: left and right pages differ, and the first pages of chapters have no header. */
const PAGES_AROUND = [-4, -3, -2, -1, 1, 2, 3, 4]

/** Number of pages that contain title and contents. */
const FRONT_PAGES = 12

/** Minimum number of pages with consistent numbers. */
const MIN_NUMBERED = 3

/** Share of a page's height that may contain headers or footers. */
const MARGIN = 0.16

const roman = /^(?=[ivxlc])(?:c{0,3})(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})$/iu

const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .split(/\s+/u)
    .map((word) => (roman.test(word) ? '#' : word.replace(/\p{Nd}+/gu, '#')))
    .join(' ')

function edgesOf({ box, fragments }: PageFragments, page: number, side: 'top' | 'bottom'): Edge[] {
  const margin = MARGIN * (box.top - box.bottom)
  const distance = ({ y }: { y: number }): number => (side === 'top' ? box.top - y : y - box.bottom)
  const rows = toRows(fragments.filter((fragment) => fragment.turn === 0 && distance(fragment) < margin))
  const outer = side === 'top' ? rows.slice(0, MAX_EDGE_ROWS) : rows.slice(-MAX_EDGE_ROWS).toReversed()
  return outer.map((row) => {
    const text = row.fragments.map((fragment) => fragment.text).join(' ')
    return {
      fragments: row.fragments,
      key: keyOf(text),
      numbers: (text.match(/\p{Nd}{1,6}/gu) ?? []).map(Number),
      distance: distance(row),
      page,
    }
  })
}

const isNumber = (edge: Edge): boolean =>
  edge.numbers.length === 1 && /^[^\p{L}\p{N}#]*#[^\p{L}\p{N}]*$/u.test(edge.key)

/** Whether two rows are the same header: same text in the same position; numbers alone must be consecutive. */
function isSame(a: Edge, b: Edge, pagesBetween: number): boolean {
  if (a.key !== b.key || Math.abs(a.distance - b.distance) > 6) return false
  if (/\p{L}/u.test(a.key)) return true
  return a.numbers.length === 0 || a.numbers.some((number, index) => (b.numbers[index] ?? 0) - number === pagesBetween)
}

/** Difference between counted and printed page numbers, by a majority of the numbers found. */
function numberOffset(edges: readonly Edge[]): number | null {
  const votes = new Map<number, number>()
  for (const { numbers, page } of edges) {
    for (const number of numbers) votes.set(page - number, (votes.get(page - number) ?? 0) + 1)
  }
  const [best] = [...votes].sort((a, b) => b[1] - a[1])
  return best === undefined || best[1] < MIN_NUMBERED ? null : best[0]
}

/** Largest distance from a line of text to the next one, as a multiple of its size. */
const MAX_LINE_PITCH = 2

/** Whether a row is the last line of the text above it. */
function isLastLine({ fragments: [first] }: Edge, page: PageFragments | undefined): boolean {
  const isAbove = ({ turn, y, size }: Fragment): boolean =>
    first !== undefined && turn === 0 && y > first.y + size / 2 && y - first.y <= size * MAX_LINE_PITCH
  return page?.fragments.some(isAbove) === true
}

function findRepeated(pages: readonly PageFragments[]): Edge[] {
  const sides = (['top', 'bottom'] as const).map((side) => pages.map((page, index) => edgesOf(page, index, side)))
  const repeated = sides.flatMap((edges) =>
    edges.flatMap((rows, index) => {
      // Rows outside of a header belong to it, so the search ends at the first row that doesn't recur.
      const end = rows.findIndex(
        (row) => !PAGES_AROUND.some((step) => (edges[index + step] ?? []).some((other) => isSame(row, other, step))),
      )
      return end === -1 ? rows : rows.slice(0, end)
    }),
  )
  // The first page of a chapter has its number in another position. In a document of a few pages, whose text may begin or
  // end with a number, only numbers at the foot, below the text, that count from 1 are page numbers.
  const offset = numberOffset(repeated)
  const outer = (offset === null ? sides.slice(1) : sides).flatMap((edges) => edges.flatMap((rows) => rows.slice(0, 1)))
  const isCounted = ({ numbers, page }: Edge): boolean => page - (numbers[0] ?? 0) === (offset ?? -1)
  const isApart = (row: Edge): boolean => offset !== null || !isLastLine(row, pages[row.page])
  return [...repeated, ...outer.filter((row) => isNumber(row) && isCounted(row) && isApart(row))]
}

const address = /(?:^|\s)(?:https?|file):\/\/\S/u
const moment = /(?:^|\s)\d{1,4}[./-] ?\d{1,2}[./-] ?\d{1,4}\.?,? (?:\p{L}{1,6} )?\d{1,2}[:.]\d{2}(?!\d)/u

/**
 * Finds the lines that browsers print around a page: on one side its number among all pages with the address or the time,
 * on the other side the other one, beside the title of the page.
 */
function findPrinted(pages: readonly PageFragments[]): Fragment[] {
  return pages.flatMap((page, at) => {
    const rows = (['top', 'bottom'] as const).flatMap((side) => edgesOf(page, at, side).slice(0, 1))
    const printed = rows
      .map(({ fragments }) => ({ fragments, text: fragments.map(({ text }) => text).join(' ') }))
      .filter(({ text }) => address.test(text) || moment.test(text))
    const count = new RegExp(`(?:^|\\s)${at + 1} ?(?:/|\\p{L}{1,4}) ?${pages.length}(?!\\S)`, 'u')
    const isPrinted = [address, moment, count].every((pattern) => printed.some(({ text }) => pattern.test(text)))
    return isPrinted ? printed.flatMap(({ fragments }) => fragments) : []
  })
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{M}]+/gu, '')

/** Tests whether other text on the first pages, or near a page, contains a text. */
function searcher(pages: readonly PageFragments[], furniture: ReadonlySet<Fragment>) {
  const known = new Map<PageFragments, string>()
  const textOf = (page: PageFragments): string =>
    known.getOrInsertComputed(page, () =>
      lettersOf(page.fragments.map((fragment) => (furniture.has(fragment) ? '' : fragment.text)).join('')),
    )
  return (letters: string, index: number): boolean =>
    [...pages.slice(0, FRONT_PAGES), ...pages.slice(Math.max(0, index - 2), index + 3)].some((page) =>
      textOf(page).includes(letters),
    )
}

/**
 * Finds text that is not content: running headers and footers, page numbers, stamps, watermarks. The first occurrence of a
 * header stays if its text is nowhere else in the document, unless it counts pages ("page 1 of 9").
 */
export function findFurniture(pages: readonly PageFragments[]): Set<Fragment> {
  const found = findRepeated(pages)
  const furniture = new Set([...found.flatMap(({ fragments }) => fragments), ...findWatermarks(pages)])
  const isContent = searcher(pages, furniture)
  const seen = new Set<string>()
  const kept: Fragment[] = []
  for (const { key, numbers, page, fragments } of found) {
    const letters = lettersOf(key)
    if (letters === '' || seen.has(letters)) continue
    seen.add(letters)
    const countsPages = numbers.includes(page + 1) && numbers.includes(pages.length)
    if (!countsPages && !isContent(letters, page)) kept.push(...fragments)
  }
  for (const fragment of kept) furniture.delete(fragment)
  for (const fragment of findPrinted(pages)) furniture.add(fragment)
  return furniture
}
