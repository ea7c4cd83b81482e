import { hanDigits, hanMyriads, hanTens, hanValue } from '../../shared/text/numerals.ts'
import {
  type NumberLexicon,
  numberLexicon,
  ordinalWord,
  product,
  readBarePoint,
  readFraction,
  readSpoken,
  scaleOf,
  valueOfWord,
} from './number-words.ts'
import { TextRow, type TokenRow } from './tokens.ts'

/** Readings of digits with separators. */
interface WrittenNumber {
  /** Values as one number: "1.234" is 1234 or 1.234, depending on the language. */
  values: number[]
  /** Parts of a date, time, score or version; empty if it can't be one. */
  parts: number[]
  /** Minutes since midnight, or any two numbers with a colon, as 60 times the first plus the second; else null. */
  time: number | null
}

const grouped = /^\d{1,3}(?:[.,']\d{3})+$/u
/** 12,34,567: groups of two above the last three. */
const indian = /^\d{1,2}(?:,\d{2})*,\d{3}$/u
const separators = /[.,'/:]/u

/** Maximum digits of a number; longer ones are identifiers. */
const MAX_DIGITS = 18

const groupSigns = new Map<string, string>()

/** Folded sign that groups thousands, by Unicode's CLDR; empty for an unknown language. */
function groupSignOf(language: string): string {
  const known = groupSigns.get(language)
  if (known !== undefined) return known
  const isKnown = language !== '' && Intl.NumberFormat.supportedLocalesOf([language]).length > 0
  const parts = isKnown ? new Intl.NumberFormat(language).formatToParts(1_234_567.5) : []
  const sign = parts.find(({ type }) => type === 'group')?.value ?? ''
  groupSigns.set(language, sign === '٬' ? ',' : sign)
  return groupSigns.get(language) ?? ''
}

/** Reads folded digits with points, commas and other separators, in both ways if the language leaves it open. */
function readWritten(text: string, language: string): WrittenNumber {
  const parts = text.split(separators)
  if (parts.length === 1) return { values: text.length <= MAX_DIGITS ? [Number(text)] : [], parts: [], time: null }
  if (/[:/]/u.test(text))
    return { values: [], parts: parts.map(Number), time: text.includes(':') ? timeOf(text) : null }
  const values: number[] = []
  const bare = parts.join('')
  const isGrouped = bare.length <= MAX_DIGITS && (grouped.test(text) || indian.test(text))
  if (isGrouped) values.push(Number(bare))
  // 3,000 is three thousand in every language, and 3,210 is no decimal in one that groups by commas.
  const isWhole = isGrouped && (text.endsWith('000') || text.charAt(text.length - 4) === groupSignOf(language))
  const decimal = isWhole ? null : decimalOf(text)
  if (decimal !== null) values.push(decimal)
  // A date or version (12.05.2020), or a list written without spaces; of 3.45 the parts mean nothing.
  return { values, parts: values.length === 0 ? parts.map(Number) : [], time: timeOf(text) }
}

const clock = /^(\d{1,2})[:.](\d{2})(?::\d{2})?$/u

function timeOf(text: string): number | null {
  const match = clock.exec(text)
  return match === null ? null : Number(match[1]) * 60 + Number(match[2])
}

/** Reads the last separator as the one before the decimals, if all others are another sign that groups thousands. */
function decimalOf(text: string): number | null {
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (at < 0) return null
  const whole = text.slice(0, at)
  const others = whole.replace(/\d/gu, '')
  if (others !== '' && (others.includes(text.charAt(at)) || !(grouped.test(whole) || indian.test(whole)))) return null
  return Number(`${whole.replace(/\D/gu, '')}.${text.slice(at + 1)}`)
}

const isHanNumeral = (character: string) => character in hanDigits || character in hanTens || character in hanMyriads

/** Factor of a character after digits (3万); null for other characters. */
const hanScale = (character: string): number | null => hanMyriads[character] ?? hanTens[character] ?? null

/** A number in a text: tokens `from` up to but without `to`. */
export interface NumberMention {
  from: number
  to: number
  /** Possible values; empty for dates and times, which only have parts. */
  values: readonly number[]
  /** Numbers that together mean the same: of a date, a time, a number with spaces. */
  parts: readonly number[]
  /** As `WrittenNumber.time`. */
  time: number | null
  /** In digits, in words, with a scale after it ("1.2 million"), which is a way to round, or "two thirds". */
  form: 'digits' | 'words' | 'scaled' | 'fraction'
  /** A rank and not a count: "third", "20th". */
  ordinal: boolean
}

const mentionOf = (
  from: number,
  to: number,
  values: readonly number[],
  form: NumberMention['form'],
  over: Partial<NumberMention> = {},
): NumberMention => ({ from, to, values, form, parts: [], time: null, ordinal: false, ...over })

const thirdGroup = /^\d{3}(?:[.,]\d+)?$/u
const groupSpace = /^[ \u00A0\u2009\u202F]$/u
const isoDate = /^\d{4}-\d{2}-\d{2}$/u
const hourMark = /^(?:h|시|点|點|時)$/u
const ordinalEnding = /^(?:st|nd|rd|th|er|ère|re|e|ème|ª|º|го|й|я)$/u
const space = /^[ \u00A0\u2009\u202F]?$/u
/** Tokens that a number in words or grouped digits may take. */
const MAX_TOKENS = 12

/** The numbers of a row of tokens, in order. */
export class NumberReader {
  readonly #row: TokenRow
  readonly #lexicon: NumberLexicon | null
  readonly #language: string

  /** @param language primary subtag of the row's language */
  constructor(row: TokenRow, language: string) {
    this.#row = row
    this.#language = language
    this.#lexicon = numberLexicon(language)
  }

  *read(): Generator<NumberMention> {
    let at = 0
    while (at < this.#row.length) {
      const mention = this.#mentionAt(at)
      if (mention !== null) yield mention
      at = mention?.to ?? at + 1
    }
  }

  #mentionAt(at: number): NumberMention | null {
    const kind = this.#row.kind(at)
    if (kind === 'number') return this.#digitsAt(at)
    if (kind === 'word') return this.#wordsAt(at)
    return kind === 'character' && isHanNumeral(this.#row.form(at)) ? this.#hanAt(at) : null
  }

  /** Digits, groups of three separated by spaces, and a scale after them. */
  #digitsAt(at: number): NumberMention {
    const date = this.#dateAt(at)
    if (date !== null) return date
    const grouped = this.#groupsAt(at)
    const written = grouped ?? { ...readWritten(this.#row.form(at), this.#language), to: at + 1 }
    const { parts, time, to } = written
    const values = [...written.values, ...this.#yearsAt(at)]
    const scaled = this.#scaleAt(to)
    if (scaled === null) {
      const over = { parts, time: time ?? this.#hoursAt(at), ordinal: this.#isOrdinalAt(to) }
      return mentionOf(at, to, values, 'digits', over)
    }
    const large = values.map((value) => scaled.of(value))
    // "In 2012 hundreds came": a year, though it may be a count of hundreds.
    if (/^[12]\d{3}$/u.test(this.#row.form(at)) && this.#row.kind(to) === 'word') {
      return mentionOf(at, to, [...values, ...large], 'digits', { parts, time })
    }
    // A single letter may be a unit: 5m is five million or five meters.
    const both = this.#row.form(to).length === 1 && this.#row.kind(to) === 'word' ? [...large, ...values] : large
    return mentionOf(at, scaled.to, both, 'scaled')
  }

  /** ’28 may be 1928 or 2028. */
  #yearsAt(at: number): number[] {
    // Not the article of "l’11 mars": a gap has no letters, but may follow one.
    const apostrophe = at === 0 ? /['‘’]$/u : /[^\p{L}]['‘’]$/u
    const isYear = /^\d\d$/u.test(this.#row.form(at)) && apostrophe.test(this.#row.gapBefore(at))
    return isYear ? [1900, 2000].map((century) => century + Number(this.#row.form(at))) : []
  }

  /** 2020-05-12 (ISO 8601). */
  #dateAt(at: number): NumberMention | null {
    const row = this.#row
    const forms = [0, 1, 2, 3, 4].map((step) => row.form(at + step))
    if (!isoDate.test(forms.join(''))) return null
    const parts = [0, 2, 4].map((step) => Number(forms[step]))
    return mentionOf(at, at + 5, [], 'digits', { parts })
  }

  /** 15h30, 15시 30분, 15点30分. */
  #hoursAt(at: number): number | null {
    const row = this.#row
    if (row.kind(at + 2) !== 'number' || !hourMark.test(row.form(at + 1)) || row.gapBefore(at + 1) !== '') return null
    return Number(row.form(at)) * 60 + Number(row.form(at + 2))
  }

  #isOrdinalAt(at: number): boolean {
    return this.#row.gapBefore(at) === '' && ordinalEnding.test(this.#row.form(at))
  }

  /** 1 234 567: one number, or three; null if no groups of three follow. */
  #groupsAt(at: number): { values: number[]; parts: number[]; time: null; to: number } | null {
    const row = this.#row
    if (!/^\d{1,3}$/u.test(row.form(at))) return null
    const groups = [row.form(at)]
    for (let to = at + 1; to < at + MAX_TOKENS; to += 1) {
      if (row.kind(to) !== 'number' || !thirdGroup.test(row.form(to)) || !groupSpace.test(row.gapBefore(to))) break
      groups.push(row.form(to).replace(',', '.'))
    }
    if (groups.length === 1) return null
    return { values: [Number(groups.join(''))], parts: groups.map(Number), time: null, to: at + groups.length }
  }

  /** A scale that begins at a token: million, Mrd, k, 万; of Han numerals more may follow (3万5千). */
  #scaleAt(at: number): { of: (value: number) => number; to: number } | null {
    const kind = this.#row.kind(at)
    if (kind === 'character') {
      // 2000多万: more than twenty million.
      const scaleAt = /^[多余餘]$/u.test(this.#row.form(at)) ? at + 1 : at
      const scale = hanScale(this.#row.form(scaleAt))
      if (scale === null || this.#row.gapBefore(at) !== '') return null
      const next = scaleAt + 1
      const rest = this.#row.kind(next) === 'number' && this.#row.gapBefore(next) === '' ? this.#digitsAt(next) : null
      const [added = 0] = rest?.values ?? []
      // 3万5千, 12万7350
      if (rest === null || added >= scale) return { of: (value) => product(value, scale), to: next }
      return { of: (value) => product(value, scale) + added, to: rest.to }
    }
    if (kind !== 'word' || !/^[\s-]?$/u.test(this.#row.gapBefore(at))) return null
    const form = this.#row.form(at)
    // 5 m is a length, 5m may be millions.
    if (form.length <= 1 && this.#row.gapBefore(at) !== '') return null
    const scale = scaleOf(form, this.#lexicon)
    if (scale === null) return null
    const next = scaleOf(this.#row.form(at + 1), this.#lexicon)
    if (next !== null && next >= 1000 && scale < 1e6 && space.test(this.#row.gapBefore(at + 1))) {
      return { of: (value) => product(value, scale * next), to: at + 2 }
    }
    return { of: (value) => product(value, scale), to: at + 1 }
  }

  #wordsAt(at: number): NumberMention | null {
    const lexicon = this.#lexicon
    const row = this.#row
    if (lexicon === null) return null
    const isNumber = valueOfWord(row.form(at), lexicon) !== null
    if (!isNumber && !lexicon.fractions.has(row.form(at))) return null
    const words = [row.form(at)]
    while (words.length < MAX_TOKENS && row.kind(at + words.length) === 'word') {
      if (!/^[-‐‑\s]{1,3}$/u.test(row.gapBefore(at + words.length))) break
      words.push(row.form(at + words.length))
    }
    const fraction = readFraction(words, lexicon, row.form(at - 1))
    if (fraction !== null) {
      return mentionOf(at, at + fraction.length, [fraction.value], fraction.value < 1 ? 'fraction' : 'scaled')
    }
    const spoken = readSpoken(words, lexicon)
    if (spoken === null) return null
    // "Point two euros" are 0.20, but "at this point two members" are two.
    const bare = lexicon.points.has(row.form(at - 1)) ? readBarePoint(words, lexicon) : null
    if (bare !== null && bare.length > spoken.length) return mentionOf(at, at + bare.length, [bare.value], 'words')
    const values = bare?.length === spoken.length ? [spoken.value, bare.value] : [spoken.value]
    const ordinal = ordinalWord.test(words[spoken.length - 1] ?? '')
    return mentionOf(at, at + spoken.length, values, 'words', { ordinal })
  }

  #hanAt(at: number): NumberMention | null {
    let to = at + 1
    let run = this.#row.form(at)
    while (to < at + MAX_TOKENS && this.#row.gapBefore(to) === '' && isHanNumeral(this.#row.form(to))) {
      run += this.#row.form(to)
      to += 1
    }
    // The Red Cross, and the quarters of a year in Japanese.
    if (/^(?:十字|四半)/u.test(run + this.#row.form(to))) return null
    // 千万 by itself is no number.
    const isNumber = Array.from(run).some((character) => character in hanDigits || character === '十')
    return isNumber ? mentionOf(at, to, [hanValue(run)], 'words') : null
  }
}

/** Words between the two numbers of a ratio: "four in five", "quatre habitants sur cinq", "cuatro de cada cinco". */
const ratioLink = /^(?:\S+ )?(?:in|(?:out )?of|von|sur|(?:de|em) cada|de|su|op de|op|av|af|na|из|із|з)$/u
const MAX_LINK_TOKENS = 3
const MAX_WHOLE = 10

/** The part of a whole that two adjacent numbers of a row name together, such as "four in five"; null for others. */
export function ratioOf(
  row: TokenRow,
  part: Pick<NumberMention, 'to' | 'values'>,
  whole: Pick<NumberMention, 'from' | 'values'>,
): number | null {
  const [one, all] = [part.values[0], whole.values[0]]
  if (one === undefined || all === undefined || one < 1 || one >= all || all > MAX_WHOLE) return null
  const between = whole.from - part.to
  if (between > MAX_LINK_TOKENS) return null
  const link = Array.from({ length: between }, (_, step) => row.form(part.to + step)).join(' ')
  return ratioLink.test(link) ? one / all : null
}

/**
 * Values of the numbers in a text.
 *
 * @param language primary subtag of the text's language
 */
export const numbersIn = (text: string, language: string): number[] =>
  [...new NumberReader(new TextRow(text), language).read()].flatMap(({ values }) => values)
