import { countWords } from '../../../shared/words.ts'
import { pointsBack } from './openers.ts'
import type { Span } from './sentences.ts'

const quotation = /["“„«「『]([^"“”„«»「」『』]+)["”“»」』]/gu

/** Fewer quoted words are a term or a title, not something that somebody says. */
const LEAST_WORDS = 6

/**
 * Words of the longest quotation in a sentence that means something by itself; 0 when there is none, or when it opens
 * with a word whose meaning stands elsewhere ("That is the price").
 *
 * @param language primary language subtag, lower case
 */
export function quotationWords(text: string, language: string): number {
  let longest = 0
  for (const [, said = ''] of text.matchAll(quotation)) {
    const words = countWords(said)
    if (words >= LEAST_WORDS && words > longest && !pointsBack(said, language)) longest = words
  }
  return longest
}

const openingMark = /["“„«「『‹]/u
const closingMark = /["”“»«」』›]/u
/** A closing mark stands at the end of a word, an opening one before it; inches and apostrophes do neither. */
const wordBefore = /[\p{L}\p{N}]$/u
const wordAfter = /^[\p{L}\p{N}]/u
const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/**
 * What stands between quotation marks in a text, without the marks and the white space inside them, in order. A
 * quotation that nothing closes runs to the end of the text, as one of several paragraphs does.
 *
 * @param inside 1 for each character between marks, marks included, as `quotedCharacters` gives it
 */
export function quotedSpans(text: string, inside: Uint8Array): Span[] {
  const spans: Span[] = []
  for (let at = 0; at < text.length; at += 1) {
    if (inside[at] !== 1 || !openingMark.test(text.charAt(at))) continue
    let end = at + 1
    while (end < text.length && inside[end] === 1 && !closingMark.test(text.charAt(end))) end += 1
    const closed = end < text.length && inside[end] === 1
    const torn =
      !unspacedScript.test(text.slice(at, end)) &&
      (wordBefore.test(text.charAt(at - 1)) || (closed && wordAfter.test(text.charAt(end + 1))))
    let from = at + 1
    let to = end
    while (from < to && text.charAt(from).trim() === '') from += 1
    while (to > from && text.charAt(to - 1).trim() === '') to -= 1
    if (!torn && to > from) spans.push({ start: from, end: to })
    at = end
  }
  return spans
}

/** How long the words may be that stand in the middle of what someone says: ", she recalled, ". */
const LONGEST_INTERRUPTION = 60
const commaAtEnd = /[,،，]$/u
const interruption = /^["”»“]\s*[^"“”«»„.!?]{3,}[,،]\s*["“„«]$/u

/**
 * Joins quotations that are one sentence, interrupted by who says it: “Life was short,” she said, “for all he knew.”
 * The joined span has the marks at its ends, since it holds others.
 */
export function joinInterrupted(text: string, spans: readonly Span[]): { span: Span; joined: boolean }[] {
  const result: { span: Span; joined: boolean }[] = []
  for (let at = 0; at < spans.length; at += 1) {
    const span = spans[at]
    const next = spans[at + 1]
    if (span === undefined) break
    const between = next === undefined ? '' : text.slice(span.end, next.start)
    const goesOn =
      next !== undefined &&
      between.length <= LONGEST_INTERRUPTION &&
      commaAtEnd.test(text.slice(span.start, span.end)) &&
      interruption.test(between) &&
      /^\p{Ll}/u.test(text.slice(next.start, next.end))
    if (goesOn) {
      result.push({ span: { start: span.start - 1, end: Math.min(text.length, next.end + 1) }, joined: true })
      at += 1
    } else result.push({ span, joined: false })
  }
  return result
}
