import type { BlockType } from '../../../shared/document.ts'
import type { Piece } from '../../document.ts'
import { foldLines, foldText } from '../clean-text.ts'

/** What the styles of a Word file make of a paragraph. */
export interface ParagraphRole {
  type: Exclude<BlockType, 'table'>
  /** Of headings: 0 is the document's title, 1 to 9 are Word's outline levels. */
  level?: number
  /** All of its text is bold. */
  strong?: boolean
}

/** A part of the document, with what its look adds to what it says. */
export interface WordPiece extends Piece {
  strong?: boolean
}

/** Level of a paragraph that bears the document's title. */
export const TITLE_LEVEL = 0

/** Longer ones are prose in a heading's style, as in contracts with numbered clauses. */
const MAX_HEADING_CHARACTERS = 300

/** A paragraph's part of the document; null where it shows nothing. */
export function paragraphPiece(text: string, { type, level, strong }: ParagraphRole): WordPiece | null {
  const visible = type === 'code' ? foldLines(text) : foldText(text)
  if (visible === '') return null
  if (type !== 'heading') return strong === true ? { type, text: visible, strong } : { type, text: visible }
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

const roles: readonly (readonly [RegExp, ParagraphRole])[] = [
  [/^title$/iu, { type: 'heading', level: TITLE_LEVEL }],
  [/^(?:intense )?quote$|^block ?text$|^quotations$/iu, { type: 'quote' }],
  [/^(?:table |image )?caption$/iu, { type: 'caption' }],
  [/^(?:html preformatted|preformatted text|source ?code|code(?: ?block)?|macro(?: text)?)$/iu, { type: 'code' }],
]

/**
 * The role of a style that Word itself knows. In files its names are the same in every language; what is localized is
 * the style's id and what Word shows.
 */
export function roleOfName(name: string): ParagraphRole | null {
  return roles.find(([pattern]) => pattern.test(name))?.[1] ?? null
}

/** The outline level, from 0, of Word's heading styles, for files that leave their properties to the program. */
export function outlineOfName(name: string): number | undefined {
  const digit = /^heading ([1-9])$/iu.exec(name)?.[1]
  return digit === undefined ? undefined : Number(digit) - 1
}
