import tables from './number-words.json' with { type: 'json' }
import {
  type NumberLexicon,
  numberEntries,
  numberLexicon,
  product,
  readSpoken,
  scaleOf,
  valueOfWord,
} from './number-words.ts'
import type { TokenRange, TokenRow } from './tokens.ts'

/** Readings of digits with separators. */
interface WrittenNumber {
  /** Values as one number: "1.234" is 1234 or 1.234, depending on the language. */
  values: readonly number[]
  /** Parts of a date, time, score or version; empty if it can't be one. */
  parts: readonly number[]
  /** Minutes since midnight, or of any two numbers with a colon, 60 times the first plus the second; else null. */
  time: number | null
}

/** A number in a text. */
export interface NumberMention extends TokenRange, WrittenNumber {
  /** Written in digits, in words, or with a scale ("1.2 million"), which is a way to round. */
  form: 'digits' | 'words' | 'scaled'
  /** A rank and not a count: "third", "20th". */
  ordinal: boolean
}

interface Reader {
  row: TokenRow
  lexicon: NumberLexicon | null
  /** Sign that groups thousands in the row's language. */
  groupSign: string
}

/**
 * Reads the numbers of a row, in order.
 *
 * @param language primary subtag of the row's language
 */
export function* readNumbers(row: TokenRow, language: string): Generator<NumberMention> {
  const reader = { row, lexicon: numberLexicon(language), groupSign: groupSignOf(language) }
  for (let at = 0; at < row.length; ) {
    const mention = mentionAt(reader, at)
    if (mention !== null) yield mention
    at = mention?.to ?? at + 1
  }
}

function mentionAt(reader: Reader, at: number): NumberMention | null {
  const kind = reader.row.kind(at)
  if (kind === 'number') return digitsAt(reader, at)
  if (kind === 'word') return wordsAt(reader, at)
  return kind === 'character' ? hanAt(reader, at) : null
}

/** Folded sign by Unicode's CLDR; empty for an unknown language. */
function groupSignOf(language: string): string {
  if (language === '' || Intl.NumberFormat.supportedLocalesOf([language]).length === 0) return ''
  const parts = new Intl.NumberFormat(language).formatToParts(1_234_567.5)
  return (parts.find(({ type }) => type === 'group')?.value ?? '').replace('٬', ',')
}

