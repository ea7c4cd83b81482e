import type { Piece } from '../../document.ts'

/** What stands in one cell, in order; null for a cell that continues the one above it. */
export type Cell = readonly Piece[] | null

/** A cell longer than this holds a part of the text and not a datum. */
const MAX_CELL_CHARACTERS = 600

const cellText = (cell: Cell): string => (cell ?? []).map((piece) => piece.text.replaceAll('\n', ' ')).join(' ')

const isText = (cell: Cell): boolean =>
  cell !== null &&
  (cell.some((piece) => piece.type === 'heading' || piece.type === 'table') ||
    cell.reduce((sum, piece) => sum + piece.text.length, 0) > MAX_CELL_CHARACTERS)

/**
 * The parts of a table: one of type table, a line a row with " | " between its cells. A table that only places text on
 * the page (a single column; cells with headings, tables or long text in them) gives the parts of its cells instead.
 */
export function tablePieces(rows: readonly (readonly Cell[])[]): Piece[] {
  const columns = Math.max(0, ...rows.slice(0, 1000).map((row) => row.length))
  if (columns <= 1 || rows.some((row) => row.some(isText))) return rows.flat().flatMap((cell) => cell ?? [])
  const lines = rows.map((row) => {
    const cells = row.map(cellText)
    return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1).join(' | ')
  })
  const text = lines.filter((line) => line !== '').join('\n')
  return text === '' ? [] : [{ type: 'table', text }]
}
