import { NumberReader } from './read-numbers.ts'
import { SourceRow } from './source-row.ts'
import type { SourceText } from './source-text.ts'
import { TextRow } from './token-row.ts'

const kept = new WeakMap<SourceText, ReadonlySet<number>>()

/** What may stand between two numbers of a range, folded. */
const rangeWords: ReadonlySet<string> = new Set(
  '- to and or through bis und oder à et ou a y o e ou tot en of till och eller до и или do i lub ila ve veya 至 到 から ~ から'.split(
    ' ',
  ),
)

/** Most numbers that are kept: a table of millions of cells says nothing more. */
const MOST_NUMBERS = 400_000

function addNumbers(found: Set<number>, row: TextRow | SourceRow, language: string): void {
  let last: { to: number; values: readonly number[] } | null = null
  for (const { from, to, values, parts, form } of new NumberReader(row, language).read()) {
    if (found.size > MOST_NUMBERS) return
    for (const value of values) found.add(value)
    for (const part of parts) found.add(part)
    const range = last !== null && from - last.to <= 1 && (from === last.to || rangeWords.has(row.form(last.to)))
    const [value] = values
    if (range && last !== null && value !== undefined) addRange(found, last.values, value, form === 'scaled')
    if (value !== undefined && value >= 1000 && value < 3000 && Number.isInteger(value)) addYear(found, value)
    last = { to, values }
  }
}

/** "3 to 5 million" says three million as well; "2010–15" says 2015. */
function addRange(found: Set<number>, before: readonly number[], value: number, scaled: boolean): void {
  const [start] = before
  if (start === undefined) return
  if (scaled) {
    for (const scale of [1e3, 1e6, 1e9, 1e12]) if (value >= scale && value / scale < 1000) found.add(start * scale)
  } else if (start >= 1000 && start < 3000 && value < 100) {
    found.add(Math.floor(start / 100) * 100 + value)
  }
}

/** A year also says its decade and its century: 1987 the 1980s, the '80s, the 20th century. */
function addYear(found: Set<number>, year: number): void {
  const decade = Math.floor(year / 10) * 10
  found
    .add(decade)
    .add(decade % 100)
    .add(Math.floor((year - 1) / 100) + 1)
}

/**
 * All numbers that stand in a document, its title and names included, in every reading. Made once a document.
 */
export function numbersOf(source: SourceText): ReadonlySet<number> {
  const known = kept.get(source)
  if (known !== undefined) return known
  const found = new Set<number>()
  const { title, author, site } = source.document
  for (const text of [title, author ?? '', site ?? '']) addNumbers(found, new TextRow(text), source.language)
  addNumbers(found, new SourceRow(source), source.language)
  kept.set(source, found)
  return found
}
