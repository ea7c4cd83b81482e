import { joinRuns, type TextRun } from '../../../parsing/raised-text.ts'
import type { PageBox } from '../pdfium/box.ts'
import { BOLD, MONO } from '../pdfium/fonts.ts'
import type { Glyphs } from '../pdfium/glyphs.ts'
import { joinLines, Vocabulary } from '../structure/hyphens.ts'
import { isSquare } from './characters.ts'
import { type Region, toRegions } from './columns.ts'
import { type FloatingBox, findFloatingBoxes, isBesideBox } from './floating-boxes.ts'
import { type Fragment, SQUARE_WORD_GAP, WIDE_GAP, WORD_GAP } from './fragments.ts'
import { findCitations, placeFragments, withoutNoteMarks } from './raised.ts'
import { logicalText } from './right-to-left.ts'
import { type CellRows, cellsOf, type Row, runsOf, toBands } from './rows.ts'

/** A part of a line that is separate from the next, as in a table. */
interface Cell {
  text: string
  x0: number
  x1: number
}

/** One line of a column, in the coordinates of its direction. */
export interface Line {
  text: string
  cells: Cell[]
  x0: number
  x1: number
  y: number
  size: number
  /** Styles of all letters of the line: `BOLD`, `MONO`. */
  style: number
  rtl: boolean
  /** Counted from 1. */
  page: number
  /** Edges of the line's column. */
  left: number
  right: number
  /** Number of the column on its page, in reading order. */
  region: number
  /** In a box that the text runs around. */
  boxed: boolean
}

const CELL_GAP = 1.5 * WIDE_GAP

const textOf = (cells: readonly Cell[]): string => cells.map(({ text }) => text).join(' ')

const styleOf = (fragments: readonly Fragment[]): number =>
  fragments.reduce((style, fragment) => (fragment.lettered ? style & fragment.style : style), BOLD | MONO)

/** Whether two neighbors are separate words: by the gap, or because they are on different lines beside each other. */
function areApart(before: Fragment, after: Fragment, gap: number): boolean {
  // In vertical text, punctuation is beside the middle of its column.
  if (before.turn === 5 && isSquare(after.text.codePointAt(0) ?? 0)) return gap > SQUARE_WORD_GAP * before.size
  if (gap > WORD_GAP * Math.max(before.size, after.size)) return true
  const alike = Math.abs(before.size - after.size) < 0.1 * before.size
  return alike && Math.abs(before.y - after.y) > 0.3 * before.size
}

interface OpenCell {
  parts: Fragment[]
  runs: TextRun[]
  x0: number
  x1: number
}

/** Divides the fragments of a row into cells, with spaces in gaps that are wide enough. */
function divideRow(row: Row): OpenCell[] {
  const cells: OpenCell[] = []
  for (const { fragment, position, attached } of placeFragments(row)) {
    const { text, x0, x1, isNote = false } = fragment
    const cell = cells.at(-1)
    const before = cell?.parts.at(-1)
    const gap = cell === undefined ? Number.POSITIVE_INFINITY : x0 - cell.x1
    if (cell === undefined || before === undefined || gap > CELL_GAP * row.size) {
      cells.push({ parts: [fragment], runs: [{ text, position, isNote }], x0, x1 })
      continue
    }
    if (!attached && areApart(before, fragment, gap)) cell.runs.push({ text: ' ', position: 'base' })
    cell.runs.push({ text, position, isNote })
    cell.parts.push(fragment)
    cell.x1 = Math.max(cell.x1, x1)
  }
  return cells
}

/** The cells of a row, left to right. */
function toCells(row: Row, glyphs: Glyphs | null): Cell[] {
  const fragments = glyphs !== null && isRtlRow(row) ? withoutNoteMarks(row) : row.fragments
  return divideRow({ ...row, fragments }).map(({ parts, runs, x0, x1 }) => {
    const rtl = glyphs !== null && parts.some((part) => part.rtl)
    return { text: rtl ? logicalText(parts, glyphs) : joinRuns(runs), x0, x1 }
  })
}

/** Cells have too few words for a vocabulary. */
const noVocabulary = new Vocabulary([])

