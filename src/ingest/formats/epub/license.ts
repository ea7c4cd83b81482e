import type { Piece } from '../../document.ts'
import { gutenbergEnd, gutenbergStart } from '../plain-text/gutenberg.ts'

/** The lines of a part after the mark that the book begins with, or before the one that it ends with. */
function linesBeside(piece: Piece, mark: RegExp, side: 'after' | 'before'): Piece[] {
  const lines = piece.text.split('\n')
  const at = lines.findIndex((line) => mark.test(line.trim()))
  const text = (side === 'after' ? lines.slice(at + 1) : lines.slice(0, at)).join('\n').trim()
  return text === '' ? [] : [{ ...piece, text }]
}

/** The parts of a book without the preface and license of Project Gutenberg, their chapters counted from 1. */
export function withoutLicense(pieces: readonly Piece[]): Piece[] {
  const hasMark = (mark: RegExp) => (piece: Piece | undefined) =>
    piece?.text.split('\n').some((line) => mark.test(line.trim())) === true
  const start = pieces.findIndex(hasMark(gutenbergStart))
  const end = pieces.findIndex((piece, at) => at >= start && hasMark(gutenbergEnd)(piece))
  const [first, last] = [pieces[start], pieces[end]]
  const book = [
    ...(first === undefined || start === end ? [] : linesBeside(first, gutenbergStart, 'after')),
    ...pieces.slice(start + 1, end === -1 ? undefined : end),
    ...(last === undefined ? [] : linesBeside(last, gutenbergEnd, 'before')),
  ]
  if (book.length === 0 || book.length === pieces.length) return [...pieces]
  const numbers = new Map<number, number>()
  const renumbered: Piece[] = []
  for (const piece of book) {
    const { location } = piece
    const chapter =
      location?.kind === 'chapter' ? numbers.getOrInsertComputed(location.chapter, () => numbers.size + 1) : undefined
    renumbered.push(
      location?.kind === 'chapter' && chapter !== undefined ? { ...piece, location: { ...location, chapter } } : piece,
    )
  }
  return renumbered
}
