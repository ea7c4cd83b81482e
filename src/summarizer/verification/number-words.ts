import { wordSet } from '../text/language-tables.ts'
import tables from './number-words.json' with { type: 'json' }
import { foldWord } from './tokens.ts'

/** Number words of a language in the JSON table. */
interface NumberTable {
  words: readonly string[]
  /** Words for an hour of the day: "noon=12". */
  hours?: readonly string[]
  /** Words that join two parts of one number. */
  joins?: string
  /** Words between a whole number and its decimals. */
  points?: string
  /** Fractions with their denominators: "half=2". */
  fractions?: readonly string[]
  /** Writes numbers in one word ("fünfundzwanzig"). */
  solid?: boolean
}

const numberTables: Readonly<Record<string, NumberTable>> = tables.languages

function entriesOf(lines: readonly string[]): [string, number][] {
  return [...wordSet(lines)].filter(Boolean).map((entry) => {
    const [word = '', value = ''] = entry.split('=')
    return [foldWord(word), Number(value)]
  })
}

/** Folds the number words of a language; `stems` are the beginnings of words. */
function lexiconOf({ words, hours = [], joins = '', points = '', fractions = [], solid = false }: NumberTable) {
  const entries = entriesOf([...words, ...hours])
  return {
    values: new Map(entries.filter(([word]) => !word.endsWith('*'))),
    stems: entries.flatMap(([word, value]) => (word.endsWith('*') ? [{ stem: word.slice(0, -1), value }] : [])),
    hours: new Set(entriesOf(hours).map(([word]) => word)),
    joins: new Set(joins.split(' ').filter(Boolean)),
    points: wordSet([points]),
    fractions: new Map(entriesOf(fractions)),
    solid,
  }
}

export type NumberLexicon = ReturnType<typeof lexiconOf>

const lexicons = new Map(Object.entries(numberTables).map(([language, table]) => [language, lexiconOf(table)]))
const aliases: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb' }
const scales = new Map(entriesOf(tables.scales))

/** Words after a number that change its value or unit, in all languages. */
export const numberScales: ReadonlySet<string> = new Set([
  ...scales.keys(),
  ...wordSet(tables.percent),
  ...[...lexicons.values()].flatMap(({ values }) =>
    [...values].filter(([, value]) => value >= 1000).map(([word]) => word),
  ),
])

/** @param language primary subtag; null for a language without a table */
export function numberLexicon(language: string): NumberLexicon | null {
  return lexicons.get(aliases[language] ?? language) ?? null
}

/** Longest inflectional ending of a number word, in letters. */
const MAX_ENDING = 5

/** Value of one word; null if it is no number. Plural endings of scales count as well ("millions"). */
export function valueOfWord(word: string, lexicon: NumberLexicon): number | null {
  const known = lexicon.values.get(word)
  if (known !== undefined) return known
  const isForm = ({ stem }: { stem: string }) => word.startsWith(stem) && word.length - stem.length <= MAX_ENDING
  return lexicon.stems.find(isForm)?.value ?? (lexicon.solid ? valueOfSolid(word, lexicon) : null)
}

/** Longest number in one word: "neunhundertneunundneunzigtausend…". */
const MAX_SOLID = 60
/** Shortest number in one word that has parts. */
const MIN_SOLID = 6

/** Reads a number in one word: "fünfundzwanzig" → 25, "zweihundertdreißig" → 230. Takes the longest part first. */
function valueOfSolid(word: string, lexicon: NumberLexicon): number | null {
  if (word.length < MIN_SOLID || word.length > MAX_SOLID) return null
  const parts: number[] = []
  let at = 0
  while (at < word.length) {
    let length = Math.min(14, word.length - at)
    while (length > 0 && !isPart(word.slice(at, at + length), lexicon)) length -= 1
    if (length === 0) return null
    const value = lexicon.values.get(word.slice(at, at + length))
    if (value !== undefined) parts.push(value)
    at += length
  }
  return parts.length < 2 ? null : sumOfParts(parts)
}

const isPart = (part: string, { values, joins }: NumberLexicon) => values.has(part) || joins.has(part)

function sumOfParts(parts: readonly number[]): number {
  let total = 0
  let current = 0
  for (const part of parts) {
    if (part >= 1000) {
      total += Math.max(1, current) * part
      current = 0
    } else if (part === 100) {
      current = Math.max(1, current) * 100
    } else {
      current += part
    }
  }
  return total + current
}

/** Factor of a word after a number ("million", "Mrd", "k"); null for other words. */
export function scaleOf(word: string, lexicon: NumberLexicon | null): number | null {
  const said = lexicon === null ? null : valueOfWord(word, lexicon)
  if (said !== null && (said >= 1000 || said === 100)) return said
  const singular = word.endsWith('s') ? word.slice(0, -1) : word
  const plural = lexicon?.values.get(singular)
  if (plural !== undefined && plural >= 100) return plural
  return scales.get(word) ?? null
}

/** A number at the front of a list of words, and how many words it takes. */
interface Spoken {
  value: number
  length: number
}

/** Product without floating-point errors: 1.2 million is 1,200,000. */
export const product = (value: number, scale: number): number => Number((value * scale).toPrecision(15))

/** A number times the scale after it, if there is one. */
function withScale(value: number, words: readonly string[], length: number, lexicon: NumberLexicon): Spoken {
  const scale = scaleOf(words[length] ?? '', lexicon)
  return scale === null ? { value, length } : { value: product(value, scale), length: length + 1 }
}

