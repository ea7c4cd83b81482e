import { wordSet } from '../text/language-tables.ts'
import tables from './known-names.json' with { type: 'json' }

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

/** Codes that Unicode's CLDR may know: countries, unions of them (EU, UN), and parts of the world by UN M49. */
const regionCodes: readonly string[] = [
  ...letters.flatMap((one) => letters.map((other) => one + other)),
  ...Array.from({ length: 500 }, (_, code) => String(code).padStart(3, '0')),
]

/** Languages with the name of a people. */
const languageCodes = wordSet(tables.languages)

const fold = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

const groupOf = new Map(
  tables.exonyms.flatMap((group, at) => group.split(' ').map((name) => [fold(name), at] as const)),
)

/** Index of the group of exonyms that a name belongs to; null if it has none. */
export const exonymGroup = (bareName: string): number | null => groupOf.get(bareName) ?? null

/** A name of a country, people, month or day, with a key that is the same in every language. */
type KeyedName = readonly [name: string, key: string]

function regionsIn(language: string): KeyedName[] {
  const ofRegions = (['long', 'short'] as const).flatMap((style) => {
    const display = new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' })
    return regionCodes.map((code) => [display.of(code) ?? '', `region ${code}`] as const)
  })
  const display = new Intl.DisplayNames(language, { type: 'language', fallback: 'none' })
  const ofPeoples = Array.from(languageCodes, (code) => {
    return [display.of(code) ?? '', `region ${new Intl.Locale(code).maximize().region}`] as const
  })
  return [...ofRegions, ...ofPeoples]
}

function timesIn(language: string): KeyedName[] {
  const nameOf = (date: Date, options: Intl.DateTimeFormatOptions, type: 'month' | 'weekday') => {
    const parts = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).formatToParts(date)
    return parts.find((part) => part.type === type)?.value.replace(/\.$/u, '') ?? ''
  }
  const months = Array.from({ length: 12 }, (_, month) => {
    const date = new Date(Date.UTC(2026, month, 1))
    // Next to a day the name may be inflected (Russian: 1 января).
    const forms = [{ month: 'long' }, { month: 'short' }, { month: 'long', day: 'numeric' }] as const
    const names = forms.map((form) => nameOf(date, form, 'month')).filter((name) => /^\p{L}{3,}/u.test(name))
    return names.map((name) => [name, `month ${month}`] as const)
  })
  const days = Array.from({ length: 7 }, (_, day) => {
    const date = new Date(Date.UTC(2026, 0, 4 + day))
    const names = (['long', 'short'] as const).map((weekday) => nameOf(date, { weekday }, 'weekday'))
    // "So" is Sunday in German, and a common word.
    return names.filter((name, at) => at === 0 || name.length > 2).map((name) => [name, `day ${day}`] as const)
  }).flat()
  // "Tomorrow" may be any day of the week.
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const nearby = [-1, 1].flatMap((step) => days.map(([, key]) => [relative.format(step, 'day'), key] as const))
  return [...months.flat(), ...days, ...nearby]
}

/** Names that CLDR lacks. */
const everyday = Object.entries(tables.everyday).flatMap(([code, names]) =>
  names.split(', ').map((name) => [name, `region ${code}`] as const),
)

const isPhrase = (name: string) => /[\s.]/u.test(name)
const none: ReadonlySet<string> = new Set()

/** Names of countries, peoples, months and days in a language: by folded word, by stem, and phrases. */
function readClosedNames(language: string) {
  const isKnown = language !== '' && Intl.DisplayNames.supportedLocalesOf([language]).length > 0
  const names = isKnown ? [...regionsIn(language), ...timesIn(language)] : []
  if (language === 'en') names.push(...everyday)
  const words = new Map<string, Set<string>>()
  for (const [name, key] of names) {
    // Each word of "United States" may be inflected.
    for (const word of isPhrase(name) ? (fold(name).match(/\p{L}{4,}/gu) ?? []) : [fold(name)])
      words.set(word, (words.get(word) ?? new Set()).add(key))
  }
  const stems = new Map([...words].map(([name, keys]) => [name.replace(/[aeiouyаеиоуыяюьйії]{1,2}$/u, ''), keys]))
  return { words, stems, phrases: names.filter(([name]) => isPhrase(name)) }
}

const cache = new Map<string, ReturnType<typeof readClosedNames>>()

function closedNames(language: string) {
  const names = cache.get(language) ?? readClosedNames(language)
  cache.set(language, names)
  return names
}

/** Keys of the countries in a text whose names have several words. */
export function spelledOutKeys(text: string, language: string): string[] {
  return closedNames(language).phrases.flatMap(([name, key]) => (text.includes(name) ? [key] : []))
}

const MIN_LETTERS = 4
const MAX_ENDING = 3

/** Keys that a bare name has. `declines`: the language inflects names, so that only the beginning counts. */
export function closedKeys(bare: string, language: string, declines: boolean): ReadonlySet<string> {
  const { words, stems } = closedNames(language)
  const keys = words.get(bare)
  if (keys !== undefined || !declines) return keys ?? none
  for (let cut = 0; cut <= MAX_ENDING && bare.length - cut >= MIN_LETTERS; cut += 1) {
    const found = stems.get(bare.slice(0, bare.length - cut))
    if (found !== undefined) return found
  }
  return none
}
