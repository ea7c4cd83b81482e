import { wordSet } from '../text/language-tables.ts'
import tables from './known-names.json' with { type: 'json' }

/** Groups of names that mean the same in different languages. */
const groupOf = new Map(tables.exonyms.flatMap((group, at) => group.split(' ').map((name) => [name, at] as const)))

/** Number of the group that a name is one of, or null. */
export const exonymGroup = (bareName: string): number | null => groupOf.get(bareName) ?? null

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

/** Codes of two letters that Unicode's data knows as countries. */
const regionCodes: readonly string[] = (() => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return letters
    .flatMap((one) => letters.map((other) => one + other))
    .filter((code) => {
      try {
        return names.of(code) !== undefined
      } catch {
        return false
      }
    })
})()

/** Languages whose name is also that of a people. */
const languageCodes = wordSet(tables.languages)

/** Everyday names that the data does not have, by region code. */
const everyday: Readonly<Record<string, string>> = tables.everyday

/** Names of several words and short forms with points, as they are written, with the key of their region. */
const spelledOut: readonly (readonly [string, string])[] = [
  ['U.S.', 'region US'],
  ['United States', 'region US'],
  ['U.K.', 'region GB'],
  ['United Kingdom', 'region GB'],
  ['Great Britain', 'region GB'],
  ['United Arab Emirates', 'region AE'],
  ['Czech Republic', 'region CZ'],
]

/** Keys of the countries that a text spells out in several words. */
export const spelledOutKeys = (text: string): string[] =>
  spelledOut.filter(([name]) => text.includes(name)).map(([, key]) => key)

const fold = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
const cache = new Map<string, ReadonlyMap<string, string>>()

/**
 * Names of countries, languages and peoples, months and days in a language, each word folded without accents, with a
 * key that is the same in every language: "Germany", "German" and "Deutschland" are one. From Unicode's CLDR.
 *
 * @param language BCP 47 tag; the empty map where the data does not know it
 */
function closedNames(language: string): ReadonlyMap<string, string> {
  const known = cache.get(language)
  if (known !== undefined) return known
  const names = new Map<string, string>()
  if (language !== '' && Intl.DisplayNames.supportedLocalesOf([language]).length > 0) {
    addTimes(names, language)
    addLanguages(names, language)
    addRegions(names, language)
  }
  if (language === 'en') {
    for (const [code, words] of Object.entries(everyday))
      for (const word of words.split(' ')) names.set(word, `region ${code}`)
  }
  cache.set(language, names)
  return names
}

/** Languages that decline the names of countries and months, so that only the beginning tells. */
const declining: ReadonlySet<string> = new Set('ru uk be bg sr hr sl mk pl cs sk lt lv et fi hu tr el ro de'.split(' '))
const LEAST_LETTERS = 4
const MOST_ENDING = 3
const stemCache = new Map<string, ReadonlyMap<string, string>>()

function stemsOf(language: string): ReadonlyMap<string, string> {
  const known = stemCache.get(language)
  if (known !== undefined) return known
  const stems = new Map(
    [...closedNames(language)].map(([name, key]) => [name.replace(/[aeiouyаеиоуыяюьй]$/u, ''), key]),
  )
  stemCache.set(language, stems)
  return stems
}

/**
 * The key of a word under which its country, people, month or day is known in every language; undefined for all others.
 *
 * @param bare folded, without accents
 */
export function closedKey(bare: string, language: string): string | undefined {
  const key = closedNames(language).get(bare)
  if (key !== undefined || !declining.has(language)) return key
  for (let cut = 0; cut <= MOST_ENDING && bare.length - cut >= LEAST_LETTERS; cut += 1) {
    const found = stemsOf(language).get(bare.slice(0, bare.length - cut))
    if (found !== undefined) return found
  }
  return undefined
}

function addRegions(names: Map<string, string>, language: string): void {
  const display = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  for (const code of regionCodes) {
    const name = display.of(code)
    // Names of several words are judged word by word: only the rare ones would say which country.
    if (name !== undefined && !/\s/u.test(name)) names.set(fold(name), `region ${code}`)
  }
}

function addLanguages(names: Map<string, string>, language: string): void {
  const display = new Intl.DisplayNames(language, { type: 'language', fallback: 'none' })
  for (const code of languageCodes) {
    const name = display.of(code)
    const region = new Intl.Locale(code).maximize().region
    if (name !== undefined && region !== undefined) names.set(fold(name), `region ${region}`)
  }
}

function addTimes(names: Map<string, string>, language: string): void {
  for (let month = 0; month < 12; month += 1) {
    for (const style of ['long', 'short'] as const) {
      const date = new Date(Date.UTC(2026, month, 1))
      // Beside a day the name may be inflected (Russian: 1 января).
      for (const day of [undefined, 'numeric'] as const) {
        const format = new Intl.DateTimeFormat(language, { month: style, day, timeZone: 'UTC' })
        const name = format.formatToParts(date).find(({ type }) => type === 'month')?.value ?? ''
        if (/^\p{L}{3,}/u.test(name)) names.set(fold(name.replace(/\.$/u, '')), `month ${month}`)
      }
    }
  }
  for (let day = 0; day < 7; day += 1) {
    const date = new Date(Date.UTC(2026, 0, 4 + day))
    const name = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(date)
    names.set(fold(name), `day ${day}`)
  }
}
