import type { BlockType } from '../../../shared/document.ts'
import type { Piece } from '../../document.ts'
import { foldLines, foldText } from '../clean-text.ts'

/** What the styles of a Word file make of a paragraph. */
export interface ParagraphRole {
  type: Exclude<BlockType, 'table'>
  /** Of headings: 0 is the document's title, 1 to 9 are Word's outline levels. */
  level?: number
}

/** Level of a paragraph that bears the document's title. */
export const TITLE_LEVEL = 0

/** Longer ones are prose in a heading's style, as in contracts with numbered clauses. */
const MAX_HEADING_CHARACTERS = 300

/** A paragraph's part of the document; null where it shows nothing. */
export function paragraphPiece(text: string, { type, level }: ParagraphRole): Piece | null {
  const visible = type === 'code' ? foldLines(text) : foldText(text)
  if (visible === '') return null
  if (type !== 'heading') return { type, text: visible }
  return visible.length > MAX_HEADING_CHARACTERS
    ? { type: 'paragraph', text: visible }
    : { type, level: level ?? 1, text: visible }
}

/** Adds a part; lines of code that follow each other, each a paragraph in Word, are one part. */
export function addPiece(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1)
  if (piece.type === 'code' && last?.type === 'code') last.text += `\n${piece.text}`
  else pieces.push(piece)
}

/** How far down a title may stand and still be the whole document's. */
const TITLE_WITHIN = 12

/** The document's title, where a paragraph near the start bears it. */
export function titleOf(pieces: readonly Piece[]): string | null {
  return pieces.slice(0, TITLE_WITHIN).find((piece) => piece.level === TITLE_LEVEL)?.text ?? null
}

/** Headings with levels from 1 to 6: a title that stands in the text is level 1, and all others stand below it. */
export function settleLevels(pieces: readonly Piece[]): Piece[] {
  const shift = pieces.some((piece) => piece.level === TITLE_LEVEL) ? 1 : 0
  return pieces.map((piece) =>
    piece.level === undefined ? piece : { ...piece, level: Math.min(6, Math.max(1, piece.level + shift)) },
  )
}
