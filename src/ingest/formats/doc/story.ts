import type { Piece } from '../../document.ts'
import { Blocks } from '../word/blocks.ts'
import { Fields } from '../word/fields.ts'
import { type ParagraphRole, TITLE_LEVEL } from '../word/paragraphs.ts'
import { Line } from './line.ts'
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
  private readonly blocks: Blocks
  private readonly fields = new Fields()
  private readonly line = new Line()
  /** All characters of the line are bold. */
  private strong = true
  private beside: Piece[] = []

  constructor(text: Text, anchors: Anchors) {
    this.text = text
    this.anchors = anchors
    this.blocks = new Blocks(text.budget)
  }

  read(start: number, end: number): Piece[] {
    const { units, leftOut } = this.text
    const last = Math.min(end, units.length)
    for (let at = start; at < last; at += 1) this.unit(units[at] ?? 0, at, leftOut[at] ?? 0)
    this.endParagraph(last - 1, false)
    return this.blocks.finish()
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
        this.show(this.fields.end())
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
        if (leftOut !== 0) return
        if (this.fields.inCode) this.fields.code(String.fromCharCode(unit))
        else if (unit === NOTE || unit === DRAWING) this.beside.push(...this.anchors.at(at))
        else if (unit === LINE_BREAK || unit === COLUMN_BREAK) this.line.append('\n')
        else if (unit === HYPHEN_UNBROKEN) this.line.append('-')
        else if (unit >= 0x20 || unit === 0x09) this.character(unit, at)
    }
  }

  private character(unit: number, at: number): void {
    this.line.unit(unit)
    if (unit > 0x20) this.strong &&= this.text.bold[at] === 1
  }

  private show(text: string): void {
    if (!this.fields.inCode) this.line.append(text)
    else this.fields.code(text)
  }

  private endParagraph(at: number, cellMark: boolean): void {
    const format = this.text.paragraphAt(at)
    const role = { ...roleOf(format), strong: this.strong || format.style.bold === true }
    this.blocks.add(this.line.take(), role, depthOf(format, cellMark), this.beside)
    this.strong = true
    this.beside = []
    this.fields.endParagraph()
    const { own } = format
    if (own.endsInnerRow === true || (cellMark && own.endsRow === true)) this.blocks.endRow()
    else if (own.endsInnerCell === true || cellMark) this.blocks.endCell()
  }
}

function depthOf({ own }: ParagraphFormat, cellMark: boolean): number {
  const inTable = own.inTable === true || cellMark ? 1 : 0
  return Math.max(own.depth ?? 0, inTable)
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
