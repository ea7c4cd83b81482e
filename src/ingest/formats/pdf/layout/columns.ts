import { findAddresses } from './addresses.ts'
import { type Fragment, WIDE_GAP } from './fragments.ts'
import { cellsOf, medianSize, type Row, toBands, toRows } from './rows.ts'

/** A part of a page that is read top to bottom, each row from left to right. */
export interface Region {
  rows: Row[]
  left: number
  right: number
}

const MAX_DEPTH = 5

/** Half of the narrowest gutter, in sizes of the text. */
const HALF_GUTTER = 0.35

/** Fewer rows than this on either side make no column. */
const MIN_ROWS = 3

const MAX_CANDIDATES = 100
const MAX_TRIED = 6

interface Cut {
  x: number
  /** First and last row between which nothing crosses the gutter. */
  from: number
  to: number
  /** Rows on the side that has fewer. */
  rows: number
}

interface Sides {
  left: Fragment[]
  right: Fragment[]
}

/** Possible positions of a gutter: before the left edges of fragments that don't begin at the left margin. */
function candidates(rows: readonly Row[], half: number): number[] {
  const edges = new Map<number, number>()
  let margin = Number.POSITIVE_INFINITY
  for (const { fragments } of rows) margin = Math.min(margin, fragments[0]?.x0 ?? margin)
  for (const { fragments } of rows) {
    for (const { x0 } of fragments) {
      if (x0 < margin + 8 * half) continue
      const edge = Math.round(x0)
      edges.set(edge, (edges.get(edge) ?? 0) + 1)
    }
  }
  const common = [...edges].filter(([, count]) => count >= 2).sort((a, b) => b[1] - a[1])
  return common.slice(0, MAX_CANDIDATES).map(([edge]) => edge - half - 0.6)
}

/** The longest run of rows that leave a position free and have enough text on both sides of it, or null. */
function cutAt(rows: readonly Row[], x: number, half: number): Cut | null {
  let best: Cut | null = null
  let from = 0
  let left = 0
  let right = 0
  const close = (to: number): void => {
    const fewer = Math.min(left, right)
    if (fewer >= MIN_ROWS && fewer > (best?.rows ?? 0)) best = { x, from, to, rows: fewer }
  }
  for (const [index, { fragments }] of rows.entries()) {
    if (fragments.some(({ x0, x1 }) => x0 < x + half && x1 > x - half)) {
      close(index - 1)
      from = index + 1
      left = 0
      right = 0
      continue
    }
    if (fragments.some(({ x1 }) => x1 <= x)) left += 1
    if (fragments.some(({ x0 }) => x0 >= x)) right += 1
  }
  close(rows.length - 1)
  return best
}

function sidesOf(rows: readonly Row[], { x, from, to }: Cut): Sides {
  const between = rows.slice(from, to + 1).flatMap(({ fragments }) => fragments)
  return { left: between.filter(({ x1 }) => x1 <= x), right: between.filter(({ x0 }) => x0 >= x) }
}

/** Number of times the painting order changes sides. */
function crossings({ left, right }: Sides): number {
  const order = [...left.map(({ start }) => ({ start, side: 0 })), ...right.map(({ start }) => ({ start, side: 1 }))]
  order.sort((a, b) => a.start - b.start)
  let count = 0
  for (let index = 1; index < order.length; index += 1) if (order[index]?.side !== order[index - 1]?.side) count += 1
  return count
}

/** Whether a side is lines of prose: many characters per row, most rows about as wide as the widest ones. */
function isProse(side: readonly Fragment[]): boolean {
  const rows = toRows(side)
  const characters = side.reduce((sum, { text }) => sum + text.length, 0)
  const widthOf = ({ fragments }: Row): number => (fragments.at(-1)?.x1 ?? 0) - (fragments[0]?.x0 ?? 0)
  const widths = rows.map(widthOf).sort((a, b) => a - b)
  const wide = widths[Math.floor(widths.length * 0.9)] ?? 0
  const middle = widths[Math.floor(widths.length / 2)] ?? 0
  return rows.length >= 6 && characters / rows.length >= 24 && middle >= 0.75 * wide
}

/** A row that begins with the label of a field, such as "Name:", but not a clock time or ratio. */
const FIELD_LABEL = /^\P{N}[^:：]{0,40}(?::(?:\s|$)|：)/u

/** Whether a side is fields of a form: most of its rows begin with a label. */
function isFields(side: readonly Fragment[]): boolean {
  const rows = toRows(side)
  const textOf = ({ fragments }: Row): string => fragments.map(({ text }) => text).join(' ')
  const labeled = rows.filter((row) => FIELD_LABEL.test(textOf(row).trim()))
  return labeled.length >= MIN_ROWS && labeled.length > rows.length / 2
}

/**
 * Whether two sides are columns, to be read one after the other, rather than cells of a table. Sides that were painted one
 * after the other are columns; if the painting order alternates, only lines of prose and fields of forms are.
 */
