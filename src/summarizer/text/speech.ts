import { soundMarks } from '../../shared/text/speakers.ts'
import { stopWordsOf } from './languages.ts'
import type { Span } from './sentences.ts'
import tables from './speech.json' with { type: 'json' }
import { words } from './tokens.ts'

const alternatives = (list: string): string => list.replaceAll(' ', '|')
const fillers: ReadonlySet<string> = new Set(tables.fillers.split(' '))
/** Words of a language that are fillers in others: German "er", Portuguese "um". */
const wordsLikeFillers: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(tables.fillersThatAreWords).map(([language, list]) => [language, new Set(list.split(' '))]),
)
const replies: ReadonlySet<string> = new Set(tables.replies.split(' '))
const filler = new RegExp(`(?<![\\p{L}-])(${alternatives(tables.fillers)})(?![\\p{L}-])(?: ?,)? ?`, 'giu')
/**
 * Words before a statement: interjections, and connectives that join a turn to the one before ("So our aim is …") and
 * are no reason or result, as in "so that", and "Let me start by saying that". "No" and "now" are none: without them the
 * statement is another one.
 */
const opener = [
  `(?:${alternatives(tables.interjections)})(?![\\p{L}'’-])(?: ?[,.] ?| )`,
  `(?:${alternatives(tables.beforeComma)}) ?, ?`,
  `(?:${tables.connectives})(?: ?, ?| )(?!(?:that|far|much|many|long|do|did|does|is|are|was|were|am|forth|on)(?!\\p{L}))`,
  `(?:${tables.leadIns}) `,
].join('|')
const openers = new RegExp(`^(?:${opener})+`, 'iu')
/** "I have {disfmarker} I want to ask": words that a speaker begins again after a break. */
const restart = /(?<!\p{L})(\p{L}+)(?:[ '’]{1,2}\p{L}+){0,3} ?\{[a-z]+\} ?(?=\1(?!\p{L}))/giu
/** "Item 2, then, is …" */
const setOff = new RegExp(` ?, ?(?:${tables.setOff}) ?,(?= )`, 'giu')
/** "I 'm": a space before the ending, as in transcripts for research. */
const spaceBeforeEnding = /(?<=\p{L}) (?=['’](?:[sdmt]|ll|re|ve)(?!\p{L}))/giu
/** "I d I think": the beginning of a word. "I 'd" is none. */
const loneLetter = /(?<![\p{L}'’.-])(?<!['’] )[b-hj-z](?![\p{L}'’.-])/u
const openEnds: ReadonlySet<string> = new Set(tables.openEnds.split(' '))
const openingPhrase = new RegExp(`^(?:${tables.openers.replaceAll(', ', '|')})(?!\\p{L})`, 'iu')
const repeatedWord = /(?<!\p{L})(\p{L}{1,4})(?:,? \1(?!\p{L}))+/giu
/** "vide video": a word broken off and begun again. */
const halfWord = /(?<![\p{L}'’])(\p{L}{1,8}) (?=\1\p{L})/giu
/** "We So, we put in an order": a sentence begun again, by a function word with a capital letter; not "in May", "The Hague". */
const begunAgain = /(?<=\p{Ll},? )(?!May |Will )\p{Lu}\p{Ll}+(?=,? \p{Ll})/gu
/** "his own time. by not showing up": lower case after a full stop continues another statement. */
const goesOn = /\p{Ll}{3}(?<!(?<!\p{L})(?:etc|incl|excl|approx|min|max))\. \p{Ll}/u
const spaceBeforeStop = / (?=[,.;:?!](?: |$))/gu
/** An answer or interjection before the statement: "Yeah, …". */
const opensReply = /^\p{L}+ ?,/u
/** One or two consonants: a word cut off in speech, except where a language has such words. */
const stub = /^[b-df-hj-np-tv-xz]{1,2}$/u

/** Words of conversation rather than content. */
export const conversationalWords: ReadonlySet<string> = new Set(`${tables.words} ${tables.fillers}`.split(' '))

/** Speech as minutes give it (clean verbatim): without sounds, fillers, "Well," before a statement, or stammering. */
export function cleanSpeech(text: string, language: string): string {
  const stops = stopWordsOf(language)
  const kept = wordsLikeFillers.get(language)
  const clean = text
    .replaceAll(restart, '')
    .replaceAll(soundMarks, '')
    .replaceAll(filler, (sound, word: string) => (kept?.has(word.toLowerCase()) === true ? sound : ''))
    .replace(/\s+/gu, ' ')
    .replaceAll(spaceBeforeEnding, '')
    .replaceAll(setOff, '')
    .replaceAll(halfWord, (half, begun: string) =>
      stops.has(begun.toLowerCase()) && !loneLetter.test(begun) ? half : '',
    )
    .replaceAll(repeatedWord, '$1')
    .replace(/^[\s,.;]+/u, '')
    .replace(openers, '')
    .replaceAll(spaceBeforeStop, '')
  return clean === '' || clean === text ? text : `${clean.charAt(0).toUpperCase()}${clean.slice(1).trimEnd()}`
}

/** Whether speech opens with an answer, an interjection or a filler. */
function isReply(text: string): boolean {
  const [first = ''] = words(text.slice(0, 40))
  return opensReply.test(text) || openingPhrase.test(text) || replies.has(first) || fillers.has(first)
}

/** Words within which two words are said again: "some of the, well, some of the equipment". */
const REPEATED_WITHIN = 5

/** Whether speech has no fillers, repeated words or halves of words, and is no reply. */
export function isFluent(text: string, language: string): boolean {
  if (isReply(text)) return false
  const stops = stopWordsOf(language)
  const spoken = words(text.replaceAll('’', "'"))
  if (openEnds.has(spoken.at(-1) ?? '') || (language === 'en' && (loneLetter.test(text) || goesOn.test(text))))
    return false
  if (language === 'en' && text.match(begunAgain)?.some((word) => stops.has(word.toLowerCase())) === true) return false
  return !spoken.some((word, at, list) => {
    const again = list.indexOf(word, at + 1)
    const isFiller = fillers.has(word) && wordsLikeFillers.get(language)?.has(word) !== true
    const repeats =
      again === at + 1 || (again !== -1 && again <= at + REPEATED_WITHIN && list[at + 1] === list[again + 1])
    return repeats || isFiller || (stub.test(word) && !stops.has(word))
  })
}

/** Words of a passage of unpunctuated speech, and the most that one may have. */
const PASSAGE_WORDS = 18
const MAX_PASSAGE_WORDS = 26

/** Cuts speech without punctuation before a function word that follows a content word, which rarely splits a phrase. */
export function cutPassages(text: string, { start, end }: Span, language: string): Span[] {
  const stops = stopWordsOf(language)
  const tokens = Array.from(text.slice(start, end).matchAll(/\S+/gu), (match) => ({
    start: start + match.index,
    end: start + match.index + match[0].length,
    stop: stops.has(match[0].toLowerCase()),
  }))
  const passages: Span[] = []
  let first = 0
  tokens.forEach((token, at) => {
    const next = tokens[at + 1]
    const length = at + 1 - first
    const phraseEnds = !token.stop && next?.stop === true
    if (next !== undefined && !(length >= PASSAGE_WORDS && phraseEnds) && length < MAX_PASSAGE_WORDS) return
    passages.push({ start: tokens[first]?.start ?? start, end: token.end })
    first = at + 1
  })
  return passages
}
