import { truncate } from '../shared/format.ts'
import type { Piece } from './document.ts'

const MAX_TITLE_CHARACTERS = 80

/** A title for a text that has none: its first heading, or else its first sentence, cut to about 80 characters. */
export function titleFromText(pieces: readonly Piece[]): string {
  const heading = pieces.slice(0, 3).find((piece) => piece.type === 'heading')
  const source = heading?.text ?? pieces[0]?.text.split('\n')[0] ?? ''
  const sentence = /^.{10,}?[.!?。！？](?=\s|$)/u.exec(source)?.[0] ?? source
  return truncate(sentence.replace(/[.。]$/u, ''), MAX_TITLE_CHARACTERS)
}
