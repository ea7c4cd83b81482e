import { truncate } from '../shared/format.ts'
import type { Piece } from './document.ts'

const MAX_TITLE_CHARACTERS = 80

/** To the end of the first sentence that is long enough. Chinese and Japanese put no space behind it. */
const firstSentence = /^.{10,}?(?:[.!?؟।۔](?=\s|$)|[。！？](?![」』）”’]))/u

/** A title for a text that has none: its first heading, or else its first sentence, cut to about 80 characters. */
export function titleFromText(pieces: readonly Piece[]): string {
  const heading = pieces.slice(0, 3).find((piece) => piece.type === 'heading')
  const first = pieces.find((piece) => piece.type !== 'caption') ?? pieces[0]
  const source = heading?.text ?? first?.text.split('\n')[0] ?? ''
  const sentence = firstSentence.exec(source)?.[0] ?? source
  return truncate(sentence.replace(/[.。।۔]$/u, ''), MAX_TITLE_CHARACTERS)
}
