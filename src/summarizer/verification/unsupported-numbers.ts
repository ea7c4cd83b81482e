import { wildcardPattern, wordSet } from '../text/language-tables.ts'
import { numberLexicon } from './number-words.ts'
import { type NumberMention, NumberReader, ratioOf } from './read-numbers.ts'
import { numbersOf, type SourceNumbers, unitOf } from './source-numbers.ts'
import type { SourceText } from './source-text.ts'
import type { TextRow } from './tokens.ts'
import tables from './unsupported-numbers.json' with { type: 'json' }

/** Folded words that mark a number as rounded, in the main languages. */
const roundingWords = wordSet(tables.roundingWords)

/** Stems of things that a summary may count without a source ("gives three reasons"). */
const countedThings = wildcardPattern(tables.countedThings)

/** Significant digits with which a decimal number is a rounding of another without a word that says so. */
const EXACT_DIGITS = 3

/** "Half a million", "a hundred": a scale by itself is no count. */
const bareScales: ReadonlySet<number> = new Set([100, 1e3, 1e5, 1e6, 1e7, 1e9, 1e12])
/** Maximum number in words that may count what the summary lists. */
const SMALL = 10
const hanReading = /^(?:zh|ja)$/u
const century = /^(?:centur|jahrhundert|siècle|siglo|secol|século|eeuw|århundrade|век|столет|wiek|yüzyıl|世|세기)/u
const decadeBefore = /^(?:años|années|anni|anos|jaren|lata|latach|anii)$/u
const decadeAfter = /^(?:s|er|ern|ers|х|е|talet|tallet|ten|luvun|luvulla)$/u
const decadeWord = /^(?:twen|thir|for|fif|six|seven|eigh|nine)ties$/u

/** Whether a value is a source's number, rounded to fewer places. */
function isRounding(value: number, numbers: ReadonlySet<number>, rounded: boolean): boolean {
  const digits = significant(value)
  // "1.2 million" is rounded; a single digit needs a word that marks it.
  if (value === 0 || (digits < 2 && !rounded)) return false
  for (const number of numbers) {
    if (Math.abs(number - value) > Math.abs(value) * 0.1 || significant(number) <= digits) continue
    const unit = 10 ** (Math.floor(Math.log10(Math.abs(value))) - Math.max(digits, 1) + 1)
    const steps = number / unit
    const target = value / unit
    const near = [Math.round(steps), ...(rounded ? [Math.floor(steps), Math.ceil(steps)] : [])]
    if (near.some((step) => Math.abs(step - target) < 1e-9)) return true
  }
  return false
}

/** Whether a decimal number is one of some others, rounded, such as 18.29 for 18.2899: its digits don't match by chance. */
export const isExactRounding = (value: number, numbers: ReadonlySet<number>): boolean =>
  !Number.isInteger(value) && significant(value) >= EXACT_DIGITS && isRounding(value, numbers, false)

/** Number of significant digits: 1,200,000 has two. */
function significant(value: number): number {
  return value
    .toPrecision(15)
    .replace(/e.*/u, '')
    .replace('.', '')
    .replace(/^0+|(?<!0)0+$/gu, '').length
}

/** Numbers of a sentence that the source doesn't contain, each with its first token. */
export function* unsupportedNumbers(source: SourceText, row: TextRow, language: string): Generator<NumberMention> {
  const numbers = numbersOf(source)
  // If the source's number words can't be read, it may contain small numbers in words.
  const readable = numberLexicon(source.language) !== null || hanReading.test(source.language)
  const mentions = [...new NumberReader(row, language).read()]
  const isRatio = (part: NumberMention | undefined, whole: NumberMention | undefined): boolean => {
    const ratio = part === undefined || whole === undefined ? null : ratioOf(row, part, whole)
    return ratio !== null && isNamedPart(ratio, numbers)
  }
  for (const [at, mention] of mentions.entries()) {
    const { values, parts, time, form, ordinal } = mention
    if (isRatio(mention, mentions[at + 1]) || isRatio(mentions[at - 1], mention)) continue
    if (form === 'fraction') {
      if (!values.some((value) => isPart(value, numbers))) yield mention
      continue
    }
    // "The third" in a source does not make it three.
    const counted = form === 'words' && !ordinal ? numbers.cardinals : numbers.all
    if (values.some((value) => counted.has(value) && !isOtherUnit(mention, value, row, numbers, language))) continue
    if (time !== null && isTime(time, numbers)) continue
    if (time === null && areParts(parts, numbers.all)) continue
    const [value] = values
    if (value !== undefined) {
      if (!readable && value < 100 && Number.isInteger(value)) continue
      if (isFree(mention, value, row, language) || isEra(mention, value, row, numbers.years)) continue
      if (isRoundedHere(mention, value, row, numbers.all)) continue
      if (unitOf(row, mention.from, mention.to, language) === '%' && isNear(value / 100, numbers.fractions)) continue
    }
    if (value !== undefined || parts.length > 0) yield mention
  }
}