function areColumns(sides: Sides, rows: number): boolean {
  if (crossings(sides) <= 2 + 0.1 * rows) return true
  return (isProse(sides.left) && isProse(sides.right)) || (isFields(sides.left) && isFields(sides.right))
}

/**
 * Narrows a cut to the first of its bands that has enough rows on both sides: what was painted after all of its text is a
 * table, a heading or another section below it. Rows on one side only, above or below, are in its columns. Columns that
 * were painted line by line are not narrowed.
 */
function narrowed(rows: readonly Row[], cut: Cut): Cut {
  const { x, from, to } = cut
  const isOnLeft = ({ fragments }: Row): boolean => fragments.some(({ x1 }) => x1 <= x)
  const isOnRight = ({ fragments }: Row): boolean => fragments.some(({ x0 }) => x0 >= x)
  const fewer = (band: readonly Row[]): number => Math.min(band.filter(isOnLeft).length, band.filter(isOnRight).length)
  const bands = toBands(rows.slice(from, to + 1))
  const first = bands.findIndex((band) => fewer(band) >= MIN_ROWS)
  if (first === -1) return cut
  const isOneSided = (band: readonly Row[] | undefined): boolean => band !== undefined && fewer(band) === 0
  let [top, bottom] = [first, first]
  while (isOneSided(bands[top - 1])) top -= 1
  while (isOneSided(bands[bottom + 1]) && !(bands[bottom + 1] ?? []).some(isOnLeft)) bottom += 1
  const start = from + bands.slice(0, top).reduce((sum, band) => sum + band.length, 0)
  const length = bands.slice(top, bottom + 1).reduce((sum, band) => sum + band.length, 0)
  return { ...cut, from: start, to: start + length - 1 }
}

function findCut(rows: readonly Row[], half: number): (Cut & Sides) | null {
  const cuts = candidates(rows, half)
    .map((x) => cutAt(rows, x, half))
    .filter((cut) => cut !== null)
    .sort((a, b) => b.rows - a.rows)
  for (const cut of cuts.slice(0, MAX_TRIED)) {
    const sides = sidesOf(rows, cut)
    if (areColumns(sides, cut.rows)) {
      const part = narrowed(rows, cut)
      return { ...part, ...sidesOf(rows, part) }
    }
    const addresses = findAddresses(rows.slice(cut.from, cut.to + 1), cut.x)
    if (addresses !== null) {
      const part = { ...cut, from: cut.from + addresses.from, to: cut.from + addresses.to }
      return { ...part, ...sidesOf(rows, part) }
    }
  }
  return null
}

function regionOf(rows: Row[]): Region {
  const fragments = rows.flatMap((row) => row.fragments)
  const left = fragments.reduce((least, { x0 }) => Math.min(least, x0), Number.POSITIVE_INFINITY)
  const right = fragments.reduce((most, { x1 }) => Math.max(most, x1), Number.NEGATIVE_INFINITY)
  return { rows, left, right }
}

/** Cells with more text are separate blocks with paragraphs. */
const MAX_CELL_TEXT = 400

const lengthOf = (rows: readonly Row[]): number =>
  rows.reduce((sum, { fragments }) => sum + fragments.reduce((length, { text }) => length + text.length, 0), 0)

/** Splits rows without columns at blocks that are side by side and were painted one after the other. */
function blocksOf(rows: readonly Row[]): Region[] {
  const regions: Row[][] = []
  let open: Row[] | null = null
  for (const band of toBands(rows)) {
    const cells = lengthOf(band) > MAX_CELL_TEXT ? cellsOf(band, WIDE_GAP * (band[0]?.size ?? 0)) : null
    if (cells === null) {
      if (open === null) regions.push((open = []))
      open.push(...band)
    } else {
      const rtl = band.some(({ fragments }) => fragments.some((fragment) => fragment.rtl))
      regions.push(...(rtl ? cells.toReversed() : cells).map((cell) => cell.rows))
      open = null
    }
  }
  return regions.map(regionOf)
}

function split(rows: Row[], half: number, depth: number): Region[] {
  if (rows.length === 0) return []
  const cut = depth < MAX_DEPTH && rows.length >= MIN_ROWS ? findCut(rows, half) : null
  if (cut === null) return blocksOf(rows)
  return [
    ...split(rows.slice(0, cut.from), half, depth + 1),
    ...split(toRows(cut.left), half, depth + 1),
    ...split(toRows(cut.right), half, depth + 1),
    ...split(rows.slice(cut.to + 1), half, depth + 1),
  ]
}

/**
 * The regions of a page in reading order: the text above columns, each column from left to right, the text below. A gutter
 * is free space before a common left edge, with at least three rows on both sides.
 *
 * @param fragments of one direction
 */
export function toRegions(fragments: readonly Fragment[]): Region[] {
  return split(toRows(fragments), HALF_GUTTER * medianSize(fragments), 0)
}
