import type { Piece } from '../../document.ts'

/** Of a text, as much as it takes to judge it. */
const SAMPLE_CHARACTERS = 20_000

/** Shares of characters, or of words, that no text reaches, whatever its language. */
const MAX_MEANINGLESS = 0.2
const MAX_ODD = 0.4
const MAX_MIXED = 0.3

/** Code points without a character: private, unassigned, halves of pairs, replacements of what couldn't be decoded. */
const meaningless = /[\p{Co}\p{Cn}\p{Cs}\ufffd]/gu

/** Upper half of Latin-1 and signs, to which bytes that are no text decode. */
const odd = /[[\u0080-\u00ff\p{Sc}\p{Sk}\p{Sm}\p{So}]--\p{ASCII}]/gv

/** Scripts no word mixes; Chinese, Japanese and Korean put no spaces between words, so any other may occur in one. */
const apart = [
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Thai}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u,
  /[[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]--\p{ASCII}]/v,
  /[\p{L}--[\p{scx=Latin}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Arab}\p{scx=Hebr}\p{scx=Deva}\p{scx=Thai}\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]]/v,
]

/**
 * Tells text from what damaged or hostile files decode to: bytes taken for Latin letters, pairs of bytes taken for
 * characters from all over Unicode.
 */
export function isGarbled(pieces: readonly Piece[]): boolean {
  const sample = pieces
    .slice(0, SAMPLE_CHARACTERS)
    .map(({ text }) => text)
    .join('\n')
    .slice(0, SAMPLE_CHARACTERS)
  const words = sample.match(/\S+/gu) ?? []
  const characters = words.join('').length
  const share = (pattern: RegExp): number => (sample.match(pattern)?.length ?? 0) / Math.max(1, characters)
  if (share(meaningless) > MAX_MEANINGLESS || share(odd) > MAX_ODD) return true
  const mixed = words.filter((word) => apart.filter((script) => script.test(word)).length > 1).length
  return mixed > MAX_MIXED * words.length
}
