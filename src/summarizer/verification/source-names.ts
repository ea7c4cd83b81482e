import { wordSet } from '../text/language-tables.ts'
import tables from './known-names.json' with { type: 'json' }
import { closedKeys, exonymGroup, spelledOutKeys } from './known-names.ts'
import { perSource, titlesOf } from './source-text.ts'
import { TextRow } from './tokens.ts'

/** Reads a table of entries such as "ß=ss". */
const entriesOf = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split(' ').map((entry) => [entry.slice(0, 1), entry.slice(2)]))

const plainLetters = entriesOf(tables.plainLetters)
const transcriptions = entriesOf(tables.letters)
const declining = wordSet(tables.declining)
const sounds = tables.sounds.map((entry) => {
  const [pattern = '', sound = ''] = entry.split('=')
  return { pattern: new RegExp(pattern, 'gu'), sound }
})

/** Removes accents, articles and possessive endings from a folded name. */
export function bareName(form: string): string {
  return form
    .replace(/'(?:s|ın|in|un|ün|nın|nin|nun|nün|da|de|ta|te|dan|den|tan|ten|ya|ye|yı|yi|a|e|ı|i|u|ü)?$/u, '')
    .replace(/(?<=\p{L}{4})'\p{L}{1,5}$/u, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łøđßæœ]/gu, (letter) => plainLetters.get(letter) ?? letter)
    .replace(/^(?:l|d|dell|all|nell|sull|dall|un|qu|o)'/u, '')
}

/** A folded name as a source has it that lost its accented letters: "franois" for "françois"; as it is without these. */
export function withoutAccented(form: string): string {
  const left = form.normalize('NFC').replace(/[^\p{ASCII}]/gu, '')
  return /^[a-z'-]{2,}$/u.test(left) && left.length * 2 >= form.length ? left : form
}

/** Particles that Arabic and Hebrew attach to the beginning of a word. */
const prefixes = /^(?:وال|بال|كال|فال|لل|ال|[وبلكف]|[והבלמשכ])/u
const MIN_STEM = 4

function lightStems(name: string): string[] {
  // Englishman, Englishmen
  const stems = /m[ae]n$/u.test(name) ? [name, `${name.slice(0, -2)}*n`] : [name]
  const endings = tables.lightEndings.split(' ').filter((ending) => name.endsWith(ending))
  return [...stems, ...endings.map((ending) => name.slice(0, -ending.length)).filter((stem) => stem.length >= MIN_STEM)]
}

function commonPrefix(one: string, other: string): number {
  let at = 0
  while (at < one.length && one.charAt(at) === other.charAt(at)) at += 1
  return at
}

/** Whether bare names are forms of one: equal, adjective or plural, or with another ending where names are declined. */
function sameName(name: string, form: string, language: string): boolean {
  if (name === form) return true
  if (/[\u0590-\u06FF]/u.test(name)) return name.replace(prefixes, '') === form.replace(prefixes, '')
  const shared = commonPrefix(name, form)
  if (declining.has(language)) {
    const longest = /^(?:tr|fi|hu|et)$/u.test(language) ? 6 : 3
    const least = Math.max(3, Math.min(MIN_STEM, form.length))
    return shared >= least && name.length - shared <= longest && form.length - shared <= 2
  }
  if (shared < MIN_STEM) return false
  const stems = new Set(lightStems(form))
  return lightStems(name).some((stem) => stems.has(stem))
}

const latin = /^[\p{Script=Latin}\p{M}'’-]+$/u
/** Scripts whose names can be compared by sound. */
const hasSounds = (form: string) => /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}'’-]+$/u.test(form)

/** Sounds that a name's transcriptions share ("Зеленский", "Selenskyj"). Vowels count only between Latin scripts. */
function soundsOf(form: string, withVowels: boolean): string {
  const spelled = Array.from(form.normalize('NFC'), (letter) => transcriptions.get(letter) ?? letter).join('')
  return sounds
    .reduce((text, { pattern, sound }) => text.replace(pattern, sound), spelled)
    .normalize('NFD')
    .replace(withVowels ? /[\p{M}h']/gu : /[\p{M}aeiouyjhıøæœ']/gu, '')
    .replace(/[yj]/gu, 'i')
    .replace(/(.)\1+/gu, '$1')
}

/** Minimum sounds that two names share at their beginnings, and maximum sounds of an ending. */
const MIN_SHARED = 3
const MAX_ENDING = 3

/** Whether two names, or two words of one origin ("Comisión", "commission"), sound alike. */
function soundAlike(one: string, other: string): boolean {
  const shared = commonPrefix(one, other)
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const left = short.length - shared
  const isAlike = left <= (shared > MIN_SHARED ? 2 : 1) && long.length - shared <= MAX_ENDING
  return one === other || (shared >= MIN_SHARED && isAlike)
}

/** Looks up the names of a document. */
export const namesOf = perSource((source) => {
  const titles = titlesOf(source)
  const formsOfTitles = titles.flatMap((text) => new TextRow(text).tokens.map(({ form }) => form))
  const bareForms = new Set([...source.forms, ...formsOfTitles].map(bareName))
  const byStart = Map.groupBy(bareForms, (bare) => bare.slice(0, 3))
  const isLatin = [...bareForms].filter((bare) => latin.test(bare)).length * 2 > bareForms.size
  const exonyms = new Set(Array.from(bareForms, exonymGroup))
  const keysOf = (bare: string, language: string) => closedKeys(bare, language, declining.has(language))
  const texts = [...titles, ...source.blocks.map(({ text }) => text)]
  /** Keys of the document's countries, peoples, months and days. */
  const closed = new Set([
    ...texts.flatMap((text) => spelledOutKeys(text, source.language)),
    ...bareForms.values().flatMap((bare) => keysOf(bare, source.language)),
  ])
  /** Sounds of all words that have any, with and without vowels, by their first two; computed when first needed. */
  const sounds = new Map<boolean, ReadonlyMap<string, readonly string[]>>()

  function soundMap(withVowels: boolean): ReadonlyMap<string, readonly string[]> {
    const known = sounds.get(withVowels)
    if (known !== undefined) return known
    const comparable = [...bareForms].filter(hasSounds)
    // A Chinese document with a few Latin words has the other names in Chinese.
    const isEnough = comparable.length * 2 > bareForms.size
    const spoken = isEnough ? comparable.map((bare) => soundsOf(bare, withVowels && latin.test(bare))) : []
    const map = Map.groupBy(new Set(spoken), (own) => own.slice(0, 2))
    sounds.set(withVowels, map)
    return map
  }

  function hasForeign(bare: string): boolean {
    const group = exonymGroup(bare)
    if (group !== null && exonyms.has(group)) return true
    const withVowels = isLatin && latin.test(bare)
    const own = soundsOf(bare, withVowels)
    const alike = soundMap(withVowels).get(own.slice(0, 2)) ?? []
    return alike.some((other) => soundAlike(own, other))
  }

  /** Whether a text in a language is a translation of the document, if both languages are known. */
  const isForeign = (language: string): boolean => source.language !== '' && language !== source.language

  return {
    isForeign,
    /** Whether the document has a word of a text: in any form of its language, or under its name in another. */
    has: (form: string, language: string): boolean => {
      const bare = bareName(form)
      if (bareForms.has(bare) || !keysOf(bare, language).isDisjointFrom(closed)) return true
      if (source.vocabulary.has(withoutAccented(form))) return true
      const alike = byStart.get(bare.slice(0, 3)) ?? []
      return alike.some((other) => sameName(bare, other, language)) || (isForeign(language) && hasForeign(bare))
    },
    /** Whether the document has a word exactly, except for accents. */
    hasExactly: (form: string): boolean => bareForms.has(bareName(form)),
    /** Whether the document would contain a name; unknown if its script can't be compared with the text's. */
    canJudge: (form: string, language: string): boolean =>
      !isForeign(language) || (hasSounds(form) && soundMap(false).size > 0),
  }
})

export type SourceNames = ReturnType<typeof namesOf>
