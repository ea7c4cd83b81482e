import { languageOf } from '../../text/languages.ts'
import { stem, words } from '../../text/tokens.ts'
import { NumberReader } from '../../verification/read-numbers.ts'
import { TextRow } from '../../verification/tokens.ts'
import { isCommon } from '../../verification/unsupported-names.ts'

const compact = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, '')
const valuesOf = (text: string, language: string): number[] =>
  [...new NumberReader(new TextRow(text), language).read()].flatMap(({ values }) => values)
/** A name in the middle of a text, or a character of a script without capitals. */
const someName = /(?<=\P{L})\p{Lu}|\p{Lo}/u

/** Numbers that a passage may bear out without containing them: counts of what it lists. */
const COUNTS: ReadonlySet<number> = new Set([2, 3, 4, 5, 6, 7, 8, 9, 10])

/**
 * Whether words of the source contain a number or name that the rules flagged, in another form too: a number by its
 * value; a name, in another language than the source's, as any name. A small number in words may count what they list.
 *
 * @param language of the page and of the source: BCP 47 tags
 */
export function bearsOut(said: string, flagged: string, language: string | null, sourceLanguage: string): boolean {
  if (compact(said).includes(compact(flagged)) && !/^\p{N}/u.test(flagged)) return true
  const tag = language === null ? sourceLanguage : languageOf(language, [])
  const values = new Set(valuesOf(flagged, tag))
  if (values.size > 0 || /\p{N}/u.test(flagged)) {
    if (!/\p{N}/u.test(flagged) && [...values].every((value) => COUNTS.has(value))) return true
    const known = new Set(valuesOf(said, sourceLanguage))
    // A price or time as it is spoken: "twelve euro fifty", "eleven twenty five".
    const spoken = /^(\d+)[.,:](\d\d)$/u.exec(flagged)?.slice(1).map(Number) ?? []
    return !values.isDisjointFrom(known) || (spoken.length > 0 && spoken.every((part) => known.has(part)))
  }
  // A common word was flagged as a contradiction, not as a name.
  if (!/\p{Lu}|\p{Lo}/u.test(flagged)) return true
  if (tag !== sourceLanguage && someName.test(said)) return true
  const known = new Set(words(said).map(stem))
  const unsaid = words(flagged).filter((word) => !known.has(stem(word)))
  // "Gov. Noem" bears out "Governor Noem".
  return unsaid.length < words(flagged).length && unsaid.every((word) => isCommon(word, tag))
}
