import type { Piece } from '../../document.ts'
import { Fields } from '../word/fields.ts'
import { addPiece, type ParagraphRole, paragraphPiece, TITLE_LEVEL } from '../word/paragraphs.ts'
import { type Cell, tablePieces } from '../word/table.ts'
import { DELETED, type ParagraphFormat, type Text } from './text.ts'

/** What the marks in a story lead to: notes and text boxes. */
export interface Anchors {
  /** Of a note's mark or a drawing's at a position: parts that come after the block it stands in. */
  at(position: number): readonly Piece[]
}

/** Characters with a meaning ([MS-DOC] 2.8.25 and "special characters"). */
const NOTE = 0x02
const CELL_END = 0x07
const DRAWING = 0x08
const LINE_BREAK = 0x0b
const PAGE_BREAK = 0x0c
const PARAGRAPH_END = 0x0d
const COLUMN_BREAK = 0x0e
const FIELD_BEGIN = 0x13
const FIELD_SEPARATOR = 0x14
const FIELD_END = 0x15
const HYPHEN_UNBROKEN = 0x1e

const BODY_TEXT = 9
const MAX_TABLE_DEPTH = 60

interface Table {
  rows: Cell[][]
  row: Cell[]
  cell: Piece[]
}

function roleOf({ style, own }: ParagraphFormat): ParagraphRole {
  const level = own.outlineLevel ?? style.outlineLevel
  if (style.role?.type === 'heading' && (level === undefined || style.role.level === TITLE_LEVEL)) return style.role
  if (level !== undefined && level < BODY_TEXT) return { type: 'heading', level: level + 1 }
  if (style.role !== null && style.role.type !== 'heading') return style.role
  return { type: (own.list ?? style.list ?? 0) === 0 ? 'paragraph' : 'list-item' }
}

/** Reads the characters of one story into parts. */
class StoryReader {
  private readonly text: Text
  private readonly anchors: Anchors
  private readonly pieces: Piece[] = []
  private readonly tables: Table[] = []
  private readonly fields = new Fields()
  private line = ''
  private beside: Piece[] = []

  constructor(text: Text, anchors: Anchors) {
    this.text = text
    this.anchors = anchors
  }

  read(start: number, end: number): Piece[] {
    const { units, leftOut } = this.text
    const last = Math.min(end, units.length)
    for (let at = start; at < last; at += 1) this.unit(units[at] ?? 0, at, leftOut[at] ?? 0)
    this.endParagraph(last - 1, false)
    while (this.tables.length > 0) this.endTable()
    return this.pieces
  }

  // oxlint-disable-next-line complexity -- one case a character
  private unit(unit: number, at: number, leftOut: number): void {
    switch (unit) {
      case FIELD_BEGIN:
        this.fields.begin()
        return
      case FIELD_SEPARATOR:
        this.fields.separate()
        return
      case FIELD_END:
        this.fields.end()
        return
      case PARAGRAPH_END:
      case PAGE_BREAK:
        // A paragraph whose end was deleted runs on into the next.
        if (leftOut !== DELETED) this.endParagraph(at, false)
        return
      case CELL_END:
        this.endParagraph(at, true)
        return
      default:
        if (leftOut !== 0 || this.fields.inCode) return
        if (unit === NOTE || unit === DRAWING) this.beside.push(...this.anchors.at(at))
        else if (unit === LINE_BREAK || unit === COLUMN_BREAK) this.line += '\n'
        else if (unit === HYPHEN_UNBROKEN) this.line += '-'
        else if (unit >= 0x20 || unit === 0x09) this.line += String.fromCharCode(unit)
    }
  }

  private get container(): Piece[] {
    return this.tables.at(-1)?.cell ?? this.pieces
  }

  private endParagraph(at: number, cellMark: boolean): void {
    const format = this.text.paragraphAt(at)
    this.toDepth(depthOf(format, cellMark))
    const piece = paragraphPiece(this.line, roleOf(format))
    if (piece !== null) addPiece(this.container, piece)
    this.container.push(...this.beside)
    this.line = ''
    this.beside = []
    this.fields.endParagraph()
    const { own } = format
    if (own.endsInnerRow === true || (cellMark && own.endsRow === true)) this.endRow()
    else if (own.endsInnerCell === true || cellMark) this.endCell()
  }

  /** Opens and closes tables until as many are open as the paragraph stands in. */
  private toDepth(depth: number): void {
    while (this.tables.length > depth) this.endTable()
    while (this.tables.length < depth) this.tables.push({ rows: [], row: [], cell: [] })
  }

  private endCell(): void {
    const table = this.tables.at(-1)
    if (table === undefined) return
    table.row.push(table.cell)
    table.cell = []
  }

  /** What stands in the mark of a row's end itself is no cell. */
  private endRow(): void {
    const table = this.tables.at(-1)
    if (table === undefined) return
    if (table.row.length > 0) table.rows.push(table.row)
    table.row = []
    table.cell = []
  }

  private endTable(): void {
    const table = this.tables.pop()
    if (table === undefined) return
    if (table.cell.length > 0) table.row.push(table.cell)
    if (table.row.length > 0) table.rows.push(table.row)
    this.container.push(...tablePieces(table.rows))
  }
}

function depthOf({ own }: ParagraphFormat, cellMark: boolean): number {
  const inTable = own.inTable === true || cellMark ? 1 : 0
  return Math.min(MAX_TABLE_DEPTH, Math.max(own.depth ?? 0, inTable))
}

/**
 * Reads a range of characters as parts of a document.
 *
 * @param start first character position
 * @param end position behind the last
 */
export function readStory(text: Text, start: number, end: number, anchors: Anchors): Piece[] {
  return new StoryReader(text, anchors).read(start, end)
}