/** Longest number in digits; longer ones are identifiers and keys. */
const MOST_DIGITS = 18
/** Groups of three digits, or of two before the last three as in India. */
const grouped = /^\d{1,3}(?:[.,']\d{3})+$|^\d{1,2}(?:,\d{2})*,\d{3}$/u
const clock = /^(\d{1,2})[:.](\d{2})(?::\d{2})?$/u

/**
 * Reads digits with points, commas and other separators, in both ways if the language leaves it open.
 *
 * @param text folded: digits 0-9, separators . , ' : /
 */
function readWritten(text: string, groupSign: string): WrittenNumber {
  const parts = text.split(/[.,'/:]/u)
  if (parts.length === 1) return { values: text.length <= MOST_DIGITS ? [Number(text)] : [], parts: [], time: null }
  const [, hours, minutes] = clock.exec(text) ?? []
  const time = hours === undefined ? null : Number(hours) * 60 + Number(minutes)
  if (/[:/]/u.test(text)) return { values: [], parts: parts.map(Number), time }
  const bare = parts.join('')
  const isGrouped = bare.length <= MOST_DIGITS && grouped.test(text)
  // 3,000 is three thousand in every language, and 3,210 is no decimal in one that groups by commas.
  const isWhole = isGrouped && (text.endsWith('000') || text.charAt(text.length - 4) === groupSign)
  const values = [isGrouped ? Number(bare) : null, isWhole ? null : decimalOf(text)].filter((value) => value !== null)
  // Dates and versions (12.05.2020) have parts; those of 3.45 mean nothing.
  return { values, parts: values.length === 0 ? parts.map(Number) : [], time }
}

/** Reads the last separator as the one before the decimals, if all others are another sign that groups thousands. */
function decimalOf(text: string): number | null {
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (at < 0) return null
  const whole = text.slice(0, at)
  if (/\D/u.test(whole) && (whole.includes(text.charAt(at)) || !grouped.test(whole))) return null
  return Number(`${whole.replace(/\D/gu, '')}.${text.slice(at + 1)}`)
}

const thirdGroup = /^\d{3}(?:[.,]\d+)?$/u
const groupSpace = /^[ \u00A0\u2009\u202F]$/u
const ordinalEnding = /^(?:st|nd|rd|th|er|ère|re|e|ème|ª|º|го|й|я)$/u
/** Most tokens of a number in words or grouped digits. */
const MOST_TOKENS = 12

/** Digits, groups of three separated by spaces, and a scale after them. */
function digitsAt(reader: Reader, at: number): NumberMention {
  const { row, groupSign } = reader
  const { to, ...written } = groupsAt(row, at) ?? { ...readWritten(row.form(at), groupSign), to: at + 1 }
  const { values } = written
  const scaled = scaleAt(reader, to)
  if (scaled === null) {
    const ordinal = row.gapBefore(to) === '' && ordinalEnding.test(row.form(to))
    return { ...written, from: at, to, form: 'digits', ordinal }
  }
  const large = values.map((value) => product(value, scaled.factor) + scaled.added)
  // A single letter may be a unit: 5m is five million or five meters. So may a word after a year: "in 2012 hundreds".
  const isOpen = row.kind(to) === 'word' && (row.form(to).length === 1 || /^[12]\d{3}$/u.test(row.form(at)))
  return {
    ...written,
    from: at,
    to: scaled.to,
    values: isOpen ? [...large, ...values] : large,
    form: 'scaled',
    ordinal: false,
  }
}

/** 1 234 567: one number, or three; null if no groups of three follow. */
function groupsAt(row: TokenRow, at: number): (WrittenNumber & { to: number }) | null {
  if (!/^\d{1,3}$/u.test(row.form(at))) return null
  const groups = [row.form(at)]
  for (let to = at + 1; to < at + MOST_TOKENS; to += 1) {
    if (row.kind(to) !== 'number' || !thirdGroup.test(row.form(to)) || !groupSpace.test(row.gapBefore(to))) break
    groups.push(row.form(to).replace(',', '.'))
  }
  if (groups.length === 1) return null
  return { values: [Number(groups.join(''))], parts: groups.map(Number), time: null, to: at + groups.length }
}

/** A scale that begins at a token (million, Mrd, k, 万), and a number that is added after it (3万5千). */
function scaleAt(reader: Reader, at: number): { factor: number; added: number; to: number } | null {
  const { row, lexicon } = reader
  const form = row.form(at)
  if (row.kind(at) === 'character') {
    // 2000多万: more than twenty million.
    const scaleAt = /^[多余餘]$/u.test(form) ? at + 1 : at
    const factor = hanScales.get(row.form(scaleAt))
    if (factor === undefined || row.gapBefore(at) !== '') return null
    const next = scaleAt + 1
    const rest = row.kind(next) === 'number' && row.gapBefore(next) === '' ? digitsAt(reader, next) : null
    const [added = 0] = rest?.values ?? []
    return rest === null || added >= factor ? { factor, added: 0, to: next } : { factor, added, to: rest.to }
  }
  if (row.kind(at) !== 'word' || !/^[\s-]?$/u.test(row.gapBefore(at))) return null
  // 5 m is a length, 5m may be millions.
  if (form.length <= 1 && row.gapBefore(at) !== '') return null
  const factor = scaleOf(form, lexicon)
  return factor === null ? null : { factor, added: 0, to: at + 1 }
}

/** English; the tables of other languages have no ordinals. */
const ordinalWord = /(?:first|second|third|th)$/u

function wordsAt({ lexicon, row }: Reader, at: number): NumberMention | null {
  if (lexicon === null || valueOfWord(row.form(at), lexicon) === null) return null
  const words = [row.form(at)]
  while (words.length < MOST_TOKENS && row.kind(at + words.length) === 'word') {
    if (!/^(?:\s|[-‐‑\s]{1,2})$/u.test(row.gapBefore(at + words.length))) break
    words.push(row.form(at + words.length))
  }
  const spoken = readSpoken(words, lexicon)
  if (spoken === null) return null
  const ordinal = ordinalWord.test(words[spoken.length - 1] ?? '')
  return { from: at, to: at + spoken.length, values: [spoken.value], parts: [], time: null, form: 'words', ordinal }
}

const hanDigits = new Map(numberEntries(tables.han.digits))
const hanScales = new Map(numberEntries(tables.han.scales))

function hanAt({ row }: Reader, at: number): NumberMention | null {
  let to = at
  let run = ''
  while (to < at + MOST_TOKENS && (to === at || row.gapBefore(to) === '')) {
    const form = row.form(to)
    if (!hanDigits.has(form) && !hanScales.has(form)) break
    run += form
    to += 1
  }
  // The Red Cross, and the quarters of a year in Japanese.
  if (run === '' || /^(?:十字|四半)/u.test(run + row.form(to))) return null
  const value = readHan(Array.from(run))
  return value === null ? null : { from: at, to, values: [value], parts: [], time: null, form: 'words', ordinal: false }
}

/** Reads Han numerals: 三百二十万 → 3,200,000, 二〇二四 → 2024. Null if they are no number, like 千万 by itself. */
function readHan(numerals: readonly string[]): number | null {
  if (numerals.every((numeral) => hanDigits.has(numeral))) {
    return Number(numerals.map((numeral) => hanDigits.get(numeral)).join(''))
  }
  if (!numerals.some((numeral) => hanDigits.has(numeral) || numeral === '十')) return null
  let total = 0
  let section = 0
  let digit: number | null = null
  for (const numeral of numerals) {
    const scale = hanScales.get(numeral)
    if (scale === undefined) {
      digit = hanDigits.get(numeral) ?? 0
      continue
    }
    if (scale < 1e4) section += (digit ?? 1) * scale
    else {
      total += Math.max(1, section + (digit ?? 0)) * scale
      section = 0
    }
    digit = null
  }
  return total + section + (digit ?? 0)
}
