import { wildcardPattern, wordSet } from '../text/language-tables.ts'
import { numberLexicon } from './number-words.ts'
import { type NumberMention, readNumbers } from './read-numbers.ts'
import { numbersOf, type SourceNumbers, unitOf } from './source-numbers.ts'
import type { SourceText } from './source-text.ts'
import type { TextRow } from './tokens.ts'
import tables from './unsupported-numbers.json' with { type: 'json' }

/** Folded words that mark a rounded number, in the main languages. */
const roundingWords = wordSet(tables.roundingWords)

/** Stems of things that a summary may count by itself ("gives three reasons"). */
const countedThings = wildcardPattern(tables.countedThings)

/** Scales in words that may be meant loosely ("a hundred"). */
const bareScales: ReadonlySet<number> = new Set([100, 1e3, 1e5, 1e6, 1e7, 1e9, 1e12])
/** Largest number in words that may count what the text itself lists. */
const SMALL = 10
const hanReading = /^(?:zh|ja)$/u

/** Whether a value is a number of the source, rounded to fewer places. */
function isRounding(value: number, numbers: ReadonlySet<number>, isMarked: boolean): boolean {
  const digits = countDigits(value)
  // "1.2 million" is a rounded number by its form; a single digit needs a rounding word.
  if (value === 0 || (digits < 2 && !isMarked)) return false
  const unit = 10 ** (Math.floor(Math.log10(Math.abs(value))) - Math.max(digits, 1) + 1)
  const rounds = isMarked ? [Math.round, Math.floor, Math.ceil] : [Math.round]
  return numbers
    .values()
    .some(
      (number) =>
        Math.abs(number - value) <= Math.abs(value) * 0.1 &&
        countDigits(number) > digits &&
        rounds.some((round) => Math.abs(round(number / unit) - value / unit) < 1e-9),
    )
}

/** Number of significant digits: 1,200,000 has two. */
const countDigits = (value: number): number =>
  value
    .toPrecision(15)
    .replace(/e.*$/u, '')
    .replace('.', '')
    .replace(/^0+|0+$/gu, '').length

/** Finds the numbers of a sentence that the source lacks. */
export function* unsupportedNumbers(source: SourceText, row: TextRow, language: string): Generator<NumberMention> {
  const numbers = numbersOf(source)
  // If the source's number words can't be read, small numbers may be there in words.
  const isReadable = numberLexicon(source.language) !== null || hanReading.test(source.language)
  for (const mention of readNumbers(row, language)) {
    const { values, parts, time, form, ordinal } = mention
    // "The third" in a source does not support "three".
    const known = form === 'words' && !ordinal ? numbers.cardinals : numbers.all
    if (values.some((value) => known.has(value) && !isOtherUnit(mention, value, row, numbers))) continue
    if (time === null ? areParts(parts, numbers.all) : isTime(time, numbers)) continue
    const [value] = values
    if (value !== undefined) {
      if (!isReadable && value < 100 && Number.isInteger(value)) continue
      if (isFree(mention, value, row) || isDecade(mention, value, row, numbers.all)) continue
      const isMarked = [1, 2].some((back) => roundingWords.has(row.form(mention.from - back)))
      if ((isMarked || form === 'scaled') && isRounding(value, numbers.all, isMarked)) continue
    }
    if (value !== undefined || parts.length > 0) yield mention
  }
}

/** Whether a source has a time of day, by the clock of 12 or 24 hours; full hours also as plain numbers. */
function isTime(time: number, { times, all }: SourceNumbers): boolean {
  return [0, 720, -720].some((shift) => {
    const shifted = time + shift
    return times.has(shifted) || (shifted >= 0 && shifted % 60 === 0 && all.has(shifted / 60))
  })
}

/** Whether a source has all parts of a date or version; it may have the month in words. */
function areParts(parts: readonly number[], all: ReadonlySet<number>): boolean {
  const isDate = parts.length === 3 && parts.some((part) => part >= 1000)
  return parts.length > 0 && parts.every((part) => all.has(part) || (isDate && part <= 12))
}

/** Whether a source has a number only with other units: another currency, or a currency instead of a percentage. */
function isOtherUnit({ from, to }: NumberMention, value: number, row: TextRow, { units }: SourceNumbers): boolean {
  const unit = unitOf(row, from, to)
  const known = units.get(value)
  return unit !== null && known !== undefined && !known.has(null) && !known.has(unit)
}

/** Whether a number is a decade of a year in the source: "the 1980s". */
function isDecade({ to }: NumberMention, value: number, row: TextRow, all: ReadonlySet<number>): boolean {
  const years = /^(?:s|er|ern|х|е|talet|tallet)$/u.test(row.form(to)) ? Array.from({ length: 10 }, (_, at) => at) : []
  return years.some((year) => all.has(value + year))
}

/** Whether a number needs no source: one or two in words, a count of what the text lists, a number of a list item. */
function isFree({ from, to, form, ordinal }: NumberMention, value: number, row: TextRow): boolean {
  if (form === 'words' && to - from === 1 && bareScales.has(value)) return true
  if (value > SMALL) return false
  if (form === 'words' ? value <= 2 || ordinal : from === 0 && /^[.):]/u.test(row.gapBefore(to))) return true
  return [0, 1, 2].some((ahead) => countedThings.test(row.form(to + ahead)))
}
