import type { TokenRow } from './token-row.ts'

/** Signs that say what a number counts, as they are folded. */
const signs: ReadonlySet<string> = new Set(['$', '€', '£', '¥', '%', '₹', '₽', '₩'])

/** The same in words, as their beginnings; weights and sounds are named like currencies, so not all currencies. */
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
 * What a number counts: a currency, or percent; null where it says neither.
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
  // Turkish and Chinese say it first.
  if (/^(?:yüzde|%)$/u.test(row.form(from - 1))) return '%'
  if (['百', '分', '之'].every((form, step) => row.form(from - 3 + step) === form)) return '%'
  return words.find(([word]) => word.test(after))?.[1] ?? null
}