/** Reads a half or a quarter after a whole number: "twelve and a half", "douze et demi". Null if none follows. */
function readMixed(words: readonly string[], whole: Spoken, lexicon: NumberLexicon): Spoken | null {
  const join = words[whole.length] ?? ''
  const hasArticle = words[whole.length + 1] === 'a'
  // "Two and half of the shops" are two numbers.
  if (!lexicon.joins.has(join) || (join === 'and' && !hasArticle)) return null
  const at = whole.length + (hasArticle ? 2 : 1)
  const denominator = lexicon.fractions.get(words[at] ?? '')
  if (denominator !== 2 && denominator !== 4) return null
  return withScale(whole.value + 1 / denominator, words, at + 1, lexicon)
}

/** Reads decimals, digit by digit or as a number below 100, from a position in folded words; null if there are none. */
function readDecimals(words: readonly string[], at: number, lexicon: NumberLexicon) {
  let decimals = ''
  let length = at
  for (let word = words[length]; word !== undefined; word = words[length]) {
    const value = valueOfWord(word, lexicon)
    if (value === null || value >= 10) break
    decimals += value
    length += 1
  }
  if (decimals !== '') return { decimals, length }
  const rest = readWhole(words.slice(length, length + 2), lexicon)
  return rest === null || rest.value >= 100 ? null : { decimals: String(rest.value), length: length + rest.length }
}

/** Reads a decimal fraction whose whole number is not said, behind its "point": "point two", "point five million". */
export function readBarePoint(words: readonly string[], lexicon: NumberLexicon): Spoken | null {
  const read = readDecimals(words, 0, lexicon)
  return read === null ? null : withScale(Number(`0.${read.decimals}`), words, read.length, lexicon)
}

/** Reads a number from the front of folded words, with its decimals ("eleven point nine million"), half or quarter. */
export function readSpoken(words: readonly string[], lexicon: NumberLexicon): Spoken | null {
  const whole = readWhole(words, lexicon)
  if (whole === null) return null
  if (!lexicon.points.has(words[whole.length] ?? '\n')) return readMixed(words, whole, lexicon) ?? whole
  const read = readDecimals(words, whole.length + 1, lexicon)
  return read === null ? whole : withScale(Number(`${whole.value}.${read.decimals}`), words, read.length, lexicon)
}

/** Words after an ordinal that is a part of a whole; none where the clause ends. */
const partWords = /^(?:|of|less|more|fewer|as|to)$/u

/** English; the tables of other languages have no ordinals. */
export const ordinalWord = /(?:first|second|third|th)$/u

/** Words between a fraction and what it is a part of: "a quarter of a million". */
const fractionLinks = new Set(['of', 'a', 'an'])

/** Reads "two thirds" or "half a million". `before`: "a third" is a part, "the third quarter" is not. */
export function readFraction(words: readonly string[], lexicon: NumberLexicon, before: string): Spoken | null {
  const count = readWhole(words, lexicon)
  const counts = count !== null && lexicon.fractions.has(words[count.length] ?? '') ? count : null
  const at = counts?.length ?? 0
  const [word = ''] = words.slice(at)
  const denominator = lexicon.fractions.get(word)
  const numerator = counts?.value ?? 1
  if (denominator === undefined || numerator >= denominator || ordinalWord.test(words[at - 1] ?? before)) return null
  // "A third of it", but "a third body".
  if (at === 0 && lexicon.values.has(word) && (before !== 'a' || !partWords.test(words[1] ?? ''))) return null
  let next = at + 1
  while (next < at + 3 && fractionLinks.has(words[next] ?? '')) next += 1
  const scale = scaleOf(words[next] ?? '', lexicon)
  const value = numerator / denominator
  return scale === null ? { value, length: at + 1 } : { value: value * scale, length: next + 1 }
}

function readWhole(words: readonly string[], lexicon: NumberLexicon): Spoken | null {
  let total = 0
  let current = 0
  let lowest = Number.POSITIVE_INFINITY
  let length = 0
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (length > 0 && lexicon.joins.has(word)) continue
    const value = valueOfWord(word, lexicon)
    if (value === null) break
    if (value >= 1000) {
      total += Math.max(1, current) * value
      current = 0
      lowest = Number.POSITIVE_INFINITY
    } else if (value === 100 && length > 0 && current > 0 && current < 100) {
      current *= 100
      lowest = 100
    } else if (value === 20 && current % 100 === 4) {
      // Quatre-vingts.
      current += 76
      lowest = 20
    } else if (value < lowest) {
      current += value
      lowest = lowestDigitOf(value)
    } else if (total === 0 && current >= 13 && current <= 20 && value >= 10 && value < 100 && at === 1) {
      // "nineteen eighty-four" is a year; so is "nineteen eighty". "Sixteen and forty-five" are two numbers.
      current = current * 100 + value
      lowest = lowestDigitOf(value)
    } else {
      break
    }
    length = at + 1
  }
  return length === 0 ? null : { value: total + current, length }
}

/** Unit of the last digit of a value that isn't zero: a part of the same number that follows is smaller. */
function lowestDigitOf(value: number): number {
  if (value % 100 === 0) return 100
  // French counts on from 60 and 80 with 10 to 19; "on beş" is the Turkish fifteen.
  if (value === 60 || value === 80) return 20
  return value % 10 === 0 ? 10 : 1
}
