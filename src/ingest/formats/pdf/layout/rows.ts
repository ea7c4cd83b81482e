import type { Fragment } from './fragments.ts'

/** Fragments that are beside one another, left to right. */
export interface Row {
  fragments: Fragment[]
  y: number
  size: number
  /** Characters of its longest fragment. */
  longest: number
}

/** Splits items into runs, each of consecutive items that belong to its first one. */
export function runsOf<T>(items: readonly T[], belongs: (first: T, item: T) => boolean): T[][] {
  const runs: T[][] = []
  let first: T | undefined
  for (const item of items) {
    if (first !== undefined && belongs(first, item)) runs.at(-1)?.push(item)
    else {
      first = item
      runs.push([item])
    }
  }
  return runs
}

/** Maximum difference of baselines within a row, relative to the font size. */
const SAME_ROW = 0.48

/** Rows with more parts are drawings rather than text with marks. */
const MAX_BESIDE = 200

const byHeight = (a: Fragment, b: Fragment): number => b.y - a.y

const rowOf = (fragment: Fragment): Row => ({
  fragments: [fragment],
  y: fragment.y,
  size: fragment.size,
  longest: fragment.text.length,
})

/** Adds a fragment; a row has the size and position of its longest one. */
function join(row: Row, fragment: Fragment): void {
  if (fragment.text.length > row.longest) {
    row.size = fragment.size
    row.y = fragment.y
    row.longest = fragment.text.length
  }
  row.fragments.push(fragment)
}

/** Whether a small fragment is beside one of a row, like an exponent or the mark of a footnote. */
function isBeside(row: Row, { x0, x1, y, size }: Fragment): boolean {
  if (Math.abs(row.y - y) > 0.65 * row.size || size > 0.9 * row.size) return false
  if (row.fragments.length > MAX_BESIDE) return false
  return row.fragments.some((other) => x0 < other.x1 + row.size && x1 > other.x0 - 1.2 * row.size)
}

function nearRows(rows: readonly Row[], y: number): readonly Row[] {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.y ?? 0) > y) low = middle + 1
    else high = middle
  }
  return rows.slice(Math.max(0, low - 3), low + 3)
}

/** The row that a small fragment is beside. */
const hostOf = (rows: readonly Row[], fragment: Fragment): Row | undefined =>
  nearRows(rows, fragment.y).find((row) => isBeside(row, fragment))

/** The row in its own small size that a fragment is on, such as the footer that ends with a page number. */
const lineOf = (rows: readonly Row[], { y, size }: Fragment): Row | undefined =>
  nearRows(rows, y).find((row) => row.size < 1.1 * size && Math.abs(row.y - y) <= SAME_ROW * row.size)

/** Characters of superscripts, subscripts and marks. */
const MAX_MARK = 8

/** Moves the superscripts of headings, which are no smaller than other text, to the rows of the headings. */
function withoutMarkRows(rows: readonly Row[]): Row[] {
  const own = rows.filter(
    ({ longest, fragments }) =>
      longest > MAX_MARK || !fragments.every((fragment) => hostOf(rows, fragment) !== undefined),
  )
  if (own.length === rows.length) return own
  const kept = new Set(own)
  for (const { fragments } of rows.filter((row) => !kept.has(row))) {
    for (const fragment of fragments) {
      const host = hostOf(own, fragment)
      if (host === undefined) own.push(rowOf(fragment))
      else host.fragments.push(fragment)
    }
  }
  return own.sort((a, b) => b.y - a.y)
}

/** Sorts fragments of one direction into rows, topmost first. Superscripts and subscripts join their row. */
export function toRows(fragments: readonly Fragment[]): Row[] {
  const sorted = [...fragments].sort(byHeight)
  const found: Row[] = []
  const marks: Fragment[] = []
  const size = medianSize(fragments)
  for (const fragment of sorted) {
    const last = found.at(-1)
    if (fragment.size < 0.85 * size && fragment.text.length <= MAX_MARK) marks.push(fragment)
    else if (last !== undefined && Math.abs(last.y - fragment.y) <= SAME_ROW * Math.min(last.size, fragment.size)) {
      join(last, fragment)
    } else found.push(rowOf(fragment))
  }
  const rows = withoutMarkRows(found)
  const loose: Row[] = []
  for (const fragment of marks) {
    const host = hostOf(rows, fragment) ?? lineOf(rows, fragment)
    const last = loose.at(-1)
    if (host !== undefined) host.fragments.push(fragment)
    else if (last !== undefined && Math.abs(last.y - fragment.y) <= SAME_ROW * fragment.size)
      last.fragments.push(fragment)
    else loose.push(rowOf(fragment))
  }
  for (const row of [...rows, ...loose]) row.fragments.sort((a, b) => a.x0 - b.x0)
  return loose.length === 0 ? rows : [...rows, ...loose].sort((a, b) => b.y - a.y)
}

