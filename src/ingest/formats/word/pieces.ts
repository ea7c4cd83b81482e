import type { BlockType } from '../../../shared/document.ts'
import { AppError } from '../../../shared/errors.ts'
import { countWords } from '../../../shared/text/words.ts'
import type { Piece } from '../../document.ts'
import { foldLines, foldText } from '../clean-text.ts'
import { MAX_MARKER_CHARACTERS } from '../list-markers.ts'
import { LINE_BREAK, verseLines } from '../verse.ts'

/** Limits on the text of one file, all of its stories together: far more than the longest books have. */
const limits = { characters: 20_000_000, paragraphs: 200_000, cells: 500_000 }

export class Budget {
  readonly #left = { ...limits }

  /** Counts text, a paragraph or a cell before it is kept. Throws AppError source_too_complex. */
  take(kind: keyof typeof limits, count = 1): void {
    this.#left[kind] -= count
    if (this.#left[kind] >= 0) return
    throw new AppError(
      'source_too_complex',
      'This document has far more text than can be read. Split it and upload a part.',
    )
  }
}

/** Role of a paragraph, by its style. */
export interface ParagraphRole {
  /** Lines of tables of contents and indexes are left out. */
  type: Exclude<BlockType, 'table'> | 'index'
  /** Of headings: 0 is the document's title, 1 to 9 are Word's outline levels. */
  level?: number
  /** Number of an item in an ordered list, or of a heading. */
  marker?: string | undefined
  /** All of its text is bold. */
  strong?: boolean
}

/** A part of the document with formatting that may make it a heading. */
export interface WordPiece extends Piece {
  strong?: boolean
  /** A heading with a number of its own. */
  numbered?: boolean
}

export const TITLE_LEVEL = 0

/** Longer headings are prose in a heading's style, such as numbered clauses of contracts. */
const MAX_HEADING_CHARACTERS = 300

/**
 * Converts a paragraph to a part of the document; null if it is empty. The number of a heading, or a long one, is a part of
 * its text.
 */
export function paragraphPiece(
  text: string,
  { type, level, marker = '', strong = false }: ParagraphRole,
): WordPiece | null {
  const visible = type === 'code' ? foldLines(text.replaceAll(LINE_BREAK, '\n')) : foldText(text)
  if (visible === '' || type === 'index') return null
  const isPrefix = marker !== '' && (type === 'heading' || marker.length > MAX_MARKER_CHARACTERS)
  const whole = isPrefix ? `${marker} ${visible}` : visible
  if (type === 'heading' && whole.length <= MAX_HEADING_CHARACTERS)
    return { type, level: level ?? 1, text: whole, ...(isPrefix ? { numbered: true } : {}) }
  if (type === 'heading') return { type: 'paragraph', text: whole }
  const lines = isPrefix ? undefined : verseLines(text, type)
  return { type, text: whole, lines, ...(strong ? { strong } : {}), ...(isPrefix || marker === '' ? {} : { marker }) }
}

/** Adds a part; consecutive lines of code, each a paragraph in Word, become one part. */
export function addPiece(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1)
  if (piece.type === 'code' && last?.type === 'code') last.text += `\n${piece.text}`
  else pieces.push(piece)
}

/** Names of the styles of tables of contents and indexes, by Word and LibreOffice. */
const indexStyle =
  /^(?:toc (?:\d|heading)|contents (?:\d|heading)|table of (?:figures|authorities)|index (?:\d|heading)|(?:figure|illustration|user|object|table) index (?:\d|heading))$/iu

const roles: readonly (readonly [RegExp, ParagraphRole])[] = [
  [indexStyle, { type: 'index' }],
  [/^title$/iu, { type: 'heading', level: TITLE_LEVEL }],
  [/^(?:intense )?quote$|^block ?text$|^quotations$/iu, { type: 'quote' }],
  [/^(?:table |image )?caption$/iu, { type: 'caption' }],
  [/^(?:html preformatted|preformatted text|source ?code|code(?: ?block)?|macro(?: text)?)$/iu, { type: 'code' }],
]

/**
 * The role of a built-in style, by its name. In files these names are the same in every language; ids and displayed names
 * are localized.
 */
