import { wordSet } from '../text/language-tables.ts'
import tables from './known-names.json' with { type: 'json' }

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

/** Codes that Unicode's CLDR may know: countries, unions of them (EU, UN), and parts of the world by UN M49. */
const regionCodes: readonly string[] = [
  ...letters.flatMap((one) => letters.map((other) => one + other)),
  ...Array.from({ length: 500 }, (_, code) => String(code).padStart(3, '0')),
]

/** Languages whose name is also that of a people. */
const languageCodes = wordSet(tables.languages)

/** Everyday names that CLDR lacks, by region code. */
const everyday: Readonly<Record<string, string>> = tables.everyday

const fold = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

/** Groups of names that mean the same in different languages. */
const groupOf = new Map(
  tables.exonyms.flatMap((group, at) => group.split(' ').map((name) => [fold(name), at] as const)),
)

/** Number of the group that a name is one of, or null. */
export const exonymGroup = (bareName: string): number | null => groupOf.get(bareName) ?? null

/** Names of countries, peoples, months and days in a language, with keys that are the same in every language. */
interface ClosedNames {
  /** By single words, folded without accents. */
  words: ReadonlyMap<string, ReadonlySet<string>>
  /** Names of several words, as they are written. */
  phrases: ReadonlyMap<string, string>
}

class Collector implements ClosedNames {
  readonly words = new Map<string, Set<string>>()
  readonly phrases = new Map<string, string>()

  add(name: string, key: string): void {
    const isPhrase = /[\s.]/u.test(name)
    if (isPhrase) this.phrases.set(name, key)
    // Of "United States", each word may be inflected by itself.
    for (const word of isPhrase ? (fold(name).match(/\p{L}{4,}/gu) ?? []) : [fold(name)]) {
      const keys = this.words.get(word)
      if (keys === undefined) this.words.set(word, new Set([key]))
      else keys.add(key)
    }
  }
}

const cache = new Map<string, ClosedNames>()

/** The closed names of a language by CLDR; none where it does not know the language. */
function closedNames(language: string): ClosedNames {
  const known = cache.get(language)
  if (known !== undefined) return known
  const names = new Collector()
  if (language !== '' && Intl.DisplayNames.supportedLocalesOf([language]).length > 0) {
    addRegions(names, language)
    addLanguages(names, language)
    addTimes(names, language)
  }
  if (language === 'en') {
    for (const [code, words] of Object.entries(everyday))
      for (const word of words.split(',')) names.add(word.trim(), `region ${code}`)
  }
  cache.set(language, names)
  return names
}

function addRegions(names: Collector, language: string): void {
  for (const style of ['long', 'short'] as const) {
    const display = new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' })
    for (const code of regionCodes) {
      try {
        names.add(display.of(code) ?? '', `region ${code}`)
      } catch {
        // Not every pair of letters is a code.
      }
    }
  }
}

function addLanguages(names: Collector, language: string): void {
  const display = new Intl.DisplayNames(language, { type: 'language', fallback: 'none' })
  for (const code of languageCodes) {
    const { region } = new Intl.Locale(code).maximize()
    names.add(display.of(code) ?? '', `region ${region}`)
  }
}

function addTimes(names: Collector, language: string): void {
  const nameOf = (date: Date, options: Intl.DateTimeFormatOptions, type: 'month' | 'weekday') => {
    const parts = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).formatToParts(date)
    return parts.find((part) => part.type === type)?.value.replace(/\.$/u, '') ?? ''
  }
  for (let month = 0; month < 12; month += 1) {
    const date = new Date(Date.UTC(2026, month, 1))
    for (const style of ['long', 'short'] as const) {
      // Beside a day the name may be inflected (Russian: 1 января).
      for (const day of [undefined, 'numeric'] as const) {
        const name = nameOf(date, { month: style, day }, 'month')
        if (/^\p{L}{3,}/u.test(name)) names.add(name, `month ${month}`)
      }
    }
  }
  for (let day = 0; day < 7; day += 1) {
    names.add(nameOf(new Date(Date.UTC(2026, 0, 4 + day)), { weekday: 'long' }, 'weekday'), `day ${day}`)
  }
}

/** Keys of the countries that a text spells out in several words. */
export function spelledOutKeys(text: string, language: string): string[] {
  return [...closedNames(language).phrases].filter(([name]) => text.includes(name)).map(([, key]) => key)
}

const LEAST_LETTERS = 4
const MOST_ENDING = 3
const stemCache = new Map<string, ReadonlyMap<string, ReadonlySet<string>>>()

function stemsOf(language: string): ReadonlyMap<string, ReadonlySet<string>> {
  const known = stemCache.get(language)
  if (known !== undefined) return known
  const stems = new Map(
    [...closedNames(language).words].map(([name, keys]) => [name.replace(/[aeiouyаеиоуыяюьйії]{1,2}$/u, ''), keys]),
  )
  stemCache.set(language, stems)
  return stems
}

const none: ReadonlySet<string> = new Set()

/**
 * The keys of a word under which its country, people, month or day is known in every language.
 *
 * @param bare folded, without accents
 * @param declines whether the language inflects names, so that only the beginning counts
 */
export function closedKeys(bare: string, language: string, declines: boolean): ReadonlySet<string> {
  const keys = closedNames(language).words.get(bare)
  if (keys !== undefined || !declines) return keys ?? none
  for (let cut = 0; cut <= MOST_ENDING && bare.length - cut >= LEAST_LETTERS; cut += 1) {
    const found = stemsOf(language).get(bare.slice(0, bare.length - cut))
    if (found !== undefined) return found
  }
  return none
}
