import { countWords } from '../../shared/words.ts'
import type { Span } from '../text/sentences.ts'
import { pointsBack } from './references.ts'

/** Each opening mark with those that may close it: English, German, Polish, Swedish, Danish, French, Chinese, Japanese. */
const closers: Readonly<Record<string, string>> = {
  '"': '"”',
  '“': '”"',
  '„': '“”"',
  '”': '”',
  '«': '»',
  '»': '«',
  '「': '」',
  '『': '』',
  '《': '》',
  '〈': '〉',
}
/** These open only before a word and after none, since elsewhere they close or mean inches. */
const ambiguous = '"”»'
const letterOrDigit = /[\p{L}\p{N}]/u
const opensSingle = /^[‘'](?=\p{Lu})/u
/** Single marks are apostrophes too; those of speech close after its stop or comma. */
const closesSingle = /[.,!?…—][’'](?![\p{L}\p{N}])/u
const LONGEST_SINGLE = 600

/** Where the quotation that opens at a position ends, past its closing mark; -1 where none opens. */
function endOfQuotation(text: string, at: number, singles: boolean): number {
  const mark = text.charAt(at)
  const afterWord = at > 0 && letterOrDigit.test(text.charAt(at - 1))
  if (mark === '‘' || mark === "'") {
    if (!singles || afterWord || !opensSingle.test(text.slice(at, at + 3))) return -1
    const close = closesSingle.exec(text.slice(at + 1, at + LONGEST_SINGLE))
    return close === null ? -1 : at + 1 + close.index + 2
  }
  const closing = closers[mark]
  if (closing === undefined || (ambiguous.includes(mark) && afterWord)) return -1
  let end = at + 1
  while (end < text.length && !closing.includes(text.charAt(end))) end += 1
  return Math.min(text.length, end + 1)
}

/**
 * The quotations of a text, marks included, in order. One that nothing closes runs to the end of the text, as a
 * quotation of several paragraphs does.
 *
 * @param singles whether speech in single marks counts, as British papers have it
 */
function findQuotations(text: string, singles: boolean): Span[] {
  const spans: Span[] = []
  let at = 0
  while (at < text.length) {
    const end = endOfQuotation(text, at, singles)
    if (end > at) spans.push({ start: at, end })
    at = Math.max(at + 1, end)
  }
  return spans
}

/** Marks the characters of a text that stand inside double quotation marks (1), the marks included. */
export function quotedCharacters(text: string): Uint8Array {
  const inside = new Uint8Array(text.length)
  for (const { start, end } of findQuotations(text, false)) inside.fill(1, start, end)
  return inside
}

const closingMark = /["”“»«」』》〉’']$/u

/** What stands between the marks of a quotation, without white space at its ends. */
function insideMarks(text: string, { start, end }: Span): Span {
  let from = start + 1
  let to = closingMark.test(text.slice(start + 1, end)) ? end - 1 : end
  while (from < to && text.charAt(from).trim() === '') from += 1
  while (to > from && text.charAt(to - 1).trim() === '') to -= 1
  return { start: from, end: to }
}

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
  for (const quotation of findQuotations(text, false)) {
    const { start, end } = insideMarks(text, quotation)
    const said = text.slice(start, end)
    const words = countWords(said)
    if (words >= LEAST_WORDS && words > longest && !pointsBack(said, language)) longest = words
  }
  return longest
}

/** How long the words may be that stand in the middle of what someone says: ", she recalled, ". */
const LONGEST_INTERRUPTION = 60
const commaAtEnd = /[,،]$/u
const interruption = /^[^"“”«»„.!?]{3,}[,،]\s*$/u

const endsClause = /[.,!?…。！？、，،؟।—–-]$/u
const announced = /(?:^|[.!?…。！？:：,，،؟।—–])["”’»)\]]*\s*$/u

/** Titles and terms stand in the same marks as speech, but in the middle of a sentence, without a stop of their own. */
function isSpeech(text: string, quotation: Span, inside: Span): boolean {
  if (endsClause.test(text.slice(inside.start, inside.end))) return true
  return announced.test(text.slice(Math.max(0, quotation.start - 6), quotation.start))
}

/** What somebody says: the span to quote, with the marks at its ends where it holds others. */
interface Said {
  span: Span
  joined: boolean
}

/**
 * What is said in a text, quotation by quotation. Two that are one sentence, interrupted by who says it, are joined:
 * “Life was short,” she said, “for all he knew.”
 */
export function findSaid(text: string): Said[] {
  const quotations = findQuotations(text, true)
  const result: Said[] = []
  for (let at = 0; at < quotations.length; at += 1) {
    const quotation = quotations[at]
    const next = quotations[at + 1]
    if (quotation === undefined) break
    const span = insideMarks(text, quotation)
    const goesOn =
      next !== undefined &&
      next.start - quotation.end <= LONGEST_INTERRUPTION &&
      commaAtEnd.test(text.slice(span.start, span.end)) &&
      interruption.test(text.slice(quotation.end, next.start)) &&
      /^\p{Ll}/u.test(text.slice(insideMarks(text, next).start, next.end))
    if (goesOn) {
      result.push({ span: { start: quotation.start, end: next.end }, joined: true })
      at += 1
    } else if (span.end > span.start && isSpeech(text, quotation, span)) result.push({ span, joined: false })
  }
  return result
}
