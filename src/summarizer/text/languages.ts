import { wordsByLanguage } from './language-tables.ts'
import tables from './languages.json' with { type: 'json' }
import { words } from './tokens.ts'

/**
 * Function words of the languages people summarize most, by primary language subtag. They carry no topic, so they take
 * no part in similarity. Short lists suffice: words that are frequent in every sentence weigh little by their inverse
 * sentence frequency anyway.
 */
export const stopWordsOf = wordsByLanguage(tables.stopWords)

/** A language needs this share of its function words among all words of a sample before it is believed. */
const LEAST_SHARE = 0.15

/**
 * The primary subtag of a document's language: of its tag, else of the list of stop words that fits a sample best,
 * else the empty string.
 *
 * @param tag BCP 47 tag or null
 * @param sample lower-case words from the document, a few hundred are enough
 */
export function languageOf(tag: string | null, sample: readonly string[]): string {
  const subtag = tag?.toLowerCase().split('-')[0] ?? ''
  if (subtag !== '' && subtag !== 'und') return subtag
  let best = ''
  let bestHits = sample.length * LEAST_SHARE
  for (const candidate of Object.keys(tables.stopWords)) {
    const words = stopWordsOf(candidate)
    const hits = sample.reduce((count, word) => count + (words.has(word) ? 1 : 0), 0)
    if (hits > bestHits) {
      best = candidate
      bestHits = hits
    }
  }
  return best
}

/** Letters that are looked at. */
const SAMPLE = 2000
/** Less text than this, in letters, tells nothing. */
const LEAST_LETTERS = 24
/** Share of letters that must be of the language's own script: technical texts are full of Latin names. */
const OWN_SCRIPT = { Latn: 0.5, other: 0.3 }
/** Scripts of which one character says as much as three letters. */
const dense = /[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u
const kana = /[\p{sc=Hira}\p{sc=Kana}]/u
/** Japanese is told from Chinese by its share of kana. */
const KANA = 0.1
/** Share of words that are function words of a language, in a text that plainly is written in it. */
const OWN = 0.22
/** Languages share short words by chance; the one that a text is written in has this many times more of them. */
const LEAD = 2.5
const LEAST_WORDS = 12

/** Frequent characters that only one of the two ways to write Chinese has. */
const simplified = /[这国说时会对们来为个过发还经后学实样动问关东长门见车书马]/gu
const traditional = /[這國說時會對們來為個過發還經後學實樣動問關東長門見車書馬]/gu

/** Scripts that a language is written in, as a pattern of its letters; null where that is not known. */
function lettersOf(tag: string): { script: string; letters: RegExp } | null {
  try {
    const locale = new Intl.Locale(tag)
    const script = locale.language === 'und' ? undefined : locale.maximize().script
    if (script === undefined) return null
    // Serbian and others are written in two scripts; a tag that names none allows both.
    const both = locale.script === undefined && ['sr', 'uz', 'kk', 'az', 'bs'].includes(locale.language)
    if (both) return { script: 'both', letters: /[\p{sc=Latn}\p{sc=Cyrl}]/u }
    const eastAsian = { Hans: /\p{sc=Hani}/u, Hant: /\p{sc=Hani}/u, Jpan: dense, Kore: dense }
    const own = Object.entries(eastAsian).find(([name]) => name === script)?.[1]
    return { script, letters: own ?? new RegExp(`\\p{sc=${script}}`, 'u') }
  } catch {
    return null
  }
}

function shareOf(list: readonly string[], language: string): number {
  const known = stopWordsOf(language)
  return list.filter((word) => known.has(word)).length / Math.max(1, list.length)
}

/** Among languages of Latin letters, by function words: many of another's, and few of its own. */
function strangeWords(text: string, language: string): boolean {
  const list = words(text).slice(0, 400)
  if (list.length < LEAST_WORDS) return false
  const other = languageOf(null, list)
  if (other === '' || other === language) return false
  const share = shareOf(list, other)
  // Neighbors share many function words; where there is no list for the language, only English is told from it.
  if (stopWordsOf(language).size === 0) return other === 'en' && share > OWN
  return share > OWN && share > shareOf(list, language) * LEAD
}

function wrongChinese(text: string, script: string): boolean {
  const few = text.match(simplified)?.length ?? 0
  const many = text.match(traditional)?.length ?? 0
  return script === 'Hant' ? few > 3 && many * 4 < few : many > 3 && few * 4 < many
}

/**
 * Whether a text is plainly not in a language: in another script, or made of another language's function words.
 * False between neighbors (Danish and Norwegian, Croatian and Serbian): it finds answers that forgot which language was
 * wanted, not mistakes.
 *
 * @param tag BCP 47 tag of the language that was wanted
 */
export function isInOtherLanguage(text: string, tag: string): boolean {
  const expected = lettersOf(tag)
  const letters = (text.slice(0, SAMPLE * 3).match(/\p{L}/gu) ?? []).slice(0, SAMPLE)
  if (expected === null || letters.length < LEAST_LETTERS) return false
  const { script } = expected
  const weigh = (some: readonly string[]) => some.reduce((sum, letter) => sum + (dense.test(letter) ? 3 : 1), 0)
  const own = weigh(letters.filter((letter) => expected.letters.test(letter)))
  const least = script === 'Latn' || script === 'both' ? OWN_SCRIPT.Latn : OWN_SCRIPT.other
  if (own < weigh(letters) * least) return true
  const kanaShare = letters.filter((letter) => kana.test(letter)).length / letters.length
  if (script === 'Jpan') return kanaShare < KANA
  if (script === 'Hans' || script === 'Hant') return kanaShare > KANA || wrongChinese(text, script)
  return script === 'Latn' && strangeWords(text, languageOf(tag, []))
}
