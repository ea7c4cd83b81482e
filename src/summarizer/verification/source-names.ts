import { closedKey, exonymGroup, spelledOutKeys } from './known-names.ts'
import { type SourceText, titlesOf } from './source-index.ts'
import { foldWord, tokensOf } from './tokens.ts'

/** A name without accents and without a possessive ending: what two texts that mean the same name share. */
export function bareName(form: string): string {
  return form
    .replace(/'(?:s|ın|in|un|ün|nın|nin|nun|nün|da|de|ta|te|dan|den|tan|ten|ya|ye|yı|yi|a|e|ı|i|u|ü)?$/u, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ł/gu, 'l')
    .replace(/ø/gu, 'o')
    .replace(/đ/gu, 'd')
    .replace(/ß/gu, 'ss')
    .replace(/æ/gu, 'ae')
    .replace(/œ/gu, 'oe')
    .replace(/^(?:l|d|dell|all|nell|sull|dall|un|qu|o)'/u, '')
}

/** Endings of English, and of the Romance and Scandinavian languages, that make a name an adjective or a plural. */
const lightEndings = [
  'ians',
  'ian',
  'eans',
  'ean',
  'ese',
  'ish',
  'ans',
  'an',
  'ers',
  'er',
  'ic',
  'ia',
  'es',
  'ns',
  'n',
  's',
  'i',
  'a',
  'o',
  'y',
  'e',
]
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
    'а=a б=b в=v г=g ґ=g д=d е=e ё=e є=e ж=zh з=z и=i і=i ї=i й=i ј=j к=k л=l љ=l м=m н=n њ=n о=o п=p р=r с=s т=t ћ=ch у=u ў=u ф=f х=kh ц=ts ч=ch џ=zh ш=sh щ=sh ъ= ы=i ь= э=e ю=u я=a ђ=zh ' +
    'α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s τ=t υ=i φ=f χ=kh ψ=ps ω=o'
  )
    .split(' ')
    .map((pair) => pair.split('=')),
)

/** Letters that stand for about the same sound in the languages that write with Latin letters, longest first. */
const sounds: readonly (readonly [RegExp, string])[] = [
  [/schtsch|shch|szcz|tsch|tch|sch|sh|ch|cz|sz|zh|rz|ž|š|č|ş|ç/gu, '!'],
  [/kh|ck|[cqk]/gu, 'k'],
  [/ph/gu, 'f'],
  [/th/gu, 't'],
  [/x/gu, 'ks'],
  [/[wv]/gu, 'v'],
  [/ts|tz|[zs]/gu, 's'],
]

/**
 * A name's consonants by their sound: what is left of a name in every script and spelling ("Зеленский", "Zelensky" and
 * "Selenskyj" are one). A means to tell that two names may be the same, never that they are.
 *
 * @param form folded
 */
function soundsOf(form: string): string {
  let latin = ''
  for (const character of form.normalize('NFC')) latin += letters[character] ?? character
  for (const [pattern, sound] of sounds) latin = latin.replace(pattern, sound)
  return latin
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[aeiouyjhıøæœ'!]/gu, (character) => (character === '!' ? '!' : ''))
    .replace(/(.)\1+/gu, '$1')
}

/** Scripts whose names can be compared by sound. */
const comparable = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}'’-]+$/u

const hasSounds = (form: string) => comparable.test(form)

/** Consonants below which a likeness says nothing. */
const LEAST_SOUNDS = 2
/** Consonants of an ending that declension may add. */
const MOST_ENDING = 2

/** Whether two names may be one by their sounds. */
function soundAlike(one: string, other: string): boolean {
  if (one === other) return true
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length > LEAST_SOUNDS && long.startsWith(short) && long.length - short.length <= MOST_ENDING
}

/** The words of a document as names are looked up in them. */
export class SourceNames {
  private readonly source: SourceText
  /** Bare forms by their first three letters. */
  private readonly byStart = new Map<string, Set<string>>()
  private readonly bare = new Set<string>()
  /** Keys of the countries, peoples, months and days that the document speaks of. */
  private readonly closed = new Set<string>()
  private readonly exonyms = new Set<number>()
  /** Sounds of all words that have any, by their first two; made when a text in another language first needs them. */
  private sounds: Map<string, Set<string>> | null = null

  constructor(source: SourceText) {
    this.source = source
    const extra = titlesOf(source).flatMap((text) =>
      tokensOf(text).map(({ start, end }) => foldWord(text.slice(start, end))),
    )
    for (const form of [...source.forms, ...extra]) {
      const bare = bareName(form)
      if (bare === '' || this.bare.has(bare)) continue
      this.bare.add(bare)
      const start = bare.slice(0, 3)
      const alike = this.byStart.get(start)
      if (alike === undefined) this.byStart.set(start, new Set([bare]))
      else alike.add(bare)
      const key = closedKey(bare, source.language)
      if (key !== undefined) this.closed.add(key)
      const group = exonymGroup(bare)
      if (group !== null) this.exonyms.add(group)
    }
    for (const { text } of source.blocks) for (const key of spelledOutKeys(text)) this.closed.add(key)
    for (const torn of source.torn.values()) this.bare.add(bareName(torn))
  }

  /** Whether a word of a text stands in the document: in any form of its language, or under its name in another. */
  has(form: string, language: string): boolean {
    const bare = bareName(form)
    if (this.bare.has(bare)) return true
    const key = closedKey(bare, language)
    if (key !== undefined && this.closed.has(key)) return true
    for (const candidate of this.byStart.get(bare.slice(0, 3)) ?? []) {
      if (sameName(bare, candidate, language)) return true
    }
    return this.isForeign(language) && this.hasForeign(bare)
  }

  /** Whether a word stands in the document exactly as it is, but for accents. */
  hasExactly(form: string): boolean {
    return this.bare.has(bareName(form))
  }

  /** Whether the document would show a name at all: not where its script cannot be compared with the text's. */
  canJudge(form: string, language: string): boolean {
    return !this.isForeign(language) || (hasSounds(form) && this.soundMap().size > 0)
  }

  private isForeign(language: string): boolean {
    return this.source.language !== '' && language !== this.source.language
  }

  private hasForeign(bare: string): boolean {
    const group = exonymGroup(bare)
    if (group !== null && this.exonyms.has(group)) return true
    const sounds = soundsOf(bare)
    for (const candidate of this.soundMap().get(sounds.slice(0, 2)) ?? [])
      if (soundAlike(sounds, candidate)) return true
    return false
  }

  private soundMap(): Map<string, Set<string>> {
    if (this.sounds !== null) return this.sounds
    const map = new Map<string, Set<string>>()
    let judged = 0
    for (const bare of this.bare) {
      if (!hasSounds(bare)) continue
      judged += 1
      const sounds = soundsOf(bare)
      const alike = map.get(sounds.slice(0, 2))
      if (alike === undefined) map.set(sounds.slice(0, 2), new Set([sounds]))
      else alike.add(sounds)
    }
    // A document in Chinese with a few Latin words in it writes the other names in Chinese.
    this.sounds = judged * 2 > this.bare.size ? map : new Map()
    return this.sounds
  }
}

const kept = new WeakMap<SourceText, SourceNames>()

/** The words of a document for names to be looked up; made once a document. */
export function namesOf(source: SourceText): SourceNames {
  const known = kept.get(source)
  if (known !== undefined) return known
  const names = new SourceNames(source)
  kept.set(source, names)
  return names
}
