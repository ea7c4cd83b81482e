import { patternsByLanguage, toPattern, wordsByLanguage } from '../text/language-tables.ts'
import tables from './signals.json' with { type: 'json' }

/**
 * Phrases by which writers mark what matters: findings, reasons, decisions, conclusions (the cue method of Edmundson
 * 1969, "New Methods in Automatic Extracting"), by primary language subtag.
 */
const cues = patternsByLanguage(tables.cues)
const unspacedCues = toPattern(tables.unspacedCues)

/**
 * Whether a sentence names itself a finding, reason, decision or conclusion.
 *
 * @param language primary language subtag, lower case
 */
export function hasCue(text: string, language: string): boolean {
  return cues(language)?.test(text) === true || unspacedCues.test(text)
}

/** Times of day and years place a sentence; they are no figures that tell a reader how much. */
const clockOrYear = /\d{1,2}:\d{2}|(?<![\d.,])(?:1[5-9]|20)\d{2}(?![\d.,]*\d)/gu
const spelled = patternsByLanguage(tables.spelled)
const chineseNumber = toPattern(tables.chineseNumber)

/**
 * Whether a sentence gives a figure, in digits or in words.
 *
 * @param language primary language subtag, lower case
 */
export function hasFigure(text: string, language: string): boolean {
  if (/\p{Nd}/u.test(text.replace(clockOrYear, ''))) return true
  return spelled(language)?.test(text) === true || chineseNumber.test(text)
}

/**
 * Nouns that only hold a place for what the next sentences fill in ("two causes", "several problems"): shell nouns
 * (Schmid 2000, "English Abstract Nouns as Conceptual Shells"), by primary language subtag. Lower case.
 */
const shellNouns = wordsByLanguage(tables.shellNouns)

const counts = wordsByLanguage(tables.counts)

/** Openings that say only that something exists. */
const existential = patternsByLanguage(tables.existential)

/** "有两个原因。", "理由は三つある。": a count and a shell noun close together at the end. */
const unspacedAnnouncements = toPattern(tables.unspacedAnnouncements)

const MOST_WORDS = 14
/** How far from its end the sentence may still name the shell noun, and how far before it the count may stand. */
const TAIL_WORDS = 4
const COUNT_REACH = 3

/**
 * Whether a sentence only announces what the next ones say ("The biologists see two causes."): short, without a
 * figure, its point a counted or merely existing shell noun.
 *
 * @param language primary language subtag, lower case
 */
export function announces(text: string, language: string): boolean {
  if (unspacedAnnouncements.test(text)) return true
  const nouns = shellNouns(language)
  if (nouns.size === 0 || /\p{Nd}/u.test(text)) return false
  const lower = text.toLowerCase().replaceAll('’', "'")
  const words = lower.match(/[\p{L}'-]+/gu) ?? []
  if (words.length > MOST_WORDS) return false
  const exists = existential(language)?.test(lower) === true
  const counted = counts(language)
  return words.some((word, at) => {
    if (!nouns.has(word) && !(language === 'en' && word.endsWith('s') && nouns.has(word.slice(0, -1)))) return false
    if (exists) return true
    const near = words.slice(Math.max(0, at - COUNT_REACH), at)
    return at >= words.length - TAIL_WORDS && near.some((before) => counted.has(before))
  })
}

/**
 * Openings by which writers report what others believe, mostly to correct it, by primary language subtag. Taken by
 * itself such a sentence says the opposite of what the text does.
 */
const reported = patternsByLanguage(tables.reported)
const unspacedHearsay = toPattern(tables.unspacedHearsay)

/** Where the sentence itself says what is wrong with the belief, it can stand. */
const settled = patternsByLanguage(tables.settled)

/**
 * Whether a sentence only reports what people believe, without saying whether it is so.
 *
 * @param language primary language subtag, lower case
 */
export function isHearsay(text: string, language: string): boolean {
  if (unspacedHearsay.test(text)) return true
  const pattern = reported(language)
  return pattern?.test(text) === true && settled(language)?.test(text) !== true
}

/** Openings by which a sentence takes back the one before it. */
const retraction = patternsByLanguage(tables.retraction)
const unspacedRetraction = toPattern(tables.unspacedRetraction)

/**
 * Whether a sentence takes back the one before it.
 *
 * @param language primary language subtag, lower case
 */
export function takesBack(text: string, language: string): boolean {
  return unspacedRetraction.test(text) || retraction(language)?.test(text) === true
}

/**
 * Words by which a sentence is put to the point, so that people remember it: contrast, comparison, absolutes, rules,
 * worth and need. By primary language subtag.
 */
const points = patternsByLanguage(tables.points)
const unspacedPoints = toPattern(tables.unspacedPoints)

/**
 * How many words a sentence has that put it to the point.
 *
 * @param language primary language subtag, lower case
 */
export function countPoints(text: string, language: string): number {
  const pattern = points(language)
  const spaced = pattern === undefined ? 0 : (text.match(pattern)?.length ?? 0)
  return spaced + (text.match(unspacedPoints)?.length ?? 0)
}

/**
 * Words of narration: what bodies do, what can be heard, seen and smelled, the hour of the day. A sentence made of them
 * sets a scene or moves a story on; it holds no point that one could use. By primary language subtag.
 */
const scenes = patternsByLanguage(tables.scenes)
const unspacedScenes = toPattern(tables.unspacedScenes)

/**
 * How many words of narration a sentence has.
 *
 * @param language primary language subtag, lower case
 */
export function sceneWords(text: string, language: string): number {
  const pattern = scenes(language)
  const spaced = pattern === undefined ? 0 : (text.match(pattern)?.length ?? 0)
  return spaced + (text.match(unspacedScenes)?.length ?? 0)
}
