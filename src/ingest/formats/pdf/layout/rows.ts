import type { Fragment } from './fragments.ts'

/** Fragments that stand beside one another, left to right. */
export interface Row {
  fragments: Fragment[]
  y: number
  size: number
  /** Characters of its longest fragment. */
  longest: number
}

/** Baselines that differ by up to this, in sizes of the text, are those of one row. */
const SAME_ROW = 0.48

/** Rows with more parts than this are drawings rather than text with marks. */
const MAX_BESIDE = 200

const byHeight = (a: Fragment, b: Fragment): number => b.y - a.y

const rowOf = (fragment: Fragment): Row => ({
  fragments: [fragment],
  y: fragment.y,
  size: fragment.size,
  longest: fragment.text.length,
})

/** A row is as high, and where, as most of its text is. */
function join(row: Row, fragment: Fragment): void {
  if (fragment.text.length > row.longest) {
    row.size = fragment.size
    row.y = fragment.y
    row.longest = fragment.text.length
  }
  row.fragments.push(fragment)
}

/** Whether a small fragment sits beside one of a row, as an exponent or the mark of a footnote does. */
function sitsBeside(row: Row, { x0, x1, y, size }: Fragment): boolean {
  if (Math.abs(row.y - y) > 0.65 * row.size || size > 0.9 * row.size) return false
  if (row.fragments.length > MAX_BESIDE) return false
  return row.fragments.some((other) => x0 < other.x1 + row.size && x1 > other.x0 - 1.2 * row.size)
}

/** Rows whose middle may hold a fragment of this height; the rows are in order. */
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

/** Sorts fragments of one turn into rows, topmost first. Raised and lowered marks join the row that they belong to. */
export function toRows(fragments: readonly Fragment[]): Row[] {
  const sorted = [...fragments].sort(byHeight)
  const rows: Row[] = []
  const marks: Fragment[] = []
  const size = medianSize(fragments)
  for (const fragment of sorted) {
    const last = rows.at(-1)
    if (fragment.size < 0.85 * size && fragment.text.length <= 8) marks.push(fragment)
    else if (last !== undefined && Math.abs(last.y - fragment.y) <= SAME_ROW * Math.min(last.size, fragment.size)) {
      join(last, fragment)
    } else rows.push(rowOf(fragment))
  }
  const loose: Row[] = []
  for (const fragment of marks) {
    const host = nearRows(rows, fragment.y).find((row) => sitsBeside(row, fragment))
    const last = loose.at(-1)
    if (host !== undefined) host.fragments.push(fragment)
    else if (last !== undefined && Math.abs(last.y - fragment.y) <= SAME_ROW * fragment.size)
      last.fragments.push(fragment)
    else loose.push(rowOf(fragment))
  }
  for (const row of rows) row.fragments.sort((a, b) => a.x0 - b.x0)
  for (const row of loose) row.fragments.sort((a, b) => a.x0 - b.x0)
  return loose.length === 0 ? rows : [...rows, ...loose].sort((a, b) => b.y - a.y)
}

/** The size of the middle character when all are sorted by size. */
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
