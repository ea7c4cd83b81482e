import { wordSet } from '../text/language-tables.ts'
import tables from './number-words.json' with { type: 'json' }
import { foldWord } from './tokens.ts'

/** Number words of a language in the JSON table. */
interface NumberTable {
  words: readonly string[]
  /** Words that join two parts of one number. */
  joins?: string
  /** Words between a whole number and its decimals. */
  points?: string
  /** Whether numbers are written in one word ("fünfundzwanzig"). */
  solid?: boolean
}

const numberTables: Readonly<Record<string, NumberTable>> = tables.languages

/** Folded number words of a language. */
export interface NumberLexicon {
  readonly values: ReadonlyMap<string, number>
  /** Beginnings of inflected words. */
  readonly stems: readonly (readonly [string, number])[]
  readonly joins: ReadonlySet<string>
  readonly points: ReadonlySet<string>
  readonly solid: boolean
}

/** Reads a table of entries such as "two=2". */
export function numberEntries(lines: readonly string[]): [string, number][] {
  return [...wordSet(lines)].map((entry) => {
    const [word = '', value = ''] = entry.split('=')
    return [foldWord(word), Number(value)]
  })
}

const lexicons = new Map(
  Object.entries(numberTables).map(([language, table]): [string, NumberLexicon] => {
    const { words, joins = '', points = '', solid = false } = table
    const [stems, values] = [true, false].map((inflected) =>
      numberEntries(words).filter(([word]) => word.endsWith('*') === inflected),
    )
    return [
      language,
      {
        values: new Map(values),
        stems: (stems ?? []).map(([word, value]) => [word.slice(0, -1), value]),
        joins: new Set(joins.split(' ').filter(Boolean)),
        points: wordSet([points]),
        solid,
      },
    ]
  }),
)
const aliases: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb' }
const scales = new Map(numberEntries(tables.scales))

/** Words after a number that change its value, in all languages: scales, and "percent". */
export const numberScales: ReadonlySet<string> = new Set([
  ...scales.keys(),
  ...wordSet(tables.percent),
  ...lexicons.values().flatMap(({ values }) => [...values].flatMap(([word, value]) => (value >= 1000 ? [word] : []))),
])

/** @param language primary subtag; null for a language without a table */
export function numberLexicon(language: string): NumberLexicon | null {
  return lexicons.get(aliases[language] ?? language) ?? null
}

/** Longest inflectional ending of a number word, in letters. */
const MOST_ENDING = 5

/** Value of one word; null if it is no number. */
export function valueOfWord(word: string, lexicon: NumberLexicon): number | null {
  const stem = lexicon.stems.find(([stem]) => word.startsWith(stem) && word.length - stem.length <= MOST_ENDING)
  return lexicon.values.get(word) ?? stem?.[1] ?? (lexicon.solid ? valueOfSolid(word, lexicon) : null)
}

/** Shortest and longest number in one word. */
const LEAST_SOLID = 6
const MOST_SOLID = 60
/** Longest part of one. */
const MOST_PART = 14

/** Reads a number in one word: "fünfundzwanzig" → 25, "zweihundertdreißig" → 230. Takes the longest part first. */
function valueOfSolid(word: string, { values, joins }: NumberLexicon): number | null {
  if (word.length < LEAST_SOLID || word.length > MOST_SOLID) return null
  const parts: number[] = []
  let rest = word
  while (rest !== '') {
    let part = rest.slice(0, MOST_PART)
    while (part !== '' && !values.has(part) && !joins.has(part)) part = part.slice(0, -1)
    if (part === '') return null
    parts.push(values.get(part) ?? 0)
    rest = rest.slice(part.length)
  }
  let total = 0
  let current = 0
  for (const part of parts) {
    if (part >= 1000) {
      total += Math.max(1, current) * part
      current = 0
    } else current = part === 100 ? Math.max(1, current) * 100 : current + part
  }
  return total + current
}

/** Factor of a word after a number ("million", "Mrd", "k"); null for other words. */
export function scaleOf(word: string, lexicon: NumberLexicon | null): number | null {
  const value = lexicon === null ? null : (valueOfWord(word, lexicon) ?? lexicon.values.get(word.replace(/s$/u, '')))
  return value != null && (value >= 1000 || value === 100) ? value : (scales.get(word) ?? null)
}

/** Product without errors of binary fractions: 1.2 million is 1,200,000. */
export const product = (value: number, scale: number): number => Number((value * scale).toPrecision(15))

/** A number at the beginning of a list of words, and how many words it takes. */
interface Spoken {
  value: number
  length: number
}

/**
 * Reads a number from the beginning of a list of folded words, with its decimals ("eleven point nine million cars").
 *
 * @returns null if the list begins with no number
 */
export function readSpoken(words: readonly string[], lexicon: NumberLexicon): Spoken | null {
  const whole = readWhole(words, lexicon)
  if (whole === null || !lexicon.points.has(words[whole.length] ?? '\n')) return whole
  let decimals = ''
  let length = whole.length + 1
  for (; length < words.length; length += 1) {
    const value = valueOfWord(words[length] ?? '', lexicon)
    if (value === null || value >= 10) break
    decimals += value
  }
  if (decimals === '') {
    const rest = readWhole(words.slice(length, length + 2), lexicon)
    if (rest === null || rest.value >= 100) return whole
    decimals = String(rest.value)
    length += rest.length
  }
  const value = Number(`${whole.value}.${decimals}`)
  const scale = scaleOf(words[length] ?? '', lexicon)
  return scale === null ? { value, length } : { value: product(value, scale), length: length + 1 }
}

function readWhole(words: readonly string[], lexicon: NumberLexicon): Spoken | null {
  let total = 0
  let current = 0
  let lowest = Number.POSITIVE_INFINITY
  let length = 0
  for (const [at, word] of words.entries()) {
    if (length > 0 && lexicon.joins.has(word)) continue
    const value = valueOfWord(word, lexicon)
    if (value === null) break
    if (value >= 1000) {
      total += Math.max(1, current) * value
      current = 0
      lowest = Number.POSITIVE_INFINITY
    } else if (value === 100 && current > 0 && current < 100) {
      current *= 100
      lowest = 100
    } else if (value === 20 && current % 100 === 4) {
      // "quatre-vingt"
      current += 76
      lowest = 20
    } else if (value < lowest) {
      current += value
      lowest = placeOf(value)
    } else break
    length = at + 1
  }
  return length === 0 ? null : { value: total + current, length }
}

/** Smallest place that a value fills; only smaller numbers may be added to it. */
function placeOf(value: number): number {
  if (value % 100 === 0) return 100
  // French adds 10 to 19 to 60 and 80.
  if (value === 60 || value === 80) return 20
  return value % 10 === 0 ? 10 : 1
}
