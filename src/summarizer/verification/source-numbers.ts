import { numberLexicon, scaleOf } from './number-words.ts'
import { type NumberMention, NumberReader, ratioOf } from './read-numbers.ts'
import { perSource, titlesOf } from './source-text.ts'
import { foldWord, TextRow, type TokenRow } from './tokens.ts'

/** Folded signs of currencies and percent. */
const signs: ReadonlySet<string> = new Set(['$', '€', '£', '¥', '%', '₹', '₽', '₩'])

/** Whether a unit by `unitOf` is a currency. */
export const isCurrency = (unit: string | null): boolean => unit !== null && unit !== '%' && signs.has(unit)

/** Beginnings of words for these units. Currencies that are also a weight or a sound (pound) are left out. */
const words: readonly (readonly [RegExp, string])[] = [
  [/^(?:dollar|dólar|dolar|доллар|долар|δολάρι)/u, '$'],
  [/^(?:euro|евро|євро|ευρώ)/u, '€'],
  [/^(?:yen|иен)/u, '¥'],
  [/^(?:rupee|rupie|roupie|рупи)/u, '₹'],
  [/^(?:rouble|ruble|rubel|рубл)/u, '₽'],
  [/^(?:percent|prozent|procent|pourcent|prosent|процент|відсотк|postoci|százalék|prosentti)/u, '%'],
]
/** "Per cent" in two words. */
const per = /^(?:per|pour|por|pro)$/u
const cent = /^(?:cents?|ciento|cento)$/u

const nearby = /^\s?$/u

/** Units by their identifiers in CLDR. */
const measures =
  'second minute hour day week month year kilometer mile meter foot inch kilogram gram liter gallon acre hectare'

const measureWords = new Map<string, ReadonlyMap<string, string>>()

/** Units of time and measure by their folded words in a language, from Unicode's CLDR. */
function measureWordsOf(language: string): ReadonlyMap<string, string> {
  const known = measureWords.get(language)
  if (known !== undefined) return known
  const units = new Map<string, string>()
  for (const unit of measures.split(' ')) {
    const format = new Intl.NumberFormat(language || 'en', { style: 'unit', unit, unitDisplay: 'long' })
    // Plural forms: 1 день, 2 дня, 5 дней.
    const parts = [1, 2, 5].flatMap((count) => format.formatToParts(count))
    for (const { type, value } of parts) if (type === 'unit') units.set(foldWord(value.trim()), unit)
  }
  measureWords.set(language, units)
  return units
}

/** The currency, percent sign, time or measure of the number in tokens `from` up to `to`; null if it has none. */
export function unitOf(row: TokenRow, from: number, to: number, language: string): string | null {
  if (signs.has(row.form(from - 1)) && row.form(from - 1) !== '%' && nearby.test(row.gapBefore(from))) {
    return row.form(from - 1)
  }
  if (!/^[\s-]?$/u.test(row.gapBefore(to))) return null
  const after = row.form(to)
  if (signs.has(after)) return after
  if (per.test(after) && cent.test(row.form(to + 1))) return '%'
  // In Turkish and Chinese the percent sign precedes the number.
  if (/^(?:yüzde|%)$/u.test(row.form(from - 1))) return '%'
  if (['百', '分', '之'].every((form, step) => row.form(from - 3 + step) === form)) return '%'
  return words.find(([word]) => word.test(after))?.[1] ?? measureWordsOf(language).get(after) ?? null
}

/** The numbers of a document. */
export class SourceNumbers {
  /** In every reading, ordinals and parts of dates included. */
  readonly all = new Set<number>()
  /** Counts, without ranks. */
  readonly cardinals = new Set<number>()
  /** Years, by which decades and centuries are known. */
  readonly years = new Set<number>()
  /** Parts of a whole, below 1. */
  readonly fractions = new Set<number>()
  /** Times of day and scores, as `WrittenNumber.time`. */
  readonly times = new Set<number>()
  /** Units of each number, by `unitOf`; null for occurrences without a unit. */
  readonly units = new Map<number, Set<string | null>>()
}

/** Folded signs and words between the two numbers of a range. */
const rangeWords: ReadonlySet<string> = new Set(
  '- to and or through bis und oder à et ou a y o e ou tot en of till och eller до и или do i lub ila ve veya 至 到 から ~ から'.split(
    ' ',
  ),
)

/** Maximum numbers kept; tables may have millions of cells. */
const MAX_NUMBERS = 400_000

