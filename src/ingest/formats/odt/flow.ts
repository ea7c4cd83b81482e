import type { Piece } from '../../document.ts'
import type { TextRun } from '../../parsing/raised-text.ts'
import type { ParagraphRole, TableReader } from '../word/pieces.ts'

interface Paragraph {
  runs: TextRun[]
  role: ParagraphRole
  styleName: string | undefined
  /** All of its text so far is bold; null without text. */
  strong: boolean | null
  /** Notes, text boxes and picture descriptions, which come after it. */
  beside: Piece[]
}

/** A sequence of paragraphs: the text itself, a cell, a note, a text box. */
export interface Flow {
  pieces: Piece[]
  paragraphs: Paragraph[]
  tables: TableReader[]
  /** Number of open frames, in which only text boxes have text. */
  frames: number
  /** A list item has begun; its first paragraph has the bullet. */
  inNewItem: boolean
  /** The open lists, outermost first, with their next number, or the one that the open item declares. */
  lists: { style: string | undefined; next: number; start: number | null }[]
}

/** Elements that the printed page doesn't show in this place. */
export const leftOut: ReadonlySet<string> = new Set(
  `office:annotation office:binary-data office:forms text:tracked-changes text:note-citation text:ruby-text text:hidden-text
  text:hidden-paragraph text:table-of-content text:illustration-index text:table-index
  text:object-index text:user-index text:alphabetical-index text:bibliography-source text:placeholder text:number
  svg:title`.split(/\s+/u),
)

/** Elements with separate paragraphs. */
export const flows: ReadonlySet<string> = new Set(['draw:text-box', 'text:note-body', 'table:table-cell'])

export const newFlow = (): Flow => ({
  pieces: [],
  paragraphs: [],
  tables: [],
  frames: 0,
  inNewItem: false,
  lists: [],
})
