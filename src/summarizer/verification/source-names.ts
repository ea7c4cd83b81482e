import { closedKeys, exonymGroup, spelledOutKeys } from './known-names.ts'
import { perSource, type SourceText, titlesOf } from './source-text.ts'
import { foldWord, tokensOf } from './tokens.ts'

/** A name without accents and without a possessive ending: what two texts that mean the same name share. */
export function bareName(form: string): string {
  return form
    .replace(/'(?:s|ın|in|un|ün|nın|nin|nun|nün|da|de|ta|te|dan|den|tan|ten|ya|ye|yı|yi|a|e|ı|i|u|ü)?$/u, '')
    .replace(/(?<=\p{L}{4})'\p{L}{1,5}$/u, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łøđßæœ]/gu, (letter) => plainLetters[letter] ?? letter)
    .replace(/^(?:l|d|dell|all|nell|sull|dall|un|qu|o)'/u, '')
}

const plainLetters: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe' }

/** Endings of English, and of the Romance and Scandinavian languages, that make a name an adjective or a plural. */
const lightEndings = 'ians ian eans ean ese ish ans an ers er ic ia es ns n s i a o y e'.split(' ')
/** Languages that decline names. */
const declining: ReadonlySet<string> = new Set(
  'pl cs sk ru uk bg sr hr sl lt lv et fi hu tr el ro de is be mk az kk uz'.split(' '),
)
/** Ways to attach a particle in front in Arabic and Hebrew. */
const prefixes = /^(?:وال|بال|كال|فال|لل|ال|[وبلكف]|[והבלמשכ])/u
const LEAST_STEM = 4

function lightStems(name: string): string[] {
  const stems = [name]
  // Englishman, Englishmen
  if (/m[ae]n$/u.test(name)) stems.push(`${name.slice(0, -2)}*n`)
  for (const ending of lightEndings) {
    if (name.endsWith(ending) && name.length - ending.length >= LEAST_STEM) stems.push(name.slice(0, -ending.length))
  }
  return stems
}

function commonPrefix(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let at = 0
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at += 1
  return at
}

/**
 * Whether two bare names are forms of one name: equal, an adjective or plural of the other, or, in languages that
 * decline names, alike but for the ending.
 *
 * @param language primary subtag of the text that declines
 */
function sameName(name: string, form: string, language: string): boolean {
  if (name === form) return true
  if (/[\u0590-\u06FF]/u.test(name)) return name.replace(prefixes, '') === form.replace(prefixes, '')
  const shared = commonPrefix(name, form)
  if (declining.has(language)) {
    const longest = language === 'tr' || language === 'fi' || language === 'hu' || language === 'et' ? 6 : 3
    return (
      shared >= Math.min(LEAST_STEM, form.length) &&
      shared >= 3 &&
      name.length - shared <= longest &&
      form.length - shared <= 2
    )
  }
  if (shared < LEAST_STEM) return false
  const stems = new Set(lightStems(form))
  return lightStems(name).some((stem) => stems.has(stem))
}

/** Cyrillic and Greek letters as Latin ones, as texts in English write names; not a standard, a common ground. */
const letters: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'а=a б=b в=v г=g ґ=g д=d е=e ё=e є=e ж=zh з=z и=i і=i ї=i й=i ј=j к=k л=l љ=l м=m н=n њ=n о=o п=p р=r с=s т=t ћ=ch у=u ў=u ф=f х=h ц=ts ч=ch џ=j ш=sh щ=sh ъ= ы=i ь= э=e ю=u я=a ђ=j ' +
    'α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s τ=t υ=i φ=f χ=h ψ=ps ω=o'
  )
    .split(' ')
    .map((pair) => pair.split('=')),
)

/** Letters that stand for about the same sound in the languages that write with Latin letters, longest first. */
const sounds: readonly (readonly [RegExp, string])[] = [
  [/d(?:zh|ż|ž|j)/gu, 'j'],
  [/schtsch|shch|szcz|tsch|tch|sch|sh|ch|cz|sz|zh|rz|[žščşç]/gu, '!'],
  [/kh/gu, 'h'],
  [/ck|[cqk]/gu, 'k'],
  [/ph/gu, 'f'],
  [/th/gu, 't'],
  [/x/gu, 'ks'],
  [/[wv]/gu, 'v'],
  [/ts|tz|[zs]/gu, 's'],
]

const latin = /^[\p{Script=Latin}\p{M}'’-]+$/u
/** Scripts whose names can be compared by sound. */
const hasSounds = (form: string) => /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}'’-]+$/u.test(form)

/**
 * A name by its sounds: what is left of it in every spelling. Between Latin scripts vowels count; between others only
 * consonants do ("Зеленский" and "Selenskyj" are one). A means to tell that two names may be the same, never that they
 * are.
 *
 * @param form folded
 */
function soundsOf(form: string, withVowels: boolean): string {
  let spelled = ''
  for (const character of form.normalize('NFC')) spelled += letters[character] ?? character
  for (const [pattern, sound] of sounds) spelled = spelled.replace(pattern, sound)
  return spelled
    .normalize('NFD')
    .replace(withVowels ? /[\p{M}h']/gu : /[\p{M}aeiouyjhıøæœ']/gu, '')
    .replace(/[yj]/gu, 'i')
    .replace(/(.)\1+/gu, '$1')
}

/** Sounds that two names share at their beginning at least, and that declension may change behind them. */
const LEAST_SHARED = 3
const MOST_ENDING = 3

/** Whether two names, or two words of one origin ("Comisión", "commission"), may be one by their sounds. */
function soundAlike(one: string, other: string): boolean {
  if (one === other) return true
  const shared = commonPrefix(one, other)
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const left = short.length - shared
  return shared >= LEAST_SHARED && left <= (shared > LEAST_SHARED ? 2 : 1) && long.length - shared <= MOST_ENDING
}

/** The words of a document as names are looked up in them. */
export class SourceNames {
  private readonly source: SourceText
  private readonly bare = new Set<string>()
  /** Bare forms by their first three letters. */
  private readonly byStart = new Map<string, string[]>()
  /** Keys of the countries, peoples, months and days that the document speaks of. */
  private readonly closed = new Set<string>()
  private readonly exonyms = new Set<number>()
  /** Whether most of the document's words are in Latin letters. */
  private readonly isLatin: boolean
  /** Sounds of all words that have any, with and without vowels, by their first two; made when first needed. */
  private readonly sounds = new Map<boolean, ReadonlyMap<string, ReadonlySet<string>>>()

  constructor(source: SourceText) {
    this.source = source
    const titles = titlesOf(source)
    const extra = titles.flatMap((text) => tokensOf(text).map(({ start, end }) => foldWord(text.slice(start, end))))
    for (const form of [...source.forms, ...extra]) this.add(bareName(form))
    this.isLatin = [...this.bare].filter((bare) => latin.test(bare)).length * 2 > this.bare.size
    const { language } = source
    for (const text of [...titles, ...source.blocks.map((block) => block.text)])
      for (const key of spelledOutKeys(text, language)) this.closed.add(key)
  }

  private add(bare: string): void {
    if (bare === '' || this.bare.has(bare)) return
    this.bare.add(bare)
    const start = bare.slice(0, 3)
    const alike = this.byStart.get(start)
    if (alike === undefined) this.byStart.set(start, [bare])
    else alike.push(bare)
    for (const key of this.closedKeysOf(bare, this.source.language)) this.closed.add(key)
    const group = exonymGroup(bare)
    if (group !== null) this.exonyms.add(group)
  }

  private closedKeysOf(bare: string, language: string): ReadonlySet<string> {
    return closedKeys(bare, language, declining.has(language))
  }

  /** Whether the document has a word of a text: in any form of its language, or under its name in another. */
  has(form: string, language: string): boolean {
    const bare = bareName(form)
    if (this.bare.has(bare)) return true
    if (this.closedKeysOf(bare, language).intersection(this.closed).size > 0) return true
    const alike = this.byStart.get(bare.slice(0, 3)) ?? []
    return alike.some((other) => sameName(bare, other, language)) || (this.isForeign(language) && this.hasForeign(bare))
  }

  /** Whether the document has a word exactly as it is, but for accents. */
  hasExactly(form: string): boolean {
    return this.bare.has(bareName(form))
  }

  /** Whether a text in a language is a translation of the document, as far as both languages are known. */
  isForeign(language: string): boolean {
    return this.source.language !== '' && language !== this.source.language
  }

  /** Whether the document would show a name at all: not where its script cannot be compared with the text's. */
  canJudge(form: string, language: string): boolean {
    return !this.isForeign(language) || (hasSounds(form) && this.soundMap(false).size > 0)
  }

  private hasForeign(bare: string): boolean {
    const group = exonymGroup(bare)
    if (group !== null && this.exonyms.has(group)) return true
    const withVowels = this.isLatin && latin.test(bare)
    const sounds = soundsOf(bare, withVowels)
    const alike = this.soundMap(withVowels).get(sounds.slice(0, 2))
    return alike?.values().some((other) => soundAlike(sounds, other)) === true
  }

  private soundMap(withVowels: boolean): ReadonlyMap<string, ReadonlySet<string>> {
    const known = this.sounds.get(withVowels)
    if (known !== undefined) return known
    const comparable = [...this.bare].filter(hasSounds)
    // A document in Chinese with a few Latin words in it writes the other names in Chinese.
    const enough = comparable.length * 2 > this.bare.size
    const spoken = enough ? comparable.map((bare) => soundsOf(bare, withVowels && latin.test(bare))) : []
    const groups = Map.groupBy(spoken, (sounds) => sounds.slice(0, 2))
    const map = new Map([...groups].map(([start, alike]) => [start, new Set(alike)]))
    this.sounds.set(withVowels, map)
    return map
  }
}

/** The words of a document for names to be looked up. */
export const namesOf = perSource((source) => new SourceNames(source))
