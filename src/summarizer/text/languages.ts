import { wordsByLanguage } from './language-tables.ts'
import tables from './languages.json' with { type: 'json' }
import { stem, words } from './tokens.ts'

/** Function words by primary subtag, which similarity ignores. Short lists do: frequent words weigh little anyway. */
export const stopWordsOf = wordsByLanguage(tables.stopWords)

/** Stems of the content words of a text: what a reader knows after it. */
export function contentStems(text: string, language: string): string[] {
  const stops = stopWordsOf(language)
  return words(text).flatMap((word) => (stops.has(word) ? [] : [stem(word)]))
}

/** Least share of function words in a sample from which its language is detected. */
const MIN_SHARE = 0.15

/** Primary subtag of a tag, else of the stop words that best fit a sample of lower-case words, else empty. */
export function languageOf(tag: string | null, sample: readonly string[]): string {
  const subtag = tag?.toLowerCase().split('-')[0] ?? ''
  if (subtag !== '' && subtag !== 'und') return subtag
  let best = ''
  let bestHits = sample.length * MIN_SHARE
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

/** Letters that are examined. */
const SAMPLE = 2000
/** Texts with fewer letters count as being in the right language. */
const MIN_LETTERS = 24
/** Least share of letters of the language's script: technical texts have many Latin names. */
const OWN_SCRIPT = { Latn: 0.5, other: 0.3 }
/** Scripts whose characters count as three letters. */
const dense = /[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u
const kana = /[\p{sc=Hira}\p{sc=Kana}]/u
/** Share of kana that distinguishes Japanese from Chinese. */
const KANA = 0.1
/** Share of function words in a text that is clearly in a language. */
const OWN = 0.22
/** Factor by which a text has more function words of its own language than of others. */
const LEAD = 2.5
const MIN_WORDS = 12

/** Frequent characters that only simplified or only traditional Chinese has. */
const simplified = /[这国说时会对们来为个过发还经后学实样动问关东长门见车书马]/gu
const traditional = /[這國說時會對們來為個過發還經後學實樣動問關東長門見車書馬]/gu

/** Script of a language, and a pattern of its letters; null if unknown. */
function lettersOf(tag: string): { script: string; letters: RegExp } | null {
  try {
    const locale = new Intl.Locale(tag)
    const script = locale.language === 'und' ? undefined : locale.maximize().script
    if (script === undefined) return null
    // Serbian and others have two scripts; a tag without one permits both.
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

/** Whether a text in Latin script has many function words of another language, and few of its own. */
function strangeWords(text: string, language: string): boolean {
  const list = words(text).slice(0, 400)
  if (list.length < MIN_WORDS) return false
  const other = languageOf(null, list)
  if (other === '' || other === language) return false
  const share = shareOf(list, other)
  // Related languages share function words; a language without a list is compared with English only.
  if (stopWordsOf(language).size === 0) return other === 'en' && share > OWN
  return share > OWN && share > shareOf(list, language) * LEAD
}

function wrongChinese(text: string, script: string): boolean {
  const few = text.match(simplified)?.length ?? 0
  const many = text.match(traditional)?.length ?? 0
  return script === 'Hant' ? few > 3 && many * 4 < few : many > 3 && few * 4 < many
}

/** Whether a text is clearly in another script or language; false between related ones (Danish, Norwegian). */
export function isInOtherLanguage(text: string, tag: string): boolean {
  const expected = lettersOf(tag)
  const letters = (text.slice(0, SAMPLE * 3).match(/\p{L}/gu) ?? []).slice(0, SAMPLE)
  if (expected === null || letters.length < MIN_LETTERS) return false
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