/** The cells of a row of a table, each with all its lines. */
function joinCells(parts: readonly CellRows[], glyphs: Glyphs | null): Cell[] {
  return parts.map(({ rows, x0, x1 }) => {
    const lines = rows.map((row) => textOf(inOrder(row, glyphs)))
    return { text: lines.reduce((before, after) => joinLines(before, after, noVocabulary)), x0, x1 }
  })
}

const isRtlRow = ({ fragments }: Row): boolean => fragments.some(({ rtl }) => rtl)

/** The cells of a row in reading order. */
function inOrder(row: Row, glyphs: Glyphs | null): Cell[] {
  const cells = toCells(row, glyphs)
  return isRtlRow(row) ? cells.toReversed() : cells
}

/** Gives rows without letters the direction of the text around them. */
function turnNumbers({ rows }: Region): void {
  for (const { fragments } of rows) {
    if (fragments.some(({ text }) => /\p{L}/u.test(text))) continue
    for (const fragment of fragments) fragment.rtl = true
  }
}

/** The lines of a region, top to bottom; a row of a table whose cells have several lines is one line. */
function toLines(region: Region, glyphs: Glyphs | null, page: number, number: number, boxed = false): Line[] {
  if (2 * region.rows.filter(isRtlRow).length > region.rows.length) turnNumbers(region)
  const lineOf = (rows: readonly Row[], cells: Cell[]): Line => {
    const fragments = rows.flatMap((row) => row.fragments)
    return {
      text: textOf(cells),
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
      boxed,
    }
  }
  return toBands(region.rows).flatMap((band) => {
    const parts = cellsOf(band, WIDE_GAP * (band[0]?.size ?? 0))
    if (parts === null) return band.map((row) => lineOf([row], inOrder(row, glyphs)))
    const cells = joinCells(parts, glyphs)
    return [lineOf(band, band.some(isRtlRow) ? cells.toReversed() : cells)]
  })
}

export interface ReadPage {
  /** Counted from 1. */
  number: number
  box: PageBox
  fragments: Fragment[]
  /** Kept for pages with right-to-left scripts. */
  glyphs: Glyphs | null
}

/** Up to this number, the parts of a page with one direction each are read in painting order. */
const MAX_STRETCHES = 5

/** Groups fragments by direction, the group with the most text first. */
function byTurn(fragments: readonly Fragment[]): Fragment[][] {
  const stretches = runsOf(fragments, (first, fragment) => first.turn === fragment.turn)
  if (stretches.length <= MAX_STRETCHES) return stretches
  const groups = Map.groupBy(fragments, (fragment) => fragment.turn)
  const characters = (group: readonly Fragment[]): number => group.reduce((sum, { text }) => sum + text.length, 0)
  return [...groups.values()].sort((a, b) => characters(b) - characters(a))
}

/** Ends the columns of lines beside a box at the box, so that its lines are not taken for the ends of paragraphs. */
function endAtBoxes(lines: readonly Line[], boxes: readonly FloatingBox[]): void {
  for (const box of boxes) {
    for (const line of lines) {
      if (!isBesideBox(box, line.y, line.size)) continue
      if (line.x1 <= box.x0) line.right = Math.min(line.right, box.x0)
      if (line.x0 >= box.x1) line.left = Math.max(line.left, line.x0)
    }
  }
}

/** The lines of a page in reading order, without what is in `left`; those of boxes beside a text come after it. */
export function pageLines({ number, fragments, glyphs }: ReadPage, left: ReadonlySet<Fragment>): Line[] {
  const lines: Line[] = []
  let region = 0
  for (const group of byTurn(fragments.filter((fragment) => !left.has(fragment)))) {
    const boxes = findFloatingBoxes(group)
    const boxed = new Set(boxes.flatMap((box) => box.fragments))
    const text = boxed.size === 0 ? group : group.filter((fragment) => !boxed.has(fragment))
    const regions = toRegions(text)
    findCitations(regions.flatMap(({ rows }) => rows))
    const own = regions.flatMap((part) => toLines(part, glyphs, number, region++))
    endAtBoxes(own, boxes)
    const inBoxes = boxes.flatMap((box) => toRegions(box.fragments))
    lines.push(...own, ...inBoxes.flatMap((part) => toLines(part, glyphs, number, region++, true)))
  }
  return lines
}
