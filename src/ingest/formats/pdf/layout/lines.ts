import { BOLD, MONO } from '../pdfium/fonts.ts'
import type { Glyphs } from '../pdfium/glyphs.ts'
import { joinLines, Vocabulary } from '../structure/hyphens.ts'
import { isSquare } from './characters.ts'
import type { Region } from './columns.ts'
import { type Fragment, SQUARE_WORD_GAP, WIDE_GAP, WORD_GAP } from './fragments.ts'
import { withoutNoteMarks } from './note-marks.ts'
import { logicalText } from './right-to-left.ts'
import type { Row } from './rows.ts'
import { type CellRows, cellsOf, toBands } from './table-rows.ts'

/** A part of a line that stands apart from the next, as in a table. */
export interface Cell {
  text: string
  x0: number
  x1: number
}

/** One line of a column, in the frame of its turn. */
export interface Line {
  text: string
  cells: Cell[]
  x0: number
  x1: number
  y: number
  size: number
  /** What is true of every letter of the line: `BOLD`, `MONO`. */
  style: number
  rtl: boolean
  /** Counted from 1. */
  page: number
  /** Ends of the column that the line stands in. */
  left: number
  right: number
  /** Number of the column on its page, in reading order. */
  region: number
}

const CELL_GAP = 1.5 * WIDE_GAP

const styleOf = (fragments: readonly Fragment[]): number =>
  fragments.reduce((style, fragment) => (fragment.lettered ? style & fragment.style : style), BOLD | MONO)

/** Whether two neighbours are words apart: by the gap, or because one begins a line of its own beside the other. */
function areApart(before: Fragment, after: Fragment, gap: number): boolean {
  // In vertical text, punctuation is set beside the middle of its column.
  if (before.turn === 5 && isSquare(after.text.codePointAt(0) ?? 0)) return gap > SQUARE_WORD_GAP * before.size
  if (gap > WORD_GAP * Math.max(before.size, after.size)) return true
  const alike = Math.abs(before.size - after.size) < 0.1 * before.size
  return alike && Math.abs(before.y - after.y) > 0.3 * before.size
}

/** Joins the fragments of a row to cells, with spaces where there is room for one. */
function toCells(row: Row, glyphs: Glyphs | null): Cell[] {
  const { size } = row
  const cells: { parts: Fragment[]; text: string; x0: number; x1: number }[] = []
  for (const fragment of withoutNoteMarks(row)) {
    const cell = cells.at(-1)
    const gap = cell === undefined ? Number.POSITIVE_INFINITY : fragment.x0 - cell.x1
    if (cell === undefined || gap > CELL_GAP * size) {
      cells.push({ parts: [fragment], text: fragment.text, x0: fragment.x0, x1: fragment.x1 })
      continue
    }
    cell.text += areApart(cell.parts.at(-1) ?? fragment, fragment, gap) ? ` ${fragment.text}` : fragment.text
    cell.parts.push(fragment)
    cell.x1 = Math.max(cell.x1, fragment.x1)
  }
  for (const cell of cells) {
    if (glyphs !== null && cell.parts.some(({ rtl }) => rtl)) cell.text = logicalText(cell.parts, glyphs)
  }
  return cells
}

/** Cells have too few words to tell more from. */
const noVocabulary = new Vocabulary([])

/** The cells of a row of a table, each with all its lines. */
function joinCells(parts: readonly CellRows[], glyphs: Glyphs | null): Cell[] {
  return parts.map(({ rows, x0, x1 }) => ({
    text: rows
      .map((row) =>
        inOrder(row, glyphs)
          .map(({ text }) => text)
          .join(' '),
      )
      .reduce((before, after) => joinLines(before, after, noVocabulary)),
    x0,
    x1,
  }))
}

const isRtlRow = ({ fragments }: Row): boolean => fragments.some(({ rtl }) => rtl)

/** The cells of a row in the order in which they are read. */
function inOrder(row: Row, glyphs: Glyphs | null): Cell[] {
  const cells = toCells(row, glyphs)
  return isRtlRow(row) ? cells.toReversed() : cells
}

/** The lines of a region, top to bottom; a row of a table whose cells have several lines is one line. */
export function toLines(region: Region, glyphs: Glyphs | null, page: number, number: number): Line[] {
  const lineOf = (rows: readonly Row[], cells: Cell[]): Line => {
    const fragments = rows.flatMap((row) => row.fragments)
    return {
      text: cells.map(({ text }) => text).join(' '),
      cells,
      x0: Math.min(...cells.map(({ x0 }) => x0)),
      x1: Math.max(...cells.map(({ x1 }) => x1)),
      y: rows.at(-1)?.y ?? 0,
      size: rows[0]?.size ?? 0,
      style: styleOf(fragments),
      rtl: fragments.some(({ rtl }) => rtl),
      page,
      left: region.left,
      right: region.right,
      region: number,
    }
  }
  return toBands(region.rows).flatMap((band) => {
    const parts = cellsOf(band, WIDE_GAP * (band[0]?.size ?? 0))
    if (parts === null) return band.map((row) => lineOf([row], inOrder(row, glyphs)))
    const cells = joinCells(parts, glyphs)
    return [lineOf(band, band.some(isRtlRow) ? cells.toReversed() : cells)]
  })
}
