import { numberLexicon, product, scaleOf } from './number-words.ts'
import { readNumbers } from './read-numbers.ts'
import { perSource, SourceRow, titlesOf } from './source-text.ts'
import { TextRow, type TokenRow } from './tokens.ts'

/** Folded signs of units. */
const signs: ReadonlySet<string> = new Set(['$', '€', '£', '¥', '%', '₹', '₽', '₩'])

/** Beginnings of unit words, without currencies that are also weights or sounds. */
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
const cent = /^(?:cent|ciento|cento)$/u

const nearby = /^\s?$/u

/**
 * Unit of a number: a currency or percent; null if it has neither.
 *
 * @param from first token of the number
 * @param to token after its last
 */
export function unitOf(row: TokenRow, from: number, to: number): string | null {
  if (signs.has(row.form(from - 1)) && row.form(from - 1) !== '%' && nearby.test(row.gapBefore(from))) {
    return row.form(from - 1)
  }
  if (!/^[\s-]?$/u.test(row.gapBefore(to))) return null
  const after = row.form(to)
  if (signs.has(after)) return after
  if (per.test(after) && cent.test(row.form(to + 1))) return '%'
  // Turkish and Chinese have it before the number.
  if (/^(?:yüzde|%)$/u.test(row.form(from - 1))) return '%'
  if (['百', '分', '之'].every((form, step) => row.form(from - 3 + step) === form)) return '%'
  return words.find(([word]) => word.test(after))?.[1] ?? null
}

/** The numbers of a document. */
export interface SourceNumbers {
  /** In every reading, ordinals and parts of dates included. */
  readonly all: ReadonlySet<number>
  /** Counts, without ordinals. */
  readonly cardinals: ReadonlySet<number>
  /** Times of day and scores, as `NumberMention.time`. */
  readonly times: ReadonlySet<number>
  /** All units of each number, as returned by `unitOf`. */
  readonly units: ReadonlyMap<number, ReadonlySet<string | null>>
}

/** Most numbers that are stored: a table of millions of cells adds nothing. */
const MOST_NUMBERS = 400_000

class Numbers implements SourceNumbers {
  readonly all = new Set<number>()
  readonly cardinals = new Set<number>()
  readonly times = new Set<number>()
  readonly units = new Map<number, Set<string | null>>()

  /**
   * Adds the numbers of a row.
   *
   * @param scales units that the numbers may also count: 1e6 in a table whose heading is "million euros"
   */
  add(row: TokenRow, language: string, scales: readonly number[] = []): void {
    let century = 0
    for (const { from, to, values, parts, time, form, ordinal } of readNumbers(row, language)) {
      if (this.all.size > MOST_NUMBERS) return
      const unit = unitOf(row, from, to)
      // "2010–15" contains 2015.
      const rangeEnds = row.form(from - 1) === '-' ? values.map((value) => century + value) : []
      century = values.some((value) => value >= 1000 && value < 3000) ? Math.floor((values[0] ?? 0) / 100) * 100 : 0
      if (time !== null) this.times.add(time)
      for (const value of [...values, ...parts, ...rangeEnds]) {
        const units = this.units.get(value)
        if (units === undefined) this.units.set(value, new Set([unit]))
        else units.add(unit)
        for (const scaled of [value, ...scales.map((scale) => product(value, scale))]) {
          this.all.add(scaled)
          if (!ordinal || form === 'digits') this.cardinals.add(scaled)
        }
      }
    }
  }
}

/** The scales that a heading names without a number before them: "Sales (million euros)". */
function scalesOf(heading: string, language: string): number[] {
  const row = new TextRow(heading)
  const lexicon = numberLexicon(language)
  return row.tokens.flatMap(({ form }, at) => (row.kind(at - 1) === 'number' ? [] : (scaleOf(form, lexicon) ?? [])))
}

/** The numbers of a document, titles included, in every reading. */
export const numbersOf = perSource((source): SourceNumbers => {
  const { language, blocks } = source
  const numbers = new Numbers()
  for (const text of titlesOf(source)) numbers.add(new TextRow(text), language)
  numbers.add(new SourceRow(source), language)
  for (const [at, { type, text, headingPath }] of blocks.entries()) {
    if (type !== 'table') continue
    const before = blocks[at - 1]
    const caption = before?.type === 'caption' ? before.text : ''
    const [columns = ''] = text.split('\n')
    const scales = scalesOf([columns, caption, headingPath.at(-1) ?? ''].join(' '), language)
    if (scales.length > 0) numbers.add(new TextRow(text), language, scales)
  }
  return numbers
})
