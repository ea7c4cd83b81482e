import { patternsByLanguage, toPattern } from '../text/language-tables.ts'
import { stopWordsOf } from '../text/languages.ts'
import tables from './faults.json' with { type: 'json' }

/**
 * What makes a sentence a poor line by itself: it points elsewhere, asks the reader to do something with the page, or
 * is no sentence of prose. By primary language subtag where words decide, for all languages where marks do.
 */

/** Names of things only known from the page, the text's own parts, and what the reader should do there. */
const pointing = patternsByLanguage(tables.pointing)
const pointingUnspaced = toPattern(tables.pointingUnspaced)

/** What pages ask of their readers and say of themselves. */
const appeal = patternsByLanguage(tables.appeal)
const appealUnspaced = toPattern(tables.appealUnspaced)

/** Signs of program code, of paths and of markup. */
const code = toPattern(tables.code)
/** Signs of mathematics. */
const mathSigns = /[=+∑∏∫√≤≥≠≈∈∉⊂⊆∪∩∀∃→⇒↦±×÷^|]|[\u{1D400}-\u{1D7FF}]|[α-ω](?![α-ωά-ώ])/gu
const loneSymbols = /(?:^|\s)[\p{L}\p{N}](?=[\s,.)])/gu
/** Points or marks that lead the eye to a page number. */
const leaders = /\.{4,}|(?:\. ){3,}|…{2,}|_{3,}|·{3,}/u
/** A number or mark of a note stuck to the word before it, with more text after it. */
const glued = /\p{Ll}{2,}[.!?]["”’»)]?\p{Lu}\p{Ll}+/u
/** A question that Japanese, Korean and Chinese may end with a full stop. */
const softQuestion = /(?:か|のか|だろうか|까|나요|吗|嗎|呢)[。．.]$/u
/** A question of speech without punctuation: an auxiliary or question word, then its subject. */
const bareQuestion = toPattern(tables.bareQuestion)
const stopped = /[.!?…。！？]["”’»)\]]*$/u
/** Speech that breaks off, and a reason without what it is the reason for. */
const brokenOff = toPattern(tables.brokenOff)
const colonEnd = /[:：;；,，、–—-]["”’»)\]]*$/u
/** The end of a bibliographic line: ", Random House, 2008." */
const yearAtEnd = /^.{4,120},\s(?:1[6-9]|20)\d{2}\.?$/u
const LONGEST_REFERENCE = 16
const manyNumbers = /\p{Nd}+(?:[.,:/]\p{Nd}+)*/gu

const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** Hits for each word; two characters count as one in scripts without spaces. */
function share(text: string, pattern: RegExp): number {
  const words = unspacedScript.test(text) ? text.length / 2 : text.split(/\s+/u).length
  return (text.match(pattern)?.length ?? 0) / words
}

const MOST_MATH = 0.12
const MOST_LONE_SYMBOLS = 0.2
const MOST_NUMBERS = 0.34

/** No sentence that a person reads at a glance is longer, and no pattern here is run over more. */
const MOST_CHARACTERS = 800

/** Whether a text is a formula, a row of numbers or a line of a table of contents. */
export function isMachineText(text: string): boolean {
  return (
    text.length > MOST_CHARACTERS ||
    leaders.test(text) ||
    share(text, mathSigns) > MOST_MATH ||
    share(text, loneSymbols) > MOST_LONE_SYMBOLS ||
    share(text, manyNumbers) > MOST_NUMBERS
  )
}

const capitalized = /(?<=\s)["“(]?\p{Lu}[\p{L}\p{N}.'’-]*/gu
const lowerWord = /(?<=\s)["“(]?\p{Ll}/gu
const MOST_NAMES = 0.65
const LEAST_NAMES = 4

/** Whether a text is a title or a list of names: nearly all its words have capitals. German nouns have them too. */
export function isNames(text: string, language: string): boolean {
  const capitals = text.match(capitalized)?.length ?? 0
  const lower = text.match(lowerWord)?.length ?? 0
  return language !== 'de' && capitals >= LEAST_NAMES && capitals > MOST_NAMES * (capitals + lower)
}

/** Whether a text is a line of a bibliography or of a list of an author's books. */
export function isReferenceLine(text: string): boolean {
  return text.length <= MOST_CHARACTERS && yearAtEnd.test(text) && text.split(' ').length <= LONGEST_REFERENCE
}

/** What is wrong with a sentence as a line by itself. */
export type Fault = 'points' | 'appeals' | 'code' | 'open' | 'names' | 'glued'

/** Single quotation marks open in the middle and nothing closes them. */
const openInside = /[\s:(]['‘](?=\p{L})(?!.*['’](?:[\s.,;:!?)]|$))/su

/** Whether something must follow: the items of a list, an answer, the rest of a sentence that a line break cut. */
function isOpen(text: string, language: string): boolean {
  if (colonEnd.test(text) || softQuestion.test(text) || brokenOff.test(text) || openInside.test(text)) return true
  if (stopped.test(text)) return false
  const last = text.slice(text.lastIndexOf(' ') + 1).toLowerCase()
  return stopWordsOf(language).has(last) || bareQuestion.test(text)
}

/**
 * The first thing that makes a sentence a poor line by itself, or null.
 *
 * @param language primary language subtag, lower case
 */
export function faultOf(text: string, language: string): Fault | null {
  if (text.length > MOST_CHARACTERS) return 'code'
  if (isOpen(text, language)) return 'open'
  if (code.test(text) || isMachineText(text)) return 'code'
  if (isNames(text, language)) return 'names'
  if (isReferenceLine(text)) return 'code'
  if (glued.test(text)) return 'glued'
  if (pointing(language)?.test(text) === true || pointingUnspaced.test(text)) return 'points'
  if (appeal(language)?.test(text) === true || appealUnspaced.test(text)) return 'appeals'
  return null
}
