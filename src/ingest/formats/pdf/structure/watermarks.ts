import type { Fragment } from '../layout/fragments.ts'
import type { ReadPage } from '../layout/lines.ts'
import { medianSize } from '../layout/rows.ts'
import { quarterTurns, toFrame } from '../pdfium/glyphs.ts'

type PageFragments = Pick<ReadPage, 'box' | 'fragments'>

/** Minimum size of watermarks, and of stamps along a side, relative to the text of the page. */
const LARGE = 1.8
const LARGE_IN_MARGIN = 1.3

/** Share of a page's width at each side in which turned text is a stamp. */
const MARGIN = 0.12

/** Share of a page's letters that are upright, so that others are turned. */
const MIN_UPRIGHT = 0.4

/** Height of the middle of letters, and their part that no other text reaches unless it is under them, relative to their size. */
const MIDDLE = 0.35
const CORE = 0.2

/** Share of the letters of a text that lie over others, from which on it is a stamp. */
const MIN_OVER = 0.3

/** Mean width of a letter, relative to the font size. */
const LETTER_WIDTH = 0.6

const MAX_CELLS = 500

/** Cells of a grid on the page that have text of usual size. */
class Occupied {
  readonly #cell: number
  readonly #cells = new Set<number>()

  constructor(fragments: readonly Fragment[], size: number) {
    this.#cell = Math.max(1, size / 2)
    for (const { x0, x1, y, size: own } of fragments) {
      const step = Math.max(this.#cell, (x1 - x0) / MAX_CELLS)
      for (let x = x0; x <= x1; x += step) this.#cells.add(this.#key(x, y + MIDDLE * own))
    }
  }

  #key(x: number, y: number): number {
    return Math.floor(x / this.#cell) * 100_003 + Math.floor(y / this.#cell)
  }

  /** Whether a square around a point has text. */
  has(x: number, y: number, reach: number): boolean {
    const step = Math.max(this.#cell, reach / 4)
    for (let right = -reach; right <= reach; right += step) {
      for (let up = -reach; up <= reach; up += step) if (this.#cells.has(this.#key(x + right, y + up))) return true
    }
    return false
  }
}

/** Whether text is painted over other text, which is upright. */
function isOver({ turn, x0, x1, y, size }: Fragment, occupied: Occupied): boolean {
  const back = quarterTurns[(4 - turn) % 4] ?? 0
  const letters = Math.max(1, Math.min(MAX_CELLS, Math.round((x1 - x0) / (LETTER_WIDTH * size))))
  let over = 0
  for (let letter = 0; letter < letters; letter += 1) {
    const x = x0 + ((letter + 0.5) * (x1 - x0)) / letters
    if (occupied.has(...toFrame(back, x, y + MIDDLE * size), CORE * size)) over += 1
  }
  return over >= MIN_OVER * letters
}

const lengthOf = (fragments: readonly Fragment[]): number => fragments.reduce((sum, { text }) => sum + text.length, 0)

/** Whether text that runs up or down is a stamp along a side, like those of preprint servers. */
function isSideStamp(
  { turn, y, size, pale }: Fragment,
  { box }: PageFragments,
  upright: readonly Fragment[],
  usual: number,
) {
  if (turn !== 1 && turn !== 3) return false
  if (size < LARGE_IN_MARGIN * usual && !pale) return false
  const x = turn === 1 ? -y : y
  const margin = MARGIN * (box.right - box.left)
  if (x < box.left + margin) return upright.every(({ x0 }) => x0 > x)
  return x > box.right - margin && upright.every(({ x1 }) => x1 < x)
}

/** Whether most text of a page is pale, as on a dark background. */
const isDark = (fragments: readonly Fragment[]): boolean =>
  lengthOf(fragments.filter(({ pale }) => pale)) > 0.5 * lengthOf(fragments)

function watermarksOf(page: PageFragments, usualSize: number): Fragment[] {
  const upright = page.fragments.filter(({ turn }) => turn === 0)
  const text = page.fragments.filter(({ turn, pale }) => turn !== 4 || !pale)
  if (upright.length === 0 || lengthOf(upright) < MIN_UPRIGHT * lengthOf(text)) return []
  const size = medianSize(upright.filter((fragment) => fragment.size < LARGE * usualSize)) || usualSize
  const isLarge = (fragment: Fragment): boolean => fragment.size >= LARGE * size
  const candidates = page.fragments.filter((fragment) => fragment.turn !== 0 || isLarge(fragment))
  if (candidates.length === 0) return []
  const occupied = new Occupied(
    upright.filter((fragment) => !isLarge(fragment)),
    size,
  )
  const dark = isDark(upright)
  const found = new Set(
    candidates.filter((fragment) => {
      if (fragment.turn === 0) return isOver(fragment, occupied)
      if (fragment.turn === 4) return isLarge(fragment) || (fragment.pale && !dark) || isOver(fragment, occupied)
      return isSideStamp(fragment, page, upright, size) || (isLarge(fragment) && isOver(fragment, occupied))
    }),
  )
  // Letters that were painted one by one, some of them beside the text.
  const letters = new Set([...found].filter(({ text }) => text.length === 1).map(kindOf))
  return candidates.filter(
    (fragment) => found.has(fragment) || (fragment.text.length === 1 && letters.has(kindOf(fragment))),
  )
}

const kindOf = ({ turn, size, pale }: Fragment): string => `${turn} ${Math.round(size)} ${pale}`

const placeOf = (fragment: Fragment): string =>
  `${fragment.turn} ${Math.round(fragment.y / 4)} ${Math.round(fragment.x0 / 4)} ${fragment.text.replace(/\p{Nd}+/gu, '#')}`

/** Pages that are compared: left and right pages may differ. */
const PAGES_AROUND = [-2, -1, 1, 2]

/** Text that recurs in the same place on pages nearby, in another direction than most text or large and pale. */
function recurring(pages: readonly PageFragments[], usualSize: number): Fragment[] {
  const places = pages.map(({ fragments }) => {
    const byTurn = Map.groupBy(fragments, ({ turn }) => turn)
    const [main] = [...byTurn].sort((a, b) => lengthOf(b[1]) - lengthOf(a[1]))[0] ?? [0]
    const dark = isDark(fragments)
    const stamps = fragments.filter(
      ({ turn, pale, size }) => turn !== main || (pale && !dark && size >= LARGE * usualSize),
    )
    return Map.groupBy(stamps, placeOf)
  })
  return places.flatMap((page, index) =>
    [...page].flatMap(([place, found]) => (PAGES_AROUND.some((step) => places[index + step]?.has(place)) ? found : [])),
  )
}

/** Watermarks and stamps: large, pale or oblique text across a page's text, and large text along its sides. */
export function findWatermarks(pages: readonly PageFragments[]): Set<Fragment> {
  const usualSize = medianSize(pages.flatMap(({ fragments }) => fragments.filter(({ turn }) => turn === 0)))
  const found = new Set(pages.flatMap((page) => watermarksOf(page, usualSize)))
  // Pages with little text have none below the same watermark.
  const textOf = (fragment: Fragment): string => `${kindOf(fragment)} ${fragment.text}`
  const texts = new Set([...found].filter(({ text }) => text.length > 1).map(textOf))
  for (const { fragments } of pages) {
    for (const fragment of fragments) if (texts.has(textOf(fragment))) found.add(fragment)
  }
  for (const fragment of recurring(pages, usualSize)) found.add(fragment)
  return found
}