/** Maximum distance of a percentage from a fraction in words, as a part of 1. */
const NEAR_PART = 0.02

function isNear(part: number, parts: Iterable<number>): boolean {
  for (const other of parts) if (Math.abs(part - other) <= NEAR_PART) return true
  return false
}

/** A half passes, as in "the second half". */
const isPart = (value: number, numbers: SourceNumbers): boolean => value === 0.5 || isNamedPart(value, numbers)

/** Whether a source names a part of a whole as such or in percent. */
function isNamedPart(value: number, { fractions, units }: SourceNumbers): boolean {
  if (isNear(value, fractions)) return true
  return units.entries().some(([percent, known]) => known.has('%') && Math.abs(percent / 100 - value) <= NEAR_PART)
}

/** Whether a number of a row is one of some others, rounded. */
export function isRoundedHere(
  { from, form }: NumberMention,
  value: number,
  row: TextRow,
  numbers: ReadonlySet<number>,
): boolean {
  const rounded = [1, 2].some((back) => roundingWords.has(row.form(from - back)))
  if (form === 'digits' && isExactRounding(value, numbers)) return true
  return (rounded || form === 'scaled') && isRounding(value, numbers, rounded)
}

/** Whether a source contains a time of day, by the clock of twelve hours or of 24, full hours as numbers as well. */
function isTime(time: number, { times, all }: SourceNumbers): boolean {
  return [0, 720, -720].some((shift) => {
    const shifted = time + shift
    return times.has(shifted) || (shifted >= 0 && shifted % 60 === 0 && all.has(shifted / 60))
  })
}

/** Whether a source contains all parts of a date or version; the month of a date may be a word. */
function areParts(parts: readonly number[], all: ReadonlySet<number>): boolean {
  const dated = parts.length === 3 && parts.some((part) => part >= 1000)
  return parts.length > 0 && parts.every((part) => all.has(part) || (dated && part <= 12))
}

/** Whether a source contains a number only with other units: dollars and not percent, days and not weeks. */
function isOtherUnit(
  { from, to }: NumberMention,
  value: number,
  row: TextRow,
  { units }: SourceNumbers,
  language: string,
): boolean {
  const unit = unitOf(row, from, to, language)
  const known = units.get(value)
  return unit !== null && known !== undefined && !known.has(null) && !known.has(unit)
}

/** A decade or century that a year of the source lies in: 1987 is in the 1980s, the '80s and the 20th century. */
function isEra({ from, to }: NumberMention, value: number, row: TextRow, years: ReadonlySet<number>): boolean {
  const ending = decadeAfter.test(row.form(to)) && /^[-‑']?$/u.test(row.gapBefore(to))
  const decade = ending || decadeBefore.test(row.form(from - 1)) || decadeWord.test(row.form(from))
  const ahead = [0, 1].some((step) => century.test(row.form(to + step)))
  if (!decade && !ahead) return false
  for (const year of years) {
    if (ahead && Math.floor((year - 1) / 100) + 1 === value) return true
    const start = Math.floor(year / 10) * 10
    if (decade && (start === value || start % 100 === value)) return true
  }
  return false
}

/** Whether a number needs no source: one and two in words, counts of what the summary lists, its own numbering. */
function isFree({ from, to, form, ordinal }: NumberMention, value: number, row: TextRow, language: string): boolean {
  // The source may have "noon" in other words: "lunchtime", "midi".
  if (numberLexicon(language)?.hours.has(row.form(from)) === true) return true
  if (form === 'words' && to - from === 1 && bareScales.has(value)) return true
  if (value > SMALL) return false
  if (form === 'words') {
    if (value <= 2 || ordinal) return true
  } else if (from === 0 && /^[.):]/u.test(row.gapBefore(to))) {
    return true
  }
  return [0, 1, 2].some((ahead) => countedThings.test(row.form(to + ahead)))
}
