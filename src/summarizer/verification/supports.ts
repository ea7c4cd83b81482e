import { languageOf } from '../text/languages.ts'
import { stem, words } from '../text/tokens.ts'
import { numbersIn } from './read-numbers.ts'
import { isCommon } from './unsupported-names.ts'

const compact = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, '')
/** A name in the middle of a text, or a character of a script without capitals. */
const someName = /(?<=\P{L})\p{Lu}|\p{Lo}/u

/** Largest number that may count what a passage lists. */
const MAX_LISTED = 10

/** Whether a number in words may count the items of a list: four, of "the master, the pilot and two divers". */
function countsItems(said: string, flagged: string, value: number, tag: string, sourceLanguage: string): boolean {
  if (words(flagged).length !== 1 || /\p{N}/u.test(flagged) || value < 2 || value > MAX_LISTED) return false
  const parts = new Intl.ListFormat(sourceLanguage || tag || 'en', { type: 'conjunction' }).formatToParts(['', ''])
  const and = parts.map((part) => (part.type === 'literal' ? part.value : '')).join('')
  // "1,200" and words that begin with a conjunction are no lists.
  const clauses = said.split(/[,，、،;…](?!\p{N})/u)
  const items = (/^\S|\s$/u.test(and) ? clauses.flatMap((item) => item.split(and)) : clauses).filter((item) =>
    /\p{L}/u.test(item),
  )
  const most = items.map((item) => {
    const values = /\p{N}/u.test(item) ? [] : numbersIn(item, sourceLanguage)
    return Math.max(1, ...values.filter((each) => each <= MAX_LISTED))
  })
  return items.length > 1 && value <= most.reduce((sum, each) => sum + each, 0)
}

/** Least letters of an abbreviation without its stop: "Neb." for "Nebraska". */
export const MIN_ABBREVIATION = 3

/** Whether a word may be an abbreviation of another one: its beginning, up to half of it. Both in lower case. */
export const abbreviates = (short: string, long: string): boolean =>
  short.length >= MIN_ABBREVIATION && short.length * 2 <= long.length && long.startsWith(short)

const abbreviation = /\p{Lu}\p{Ll}{2,8}(?=\.)/gu

const capital = /^\p{Lu}\p{Ll}+$/u

/** Whether a word may have its capital only because a sentence begins with it: it is no number and no full name. */
export function mayBeCommon(sentence: string, word: string, language: string | null): boolean {
  const isFirst = capital.test(word) && sentence.startsWith(word)
  return (
    isFirst && /^\s+\P{Lu}/u.test(sentence.slice(word.length)) && numbersIn(word, languageOf(language, [])).length === 0
  )
}

/**
 * Whether words of the source contain a number or name that the rules flagged, in another form too: a number by its
 * value; a name as an abbreviation, or, in another language than the source's, as any name. A small number in words may count what they list.
 *
 * @param language of the page and of the source: BCP 47 tags
 */
export function supports(said: string, flagged: string, language: string | null, sourceLanguage: string): boolean {
  if (compact(said).includes(compact(flagged)) && !/^\p{N}/u.test(flagged)) return true
  const tag = language === null ? sourceLanguage : languageOf(language, [])
  const values = new Set(numbersIn(flagged, tag))
  if (values.size > 0 || /\p{N}/u.test(flagged)) {
    if (values.size > 0 && [...values].every((value) => countsItems(said, flagged, value, tag, sourceLanguage)))
      return true
    const known = new Set(numbersIn(said, sourceLanguage))
    // A price or time as it is spoken: "twelve euro fifty", "eleven twenty five".
    const spoken = /^(\d+)[.,:](\d\d)$/u.exec(flagged)?.slice(1).map(Number) ?? []
    return !values.isDisjointFrom(known) || (spoken.length > 0 && spoken.every((part) => known.has(part)))
  }
  // A common word was flagged as a contradiction, not as a name.
  if (!/\p{Lu}|\p{Lo}/u.test(flagged)) return true
  if (tag !== sourceLanguage && someName.test(said)) return true
  const known = new Set(words(said).map(stem))
  const short = said.match(abbreviation) ?? []
  if (
    words(flagged).every((word) => known.has(stem(word)) || short.some((each) => abbreviates(each.toLowerCase(), word)))
  )
    return true
  const unsaid = words(flagged).filter((word) => !known.has(stem(word)))
  // "Gov. Noem" supports "Governor Noem".
  return unsaid.length < words(flagged).length && unsaid.every((word) => isCommon(word, tag))
}
