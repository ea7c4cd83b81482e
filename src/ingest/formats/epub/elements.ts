import type { BlockType } from '../../../shared/document.ts'
import type { Piece } from '../../document.ts'
import { joinRuns, type TextRun } from '../../parsing/raised-text.ts'
import { isStruckBy, positionBy } from '../html/style-sheet.ts'
import { tableLines } from '../table-grid.ts'

/** Block elements (XHTML, DTBook, SVG text). */
export const blocks: ReadonlySet<string> = new Set(
  `address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer
  form frontmatter bodymatter rearmatter h1 h2 h3 h4 h5 h6 header hgroup hr html legend level level1 level2 level3 level4
  level5 level6 li line linegroup list main menu nav note object ol optgroup option p pre sidebar section select summary
  table tbody td text tfoot th thead tr ul video audio iframe`.split(/\s+/u),
)

/** Elements without text for readers: programs, styles, descriptions for machines, recordings. */
export const silent: ReadonlySet<string> = new Set(
  'script style head title template audio video iframe desc metadata annotation annotation-xml rp del s strike'.split(
    ' ',
  ),
)

/** Block type by element; others inherit that of their parent. */
export const types: ReadonlyMap<string, BlockType> = new Map([
  ['li', 'list-item'],
  ['dt', 'list-item'],
  ['dd', 'list-item'],
  ['blockquote', 'quote'],
  ['pre', 'code'],
  ['figcaption', 'caption'],
  ['caption', 'caption'],
])

/** Namespaces that this reader supports, for `epub:case`. */
export const namespacesRead: ReadonlySet<string> = new Set([
  'http://www.w3.org/1998/Math/MathML',
  'http://www.w3.org/2000/svg',
  'http://www.w3.org/1999/xhtml',
])

export type Attributes = Readonly<Record<string, string>>

/** Level of a heading element, or of one with the role of a heading; null for others. */
export function headingLevel(name: string, attributes: Attributes): number | null {
  const written = /^h([1-6])$/u.exec(name)?.[1]
  if (written !== undefined) return Number(written)
  if (name !== 'hd' && attributes['role'] !== 'heading') return null
  const level = Number(attributes['aria-level'] ?? 2)
  return Number.isInteger(level) && level >= 1 ? Math.min(6, level) : 2
}

/**
 * Whether an element interrupts the text: the number of a printed page, a link from a note back to its mark, a list for
 * reading systems (landmarks, pages of the printed book).
 */
export const isInterruption = (attributes: Attributes): boolean =>
  /\b(?:pagebreak|backlink|landmarks|page-list)\b/u.test(attributes['epub:type'] ?? '') ||
  /^doc-(?:pagebreak|backlink)$/u.test(attributes['role'] ?? '') ||
  // KaTeX draws a formula again beside its MathML.
  /(?:^|\s)katex-html(?:\s|$)/u.test(attributes['class'] ?? '')

/** Whether an element is hidden. Notes don't count: reading systems show them when their mark is touched. */
export function isHidden(attributes: Attributes): boolean {
  if (/note/u.test(attributes['epub:type'] ?? attributes['role'] ?? '')) return false
  const displays = attributes['style']?.match(/display\s{0,9}:\s{0,9}[a-z]{1,9}/giu)
  return attributes['hidden'] !== undefined || displays?.at(-1)?.toLowerCase().endsWith('none') === true
}

/** Whether an element is the mark of a note: declared as one, or a superscript link. */
export function isNoteMark(name: string, attributes: Attributes, parent: string): boolean {
  if (name !== 'a' || attributes['href'] === undefined) return name === 'sup' && parent === 'a'
  return /\bnoteref\b/u.test(attributes['epub:type'] ?? '') || attributes['role'] === 'doc-noteref' || parent === 'sup'
}

/** Whether an element's text is deleted by its style: what is struck out no longer counts. */
export const isStruckOut = (attributes: Attributes): boolean =>
  isStruckBy(attributes['style'] ?? '', attributes['class'] ?? '')

