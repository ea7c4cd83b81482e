import type { Fragment } from './fragments.ts'
import type { Row } from './rows.ts'

/** What has more lines or parts is no row of a table, nor a few blocks side by side. */
const MAX_LINES = 60
const MAX_PARTS = 1000

/** One cell of a table, as the parts of its lines. */
export interface CellRows {
  rows: Row[]
  x0: number
  x1: number
}

interface Span {
  first: number
  last: number
}

function paintedSpan({ fragments }: Row): Span {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { start } of fragments) {
    first = Math.min(first, start)
    last = Math.max(last, start)
  }
  return { first, last }
}

/** Rows whose parts were painted in turns, so that they belong together; most rows stand alone. */
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
 * The cells of a row of a table, left to right, where they have several lines and were painted one after the other;
 * null where the lines are not those of such cells.
 *
 * @param gap what lies further apart, in points, is not one cell
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
