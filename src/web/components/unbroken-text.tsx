import type { ReactNode } from 'react'
import { amounts } from '../../shared/text/unbroken.ts'

/** A text in pieces, as `split` with a group returns it: every second one stays on one line. */
export const withoutBreaks = (pieces: readonly string[]): ReactNode =>
  pieces.map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text keep their order
      <span key={index} className="whitespace-nowrap">
        {piece}
      </span>
    ),
  )

/** Without lowercase letters, and with a word of two capitals. */
const isInCapitals = (title: string): boolean => /\p{Lu}{2}/u.test(title) && !/[\p{Ll}\p{Lo}]/u.test(title)

/**
 * A title whose words with a hyphen stay on one line, and words of one letter on that of the next word; capitals are set
 * apart. The serif font has no no-break hyphen.
 */
export function typesetTitle(title: string): ReactNode {
  const words = withoutBreaks(
    title.split(/(?<!\S)([\p{L}\d]{1,12}-[\p{L}\d]{1,12}[,.:;!?]?|(?:\p{L} ){1,3}\S{1,16})(?!\S)/u),
  )
  return isInCapitals(title) ? <span className="tracking-[0.04em] [word-spacing:0.16em]">{words}</span> : words
}

/** A text whose numbers stay on the line of their units. */
export const typesetNumbers = (text: string): ReactNode => withoutBreaks(text.split(amounts))
