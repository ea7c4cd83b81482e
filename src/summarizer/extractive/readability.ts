import { toPattern } from '../text/language-tables.ts'
import { isForeign } from '../text/languages.ts'
import { isMachineText, isNames, isReferenceLine } from './faults.ts'
import { quotationWords } from './quotations.ts'
import type { Sentence } from './read-sentences.ts'
import tables from './readability.json' with { type: 'json' }
import { hasEarlyPronoun, isReferral, leans, pointsBack } from './references.ts'
import { announces, hasCue, hasFigure, isHearsay } from './signals.ts'

/** Fewer words make a fragment, more a monster that no summary should carry. */
const LEAST_WORDS = 5
const LEAST_SPOKEN_WORDS = 8
const MOST_WORDS = 60
/** No pattern that looks for phrases is run over more. */
const MOST_CHARACTERS = 800

const annotation = /\{[a-z]+\}|\[[\p{L} _-]+\]|\((?:laughs?|laughter|applause|music|crosstalk|inaudible)\)/iu
const furniture = toPattern(tables.furniture)
/** What people say to begin and to end with. */
const courtesy = toPattern(tables.courtesy)
const LONGEST_COURTESY = 12
const address = /https?:\/\/|www\.|\S@\S+\.\S|(?:^|\s)[@#]\w{3,}/u
const terminal = /[.!?…。！？｡؟۔।॥։።]["'”’»)\]」』】]*$/u
const question = /[?？؟]["'”’»)\]」』]*$/u
/** Vowel signs are letters too: in Devanagari or Thai they are half of a word. */
const noLetters = /[^\p{L}\p{M}]+/gu
const capitalWord = /^(?:[^\p{L}]*\p{Lu}[\p{Lu}\p{N}'’.-]+[^\p{L}]*\s+){4}/u
const pairs: readonly (readonly [string, string])[] = [
  ['(', ')'],
  ['[', ']'],
  ['“', '”'],
  ['«', '»'],
  ['「', '」'],
  ['『', '』'],
  ['【', '】'],
  ['（', '）'],
  ['《', '》'],
]

/** What makes a sentence hard to read outside its place. */
export interface Readability {
  /** False: never picked (fragment, furniture of a page, half of a quotation). */
  usable: boolean
  /** True: only readable right after the sentence before it. */
  dependent: boolean
  question: boolean
  /** Annotations of a transcript inside, such as [applause]. */
  annotated: boolean
  hasNumber: boolean
  /** Only announces what the next sentence says, or reports what people believe before it is set right. */
  announces: boolean
  /** Tells how much or how many. */
  figure: boolean
  /** Names itself a finding, reason, decision or conclusion. */
  cue: boolean
  /** A pronoun among its first words stands for something named before. */
  earlyPronoun: boolean
  /** Words in its middle take their meaning from before. */
  leaning: boolean
  /** In another language than the document. */
  foreign: boolean
  /** Words of a quotation that means something by itself; 0 when there is none. */
  quotation: number
}

function count(text: string, mark: string): number {
  return text.split(mark).length - 1
}

/** A quotation between low and high marks, as in German; its closing mark would count as an English opening one. */
const lowQuotation = /„[^„“”]*[“”]/gu

/** A quotation between two equal marks, as in Swedish. */
const highQuotation = /(?<![\p{L}\p{N}.,!?])”[^”“]*”/gu

/** The whole of it stands in brackets: an aside to the sentence before. */
const bracketed = /^[(（[].*[)）\]]\.?$/su

/** A note's number or mark at its start, and a particle of Korean whose word is gone. */
const stray = /^(?:\^?\[\d{1,3}\]|\d{1,2}\p{Lu}\p{Ll}|(?:를|을|은|는|가|의|에|와|과|도|로|으로|에서) )/u

/** Opens with a single quotation mark that nothing closes; apostrophes inside words don't. */
const openSingle = /^['‘](?!.*['’](?:[\s.,;:!?)]|$))/su

function unbalanced(text: string): boolean {
  const paired = text.replace(lowQuotation, '').replace(highQuotation, '')
  return (
    openSingle.test(text) ||
    paired.includes('„') ||
    count(text, '"') % 2 === 1 ||
    pairs.some(([open, close]) => count(paired, open) !== count(paired, close))
  )
}

/**
 * Judges how a sentence reads when it stands alone.
 *
 * @param context `language`: primary language subtag, lower case; `lenient`: the source has no full stops to demand
 */
export function judge(sentence: Sentence, context: { language: string; lenient: boolean }): Readability {
  const { text, words } = sentence
  const letters = text.replace(noLetters, '').length
  const least = sentence.speaker === null ? LEAST_WORDS : LEAST_SPOKEN_WORDS
  const fragment =
    words < least ||
    letters < text.length * 0.5 ||
    (!terminal.test(text) && (!context.lenient || isNames(text, context.language)))
  const broken = unbalanced(text) || furniture.test(text) || address.test(text) || capitalWord.test(text)
  const polite = words <= LONGEST_COURTESY && courtesy.test(text)
  const noProse = sentence.aside || isMachineText(text) || isReferenceLine(text) || stray.test(text)
  const elsewhere = isReferral(text, context.language)
  return {
    usable: !fragment && !broken && !noProse && !polite && !elsewhere && words <= MOST_WORDS,
    dependent:
      !sentence.whole ||
      bracketed.test(text) ||
      pointsBack(text, context.language, sentence.speaker !== null) ||
      (!context.lenient && /^\p{Ll}/u.test(text)),
    question: question.test(text),
    annotated: annotation.test(text),
    hasNumber: /\p{Nd}/u.test(text),
    announces: announces(text, context.language) || isHearsay(text.slice(0, MOST_CHARACTERS), context.language),
    figure: hasFigure(text, context.language),
    cue: hasCue(text, context.language),
    earlyPronoun: hasEarlyPronoun(text, context.language),
    leaning: leans(text, context.language),
    foreign: isForeign(text, context.language),
    quotation: sentence.quotedShare > 0 ? quotationWords(text, context.language) : 0,
  }
}
