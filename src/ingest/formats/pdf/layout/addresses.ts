import { WIDE_GAP } from './fragments.ts'
import { type Row, toRows } from './rows.ts'

/** A street or box with its number, before its name or after. */
const STREET = /^\d{1,5}[A-Za-z]?(?:[-/]\d{1,5})?,?\s+\p{L}|\p{L}\.?\s+\d{1,5}(?:[-/]\d{1,5})?\s?[A-Za-z]?$/u

/**
 * A city with its postal code: digits before its name, or after a comma or the letters of a state; or a code of the
 * United Kingdom or Canada.
 */
const CITY =
  /^(?:[A-Z]{1,3}[- ])?\d{3}[ -]?\d{1,3}(?: [A-Z]{2})?,? \p{Lu}|(?:,|[\p{L},] [A-Z]{2,3}) \d{4,6}(?:-\d{4})?$|\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$|\b[A-Z]\d[A-Z] ?\d[A-Z]\d$/u

/** Maximum length of an address, from a heading to the country and a phone number. */
const MAX_LINES = 8

/** Maximum distance of lines of one address, in usual line distances. */
const MAX_DISTANCE = 1.5

function firstCell({ fragments, size }: Row): string {
  const end = fragments.findIndex(({ x0 }, index) => x0 - (fragments[index - 1]?.x1 ?? x0) > WIDE_GAP * size)
  return fragments
    .slice(0, end === -1 ? fragments.length : end)
    .map(({ text }) => text)
    .join(' ')
}

/** Whether the parts of rows on one side are an address: a name, a street, and a city below it. */
function isAddress(rows: readonly Row[], isOnSide: (x: number) => boolean): boolean {
  const fragments = rows.flatMap((row) => row.fragments).filter(({ x0 }) => isOnSide(x0))
  const lines = toRows(fragments).map(firstCell)
  return (
    lines.length <= MAX_LINES &&
    lines.some(
      (line, index) =>
        index > 0 && STREET.test(line) && lines.slice(index + 1, index + 3).some((below) => CITY.test(below)),
    )
  )
}

/** Splits rows where their distance is larger than the smallest one. */
function groupsOf(rows: readonly Row[]): Row[][] {
  const distance = (index: number): number => (rows[index - 1]?.y ?? 0) - (rows[index]?.y ?? 0)
  const closest = Math.min(...rows.slice(1).map((_, index) => distance(index + 1)))
  const groups: Row[][] = []
  for (const [index, row] of rows.entries()) {
    const group = groups.at(-1)
    if (group !== undefined && distance(index) <= MAX_DISTANCE * Math.max(closest, row.size)) group.push(row)
    else groups.push([row])
  }
  return groups
}

/**
 * Finds the first rows with addresses side by side, as in invoices and on sheets of labels. Reading such rows from left to
 * right would mix the addresses. A table of addresses has each one in a row instead.
 *
 * @param x the place between the two sides
 * @returns indexes of the first and last row, or null for none
 */
export function findAddresses(rows: readonly Row[], x: number): { from: number; to: number } | null {
  let from = 0
  let to = 0
  for (const group of groupsOf(rows)) {
    const beside = isAddress(group, (x0) => x0 < x) && isAddress(group, (x0) => x0 >= x)
    if (!beside && to > from) break
    to += group.length
    if (!beside) from = to
  }
  return to > from ? { from, to: to - 1 } : null
}