/** Adds the numbers of a row. `scales`: 1e6 in a table whose heading reads "million euros". */
function addNumbers(found: SourceNumbers, row: TokenRow, language: string, scales: readonly number[] = []): void {
  let last: { to: number; values: readonly number[]; form: NumberMention['form']; unit: string | null } | null = null
  let part: { to: number; value: number } | null = null
  for (const { from, to, values, parts, time, form, ordinal } of new NumberReader(row, language).read()) {
    if (found.all.size > MAX_NUMBERS) return
    if (form === 'fraction') {
      for (const value of values) {
        found.fractions.add(value)
        part = { to, value }
        if (last !== null && from - last.to <= MAX_BETWEEN) addClockTimes(found, last.values, value)
      }
      continue
    }
    const unit = unitOf(row, from, to, language)
    for (const scaled of values.flatMap((value) => scales.map((scale) => value * scale))) {
      found.cardinals.add(scaled)
      found.all.add(scaled)
    }
    for (const value of [...values, ...parts]) {
      found.units.set(value, (found.units.get(value) ?? new Set()).add(unit))
      found.all.add(value)
      if (!ordinal || form === 'digits') found.cardinals.add(value)
      if (value >= 1000 && value < 3000 && Number.isInteger(value)) found.years.add(value)
    }
    if (time !== null) found.times.add(time)
    const ratio = last === null ? null : ratioOf(row, last, { from, values })
    if (ratio !== null) found.fractions.add(ratio)
    if (part !== null && from - part.to <= MAX_BETWEEN) addClockTimes(found, values, part.value)
    const range = last !== null && from - last.to <= 1 && (from === last.to || rangeWords.has(row.form(last.to)))
    const [value] = values
    if (range && last !== null && value !== undefined) addRange(found, last.values, value, form === 'scaled')
    const isSpokenPair = form === 'words' && last?.form === 'words' && (from === last.to || isPriced(row, from, last))
    if (isSpokenPair && last !== null && value !== undefined) addSpokenPair(found, last.values, value)
    last = { to, values, form, unit }
  }
}

/** "Half past six" is 6:30 and "halb sieben" as well; "a quarter to seven" is 6:45. */
function addClockTimes({ times }: SourceNumbers, [hour]: readonly number[], part: number): void {
  if (hour !== undefined && hour <= 24) for (const minutes of [-60 * part, 60 * part]) times.add(60 * hour + minutes)
}

/** Tokens between the two numbers of a price or time: "twelve euros and fifty", "six heures et demie". */
const MAX_BETWEEN = 3
const isPriced = (row: TokenRow, from: number, { to, unit }: { to: number; unit: string | null }): boolean =>
  isCurrency(unit) && from - to <= MAX_BETWEEN && !/[.!?\n]/u.test(row.gapBefore(from))

/** "Twelve fifty" is a price, 12.50, or a time, 12:50. */
function addSpokenPair({ all, cardinals, times }: SourceNumbers, [whole]: readonly number[], rest: number): void {
  if (whole === undefined || rest < 10 || rest > 99) return
  all.add(whole + rest / 100)
  cardinals.add(whole + rest / 100)
  if (whole < 24 && rest < 60) times.add(whole * 60 + rest)
}

/** "3 to 5 million" contains three million as well, and "2010–15" 2015. */
function addRange(
  { all, cardinals, years }: SourceNumbers,
  before: readonly number[],
  value: number,
  scaled: boolean,
): void {
  const [start] = before
  if (start === undefined) return
  if (scaled) {
    for (const scale of [1e3, 1e6, 1e9, 1e12]) {
      if (value < scale || value / scale >= 1000) continue
      all.add(start * scale)
      cardinals.add(start * scale)
    }
  } else if (start >= 1000 && start < 3000 && value < 100) {
    const year = Math.floor(start / 100) * 100 + value
    all.add(year)
    cardinals.add(year)
    years.add(year)
  }
}

/** The scales that a heading names without a number before them: "Sales (million euros)". */
function scalesOf(heading: string, language: string): number[] {
  const row = new TextRow(heading)
  const lexicon = numberLexicon(language)
  const scales = row.tokens.map((_, at) => (row.kind(at - 1) === 'number' ? null : scaleOf(row.form(at), lexicon)))
  return scales.filter((scale) => scale !== null)
}

/** All numbers of a document, those of titles and list items included, in every reading. */
export const numbersOf = perSource((source): SourceNumbers => {
  const found = new SourceNumbers()
  for (const text of titlesOf(source)) addNumbers(found, new TextRow(text), source.language)
  addNumbers(found, source, source.language)
  for (const [at, { type, text, headingPath, marker }] of source.blocks.entries()) {
    if (marker !== undefined) addNumbers(found, new TextRow(marker), source.language)
    if (type !== 'table') continue
    const before = source.blocks[at - 1]
    const caption = before?.type === 'caption' ? before.text : ''
    const [columns = ''] = text.split('\n')
    const scales = scalesOf([columns, caption, headingPath.at(-1) ?? ''].join(' '), source.language)
    if (scales.length > 0) addNumbers(found, new TextRow(text), source.language, scales)
  }
  return found
})

/** Numbers of the items of a document, such as its steps, which a text may name at its beginning: "Step 5: …". */
export const itemNumbersOf = perSource(
  ({ blocks }) => new Set(blocks.flatMap(({ marker = '' }) => new TextRow(marker).tokens.map(({ form }) => form))),
)
