import { stopWordsOf } from './stop-words.ts'

/** Scripts in which languages are written, where a run of Latin words is another language. */
const scripts: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script=Arabic}/gu,
  fa: /\p{Script=Arabic}/gu,
  ur: /\p{Script=Arabic}/gu,
  he: /\p{Script=Hebrew}/gu,
  ru: /\p{Script=Cyrillic}/gu,
  uk: /\p{Script=Cyrillic}/gu,
  bg: /\p{Script=Cyrillic}/gu,
  sr: /\p{Script=Cyrillic}/gu,
  el: /\p{Script=Greek}/gu,
  hi: /\p{Script=Devanagari}/gu,
  th: /\p{Script=Thai}/gu,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  zh: /\p{Script=Han}/gu,
  ko: /\p{Script=Hangul}/gu,
}
const latin = /\p{Script=Latin}/gu

/** From this many Latin letters to one of the document's own script on, a sentence is not in its language. */
const LATIN_FOR_EACH = 6
const LEAST_LETTERS = 24
/** English function words a sentence must have, and how many times as many as of the document's language. */
const LEAST_ENGLISH = 3
const TIMES_OWN = 3

/**
 * Whether a sentence is in another language than its document. A passage left untranslated is nearly always English,
 * and in a document of another script any Latin one.
 *
 * @param language primary language subtag of the document, lower case
 */
export function isForeign(text: string, language: string): boolean {
  const own = scripts[language]
  if (own !== undefined) {
    const letters = text.match(latin)?.length ?? 0
    return letters >= LEAST_LETTERS && letters > LATIN_FOR_EACH * (text.match(own)?.length ?? 0)
  }
  const known = stopWordsOf(language)
  if (language === 'en' || known.size === 0) return false
  const english = stopWordsOf('en')
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const hits = words.filter((word) => english.has(word)).length
  return hits >= LEAST_ENGLISH && hits >= TIMES_OWN * words.filter((word) => known.has(word)).length
}