/** The mark of the position that an element gives its text; empty for none. */
export function positionMark(name: string, attributes: Attributes): string {
  if (blocks.has(name)) return ''
  const byName = name === 'sup' ? 'super' : name === 'sub' ? 'sub' : null
  const position = byName ?? positionBy(attributes['style'] ?? '', attributes['class'] ?? '')
  if (position === 'super') return SUPER
  return position === 'sub' ? SUB : ''
}

/** The arrow at the end of a note that links back to its mark. */
export const wayBack = / ?[↩⏎][\ufe0e\ufe0f]?$/u

/** The end of a text from which the next word or number stays apart where the mark between them is left out. */
export const goesOnApart = /[^\s([“‘«\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u

/** A longer cell is text of the book, not data. */
const MAX_CELL_CHARACTERS = 1000

/** Nested tables lay out pages; deeper ones would only cost time. */
export const MAX_TABLE_DEPTH = 8

/** Collects a table cell by cell. */
export class Table {
  readonly outer: Table | null
  readonly depth: number
  readonly #rows: { pieces: Piece[]; rowSpan: number; colSpan: number }[][] = []
  readonly #loose: Piece[] = []
  #laysOut = false

  constructor(outer: Table | null) {
    this.outer = outer
    this.depth = outer === null ? 1 : outer.depth + 1
    if (outer !== null) outer.#laysOut = true
  }

  startRow(): void {
    this.#rows.push([])
  }

  startCell(attributes: Attributes): void {
    if (this.#rows.length === 0) this.startRow()
    const spanOf = (name: string): number => Math.max(1, Number.parseInt(attributes[name] ?? '', 10) || 1)
    this.#rows.at(-1)?.push({ pieces: [], rowSpan: spanOf('rowspan'), colSpan: spanOf('colspan') })
  }

  add(piece: Piece): void {
    const cell = this.#rows.at(-1)?.at(-1)?.pieces
    if (piece.type === 'heading') this.#laysOut = true
    if (cell === undefined || piece.type === 'caption') this.#loose.push(piece)
    else cell.push(piece)
  }

  /**
   * Returns a data table as one part: a line per row, cells separated by " | ". Returns the parts inside a layout table,
   * which has one column, headings, tables or long texts.
   */
  pieces(): Piece[] {
    const inside = this.#rows.flat().flatMap(({ pieces }) => pieces)
    const [first] = inside
    if (first === undefined) return this.#loose
    if (this.#laysOut) return [...this.#loose, ...inside]
    const rows = this.#rows
      .map((row) => row.map((cell) => ({ ...cell, text: cell.pieces.map(({ text }) => text).join(' ') })))
      .filter((cells) => cells.some(({ text }) => text !== ''))
    const columns = rows.reduce((most, cells) => Math.max(most, cells.length), 0)
    const long = rows.some((cells) => cells.some(({ text }) => text.length > MAX_CELL_CHARACTERS))
    if (long || columns < 2 || rows.length < 2) return [...this.#loose, ...inside]
    return [...this.#loose, { type: 'table', text: tableLines(rows), location: first.location }]
  }
}

/** Noncharacters that mark positions in the text until its paragraph ends. */
export const [SUPER, SUB, BASE] = ['\ufdd0', '\ufdd1', '\ufdd2']

/** Reads the marked positions of a paragraph's text. */
export function joinPositions(text: string): string {
  if (!/[\ufdd0-\ufdd2]/u.test(text)) return text
  const runs = text.split(/(?=[\ufdd0-\ufdd2])/u).map((part): TextRun => {
    const isMarked = /^[\ufdd0-\ufdd2]/u.test(part)
    const raised = part.startsWith(SUPER) ? 'super' : 'base'
    return { text: isMarked ? part.slice(1) : part, position: part.startsWith(SUB) ? 'sub' : raised }
  })
  return joinRuns(runs)
}