export function medianSize(fragments: readonly Fragment[]): number {
  const sizes = fragments.map(({ size, text }) => [size, text.length] as const).sort((a, b) => a[0] - b[0])
  const half = sizes.reduce((sum, [, length]) => sum + length, 0) / 2
  let seen = 0
  for (const [size, length] of sizes) {
    seen += length
    if (seen >= half) return size
  }
  return 0
}

/** Rows of tables, and blocks side by side, have at most this many lines and parts. */
const MAX_LINES = 60
const MAX_PARTS = 1000

/** The lines of one cell of a table. */
export interface CellRows {
  rows: Row[]
  x0: number
  x1: number
}

const paintedSpan = ({ fragments }: Row): { first: number; last: number } => ({
  first: fragments.reduce((first, { start }) => Math.min(first, start), Number.POSITIVE_INFINITY),
  last: fragments.reduce((last, { start }) => Math.max(last, start), Number.NEGATIVE_INFINITY),
})

/** Groups rows whose parts were painted alternately, so that they belong together; most rows are alone. */
export function toBands(rows: readonly Row[]): Row[][] {
  const spans = rows.map(paintedSpan)
  // For each row, the earliest that was painted at or below it.
  const earliest: number[] = []
  let lowest = Number.POSITIVE_INFINITY
  for (let index = spans.length - 1; index >= 0; index -= 1) {
    lowest = Math.min(lowest, spans[index]?.first ?? lowest)
    earliest[index] = lowest
  }
  const bands: Row[][] = []
  let latest = Number.NEGATIVE_INFINITY
  for (const [index, row] of rows.entries()) {
    const band = bands.at(-1)
    if (band === undefined || latest < (earliest[index] ?? 0)) bands.push([row])
    else band.push(row)
    latest = Math.max(latest, spans[index]?.last ?? latest)
  }
  return bands
}

const overlaps = (cell: CellRows, { x0, x1 }: Fragment): boolean => x0 < cell.x1 && x1 > cell.x0

/**
 * The cells of a table row, left to right, if they have several lines and were painted one after the other; otherwise null.
 *
 * @param gap maximum gap within a cell, in points
 */
export function cellsOf(band: readonly Row[], gap: number): CellRows[] | null {
  if (band.length < 2 || band.length > MAX_LINES) return null
  const parts = band.flatMap((row) => row.fragments.map((fragment) => ({ row, fragment })))
  if (parts.length > MAX_PARTS) return null
  parts.sort((a, b) => a.fragment.start - b.fragment.start)
  const cells: CellRows[] = []
  let previous: Row | null = null
  for (const { row, fragment } of parts) {
    const cell = cells.at(-1)
    const goesOn =
      cell !== undefined &&
      (overlaps(cell, fragment) || (row === previous && fragment.x0 - cell.x1 < gap && cell.x0 - fragment.x1 < gap))
    if (cell === undefined || !goesOn) {
      cells.push({ rows: [{ ...row, fragments: [fragment] }], x0: fragment.x0, x1: fragment.x1 })
    } else {
      if (row === previous) cell.rows.at(-1)?.fragments.push(fragment)
      else cell.rows.push({ ...row, fragments: [fragment] })
      cell.x0 = Math.min(cell.x0, fragment.x0)
      cell.x1 = Math.max(cell.x1, fragment.x1)
    }
    previous = row
  }
  cells.sort((a, b) => a.x0 - b.x0)
  if (cells.length < 2) return null
  const apart = cells.every((cell, index) => index === 0 || cell.x0 >= (cells[index - 1]?.x1 ?? 0))
  const downward = cells.every(({ rows }) =>
    rows.every((row, index) => index === 0 || row.y < (rows[index - 1]?.y ?? 0)),
  )
  if (!apart || !downward) return null
  for (const { rows } of cells) for (const row of rows) row.fragments.sort((a, b) => a.x0 - b.x0)
  return cells
}