export function roleOfName(name: string): ParagraphRole | null {
  return roles.find(([pattern]) => pattern.test(name))?.[1] ?? null
}

/** The outline level, from 0, of Word's heading styles, for files that don't specify it. */
export function outlineOfName(name: string): number | undefined {
  const digit = /^heading ([1-9])$/iu.exec(name)?.[1]
  return digit === undefined ? undefined : Number(digit) - 1
}

/** Parts of one cell; null for a cell that continues the one above it. */
export type Cell = readonly Piece[] | null

/** A longer cell is a part of the text, not data. */
const MAX_CELL_CHARACTERS = 600

const cellText = (cell: Cell): string => (cell ?? []).map((piece) => piece.text.replaceAll('\n', ' ')).join(' ')

const isText = (cell: Cell): boolean =>
  cell !== null &&
  (cell.some((piece) => piece.type === 'heading' || piece.type === 'table') ||
    cell.reduce((sum, piece) => sum + piece.text.length, 0) > MAX_CELL_CHARACTERS)

/**
 * Converts a table to one part, a line per row with " | " between its cells. Returns the parts of the cells if the table
 * only lays out the page: a single column, or cells with headings, tables or long text.
 */
export function tablePieces(rows: readonly (readonly Cell[])[]): Piece[] {
  const columns = Math.max(0, ...rows.slice(0, 1000).map((row) => row.filter((cell) => cell !== null).length))
  if (columns <= 1 || rows.some((row) => row.some(isText))) return rows.flat().flatMap((cell) => cell ?? [])
  // A grid has columns in which no cell begins, where the edges of cells differ from row to row.
  const begun = new Set(rows.flatMap((row) => row.flatMap((cell, at) => (cell === null ? [] : [at]))))
  const lines = rows.map((row) => {
    const cells = row.filter((_, at) => begun.has(at)).map(cellText)
    return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1).join(' | ')
  })
  const text = lines.filter((line) => line !== '').join('\n')
  return text === '' ? [] : [{ type: 'table', text }]
}

/** No table has more columns. */
const MAX_SPAN = 64

/** Collects a table cell by cell. */
export class TableReader {
  /** The open row was deleted with its changes tracked. */
  rowDeleted = false
  /** The open cell continues the one above or beside it, or was deleted. */
  cellContinues = false
  /** Number of columns of the open cell. */
  cellSpan = 1
  readonly #rows: Cell[][] = []
  #row: Cell[] = []

  endCell(pieces: readonly Piece[] | null): void {
    this.#row.push(this.cellContinues && pieces?.length === 0 ? null : pieces)
    this.leaveColumns(this.cellSpan - 1)
    this.cellSpan = 1
  }

  /** Passes over columns in which no cell of the row begins. */
  leaveColumns(count: number): void {
    for (let at = 0; at < Math.min(count, MAX_SPAN); at += 1) this.#row.push(null)
  }

  endRow(): void {
    if (!this.rowDeleted && this.#row.length > 0) this.#rows.push(this.#row)
    this.#row = []
    this.rowDeleted = false
  }

  pieces(): Piece[] {
    this.endRow()
    return tablePieces(this.#rows)
  }
}

/** Shorter descriptions are labels such as "logo" or "fig 3". */
const MIN_WORDS = 3

const imageFile = /\.(?:bmp|emf|gif|jpe?g|png|svg|tiff?|webp|wmf)$|^[a-z]:\\|:\/\//iu

/** Sentences with which Office marks generated descriptions. */
const guessed = new RegExp(
  [
    'automatically generated|AI-generated content|automatisch (?:generiert|gegenereerd)|KI-generiert',
    'générée?s? (?:automatiquement|par l.IA)|gener(?:ad|at)[ao]s? (?:automáticamente|automaticamente|por IA|con IA)',
    'gerad[ao] automaticamente|automatiskt? genere|автоматически|wygenerowany automatycznie',
    '自动生成|自動產生|自動的に生成|자동 생성',
  ].join('|'),
  'iu',
)

/**
 * Returns an author's description of a picture. Null for file names, labels, and descriptions that Office generated.
 */
export function altText(description: string | undefined): string | null {
  const text = foldText(description ?? '')
  return countWords(text) < MIN_WORDS || imageFile.test(text) || guessed.test(text) ? null : text
}
