import type { Line } from '../layout/lines.ts'

/** Of the characters of a line, the letters and digits that even formulas and tables come to. */
const MIN_LEGIBLE = 0.4
/** So many lines of signs, and such a part of all, are no accident of a page. */
const MIN_LINES = 8
const MIN_PART = 0.35

/** Letters and digits among the characters of a line, 0 to 1; leaders of dots and rules count as one sign. */
function legible(text: string): number {
  const signs = text.replace(/\s+/gu, '').replace(/([^\p{L}\p{N}])\1+/gu, '$1')
  return signs === '' ? 1 : (signs.match(/[\p{L}\p{N}\p{M}]/gu)?.length ?? 0) / signs.length
}

/**
 * Leaves out what stands on a page in a font that doesn't say which letters its shapes are: programs that can't tell
 * give its codes for letters, which makes lines of punctuation.
 *
 * @returns the lines that can be read, and how many pages lost lines
 */
export function withoutUndecoded(lines: readonly Line[]): { lines: Line[]; pages: number } {
  const byPage = Map.groupBy(lines, (line) => line.page)
  let pages = 0
  const kept = [...byPage.values()].flatMap((page) => {
    const readable = page.filter(({ text }) => legible(text) >= MIN_LEGIBLE)
    const lost = page.length - readable.length
    if (lost < MIN_LINES || lost < page.length * MIN_PART) return page
    pages += 1
    return readable
  })
  return { lines: kept, pages }
}
