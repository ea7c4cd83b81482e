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

/** Scripts by what writes them; the first that a letter belongs to is its own. */
const scripts = {
  Latn: /\p{Script=Latin}/u,
  Cyrl: /\p{Script=Cyrillic}/u,
  Grek: /\p{Script=Greek}/u,
  Hebr: /\p{Script=Hebrew}/u,
  Arab: /\p{Script=Arabic}/u,
  Deva: /\p{Script=Devanagari}/u,
  Beng: /\p{Script=Bengali}/u,
  Taml: /\p{Script=Tamil}/u,
  Thai: /\p{Script=Thai}/u,
  Hang: /\p{Script=Hangul}/u,
  Kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  Hani: /\p{Script=Han}/u,
} as const
type Script = keyof typeof scripts

/** Scripts that writing systems are made of, by their ISO 15924 code where it is not the script's own. */
const writtenIn: Readonly<Record<string, readonly Script[]>> = {
  Hans: ['Hani'],
  Hant: ['Hani'],
  Jpan: ['Kana', 'Hani'],
  Kore: ['Hang', 'Hani'],
}

/** Letters that are looked at. */
const SAMPLE = 2000
/** Less text than this, in letters, tells nothing. */
const LEAST_LETTERS = 24
/** Share of letters that must be of the language's own script: technical texts are full of Latin names. */
const OWN_SCRIPT = { Latn: 0.5, other: 0.3 }
/** A character of these says as much as so many letters. */
const DENSE = 3
const dense: ReadonlySet<Script> = new Set<Script>(['Hani', 'Kana', 'Hang'])
/** Japanese is told from Chinese by its kana. */
const LEAST_KANA = 0.1
const MOST_KANA = 0.1
/** Share of words that are function words of a language, in a text that plainly is written in it. */
const OWN = 0.22
/** Languages share short words by chance; the one that a text is written in has this many times more of them. */
const LEAD = 2.5
const LEAST_WORDS = 12

/** Frequent characters that only one of the two ways to write Chinese has. */
const simplified = /[这国说时会对们来为个过发还经后学实样动问关东长门见车书马]/gu
const traditional = /[這國說時會對們來為個過發還經後學實樣動問關東長門見車書馬]/gu

function countScripts(text: string): { counts: Map<Script, number>; letters: number } {
  const counts = new Map<Script, number>()
  let letters = 0
  for (const [letter] of text.slice(0, SAMPLE * 3).matchAll(/\p{L}/gu)) {
    if (letters >= SAMPLE) break
    letters += 1
    for (const [script, test] of Object.entries(scripts)) {
      if (!test.test(letter)) continue
      if (isScript(script)) counts.set(script, (counts.get(script) ?? 0) + 1)
      break
    }
  }
  return { counts, letters }
}

function isScript(name: string): name is Script {
  return Object.hasOwn(scripts, name)
}

function expectedScripts(tag: string): readonly Script[] {
  try {
    const locale = new Intl.Locale(tag)
    if (locale.language === 'und') return []
    // Serbian and others are written in two scripts; a tag that names none allows both.
    if (locale.script === undefined && ['sr', 'uz', 'kk', 'az', 'bs'].includes(locale.language)) return ['Latn', 'Cyrl']
    const script = locale.maximize().script ?? ''
    return writtenIn[script] ?? (isScript(script) ? [script] : [])
  } catch {
    return []
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

function wrongChinese(text: string, tag: string): boolean {
  const script = new Intl.Locale(tag).maximize().script
  const few = text.match(simplified)?.length ?? 0
  const many = text.match(traditional)?.length ?? 0
  return script === 'Hant' ? few > 3 && many * 4 < few : many > 3 && few * 4 < many
}

/**
 * Whether a text is plainly not in a language: in another script, or made of another language's function words.
 * Between neighbors (Danish and Norwegian, Croatian and Serbian) it says no: it looks for answers that forgot which
 * language was wanted, not for mistakes.
 *
 * @param tag BCP 47 tag of the language that was wanted
 */
export function isInOtherLanguage(text: string, tag: string): boolean {
  const expected = expectedScripts(tag)
  const { counts, letters } = countScripts(text)
  if (expected.length === 0 || letters < LEAST_LETTERS) return false
  const weigh = (script: Script): number => (counts.get(script) ?? 0) * (dense.has(script) ? DENSE : 1)
  const own = expected.reduce((sum, script) => sum + weigh(script), 0)
  const known = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const all = [...counts.keys()].reduce((sum, script) => sum + weigh(script), letters - known)
  if (own < all * (expected.includes('Latn') ? OWN_SCRIPT.Latn : OWN_SCRIPT.other)) return true
  const kana = counts.get('Kana') ?? 0
  if (expected.includes('Kana')) return kana < letters * LEAST_KANA
  if (expected.includes('Hani') && !expected.includes('Hang'))
    return kana > letters * MOST_KANA || wrongChinese(text, tag)
  const language = tag.toLowerCase().split('-')[0] ?? ''
  return expected.includes('Latn') && !expected.includes('Cyrl') && strangeWords(text, language)
}
