import type { Piece } from '../../document.ts'
import { TITLE_LEVEL, type WordPiece } from './paragraphs.ts'

/** How far down a title may stand and still be the whole document's. */
const TITLE_WITHIN = 12

/** Bold lines that are longer are emphasis. */
const MAX_SEEMING_CHARACTERS = 100

/** The document's title, where a paragraph near the start bears it. */
export function titleOf(pieces: readonly Piece[]): string | null {
  return pieces.slice(0, TITLE_WITHIN).find((piece) => piece.level === TITLE_LEVEL)?.text ?? null
}

const seems = ({ strong, type, text }: WordPiece): boolean =>
  strong === true &&
  (type === 'paragraph' || type === 'list-item') &&
  text.length <= MAX_SEEMING_CHARACTERS &&
  /\p{L}{2}/u.test(text) &&
  !/[.,;!…。；，]$/u.test(text)

/**
 * Lines that are headings to the eye only: short, bold as a whole, above text that is not. Many documents have no
 * others. Lines that recur (speakers, labels) and documents in which every other line is bold are left as they are.
 */
function seemingHeadings(pieces: readonly WordPiece[]): ReadonlySet<WordPiece> {
  const found = pieces.filter((piece, index) => {
    const next = pieces[index + 1]
    return seems(piece) && next !== undefined && next.strong !== true && next.type !== 'heading'
  })
  const distinct = new Set(found.map((piece) => piece.text)).size
  const few = found.length >= 2 && found.length <= pieces.length / 3
  return new Set(few && distinct >= found.length * 0.8 ? found : [])
}

/**
 * The parts of a document with their headings settled. Where no style makes any, lines that look like headings are
 * some. Levels go from 1 to 6: a title that stands in the text is level 1, and all others stand below it.
 */
export function settleHeadings(pieces: readonly WordPiece[]): Piece[] {
  const styled = pieces.some((piece) => piece.type === 'heading' && piece.level !== TITLE_LEVEL)
  const seeming: ReadonlySet<WordPiece> = styled ? new Set() : seemingHeadings(pieces)
  const shift = pieces.some((piece) => piece.level === TITLE_LEVEL) ? 1 : 0
  return pieces.map((piece) => {
    const { type, text, level } = seeming.has(piece) ? { type: 'heading' as const, text: piece.text, level: 1 } : piece
    return level === undefined ? { type, text } : { type, text, level: Math.min(6, Math.max(1, level + shift)) }
  })
}
