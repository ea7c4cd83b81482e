import { foldLines, foldText } from '../../clean-text.ts'
import type { Line } from '../layout/lines.ts'
import { isSameColumn } from './paragraphs.ts'

/** Lines of a table, or lines of anything else. */
interface Stretch {
  table: boolean
  lines: Line[]
}

const MIN_TABLE_ROWS = 3

/** Whether each cell of a row is above or below one of another, and beside the others: headings are often centered. */
const isAligned = (a: Line, b: Line): boolean =>
  a.cells.length >= 3 &&
  a.cells.length === b.cells.length &&
  a.cells.every(
    ({ x0, x1 }, at) =>
      x0 >= (b.cells[at - 1]?.x1 ?? Number.NEGATIVE_INFINITY) &&
      x1 <= (b.cells[at + 1]?.x0 ?? Number.POSITIVE_INFINITY),
  )

/** Whether cells of two rows begin, end or are centered in the same place, or are in the same order. */
function sharesColumn(a: Line, b: Line): boolean {
  if (isAligned(a, b)) return true
  const tolerance = 0.5 * Math.max(a.size, b.size)
  const near = (x: number, y: number): boolean => Math.abs(x - y) <= tolerance
  const shared = a.cells.filter((one) =>
    b.cells.some(
      (other) => near(one.x0, other.x0) || near(one.x1, other.x1) || near(one.x0 + one.x1, other.x0 + other.x1),
    ),
  )
  return shared.length >= 2
}

const isRow = (line: Line): boolean => line.cells.length >= 2 && line.text.length < 400

/** The lines from `from` on that are rows of one table; a cell may run on over a line between two rows. */
function tableAt(lines: readonly Line[], from: number): Line[] {
  const first = lines[from]
  if (first === undefined || !isRow(first)) return []
  let last = first
  let end = from + 1
  let rows = 1
  for (let index = from + 1; index < lines.length && index - end <= 1; index += 1) {
    const line = lines[index]
    if (line === undefined || !isSameColumn(last, line) || last.y - line.y > 6 * line.size) break
    if (!isRow(line) || !sharesColumn(last, line)) continue
    last = line
    end = index + 1
    rows += 1
  }
  return rows >= MIN_TABLE_ROWS ? lines.slice(from, end) : []
}

export function findTables(lines: readonly Line[]): Stretch[] {
  const stretches: Stretch[] = []
  let index = 0
  while (index < lines.length) {
    const table = tableAt(lines, index)
    if (table.length > 0) stretches.push({ table: true, lines: table })
    else {
      const last = stretches.at(-1)
      const line = lines.slice(index, index + 1)
      if (last === undefined || last.table) stretches.push({ table: false, lines: line })
      else last.lines.push(...line)
    }
    index += Math.max(1, table.length)
  }
  return stretches
}

export const tableOf = (lines: readonly Line[]): string =>
  foldLines(lines.map(({ cells }) => cells.map(({ text }) => foldText(text)).join('\t')).join('\n'))
