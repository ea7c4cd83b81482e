import type { Bytes } from './bytes.ts'
import type { Fib, Generation, Place } from './fib.ts'

/** Bytes of the main stream, the end not included, that are formatted alike. */
export interface Run {
  start: number
  end: number
  /** Style of a paragraph. */
  style: number
  modifiers: Bytes
}

const PAGE_BYTES = 512
/** Pages that hold formatting; a file of 25 MB has at most 50,000. */
const MAX_PAGES = 60_000

/** Numbers of the pages that a bin table lists ([MS-DOC] 2.8.5 and 2.8.6). */
function pagesOf(tables: Bytes, { at, length }: Place, generation: Generation): number[] {
  const numberBytes = generation < 8 ? 2 : 4
  const table = tables.slice(at, length)
  const count = Math.min(MAX_PAGES, Math.floor((table.length - 4) / (4 + numberBytes)))
  const pages: number[] = []
  for (let index = 0; index < count; index += 1) {
    const place = 4 * (count + 1) + numberBytes * index
    pages.push(generation < 8 ? table.u16(place) : table.u32(place) & 0x3f_ffff)
  }
  return pages
}

function characterRun(page: Bytes, index: number, runs: number): Omit<Run, 'start' | 'end'> {
  const at = 2 * page.u8(4 * (runs + 1) + index)
  return { style: 0, modifiers: at === 0 ? page.slice(0, 0) : page.slice(at + 1, page.u8(at)) }
}

/** A paragraph's formatting counts its words, and in Word 97 may say its length in a second byte ([MS-DOC] 2.9.174). */
function paragraphRun(page: Bytes, index: number, runs: number, generation: Generation): Omit<Run, 'start' | 'end'> {
  const at = 2 * page.u8(4 * (runs + 1) + (generation < 8 ? 7 : 13) * index)
  if (at === 0) return { style: 0, modifiers: page.slice(0, 0) }
  const words = page.u8(at)
  const begin = words === 0 ? at + 2 : at + 1
  const bytes = words === 0 ? 2 * page.u8(at + 1) : 2 * words - 1
  return { style: page.u16(begin), modifiers: page.slice(begin + 2, bytes - 2) }
}

/** Reads the formatting of characters or of paragraphs, sorted by where it begins. */
export function readRuns(fib: Fib, main: Bytes, tables: Bytes, kind: 'characters' | 'paragraphs'): Run[] {
  const runs: Run[] = []
  const seen = new Set<number>()
  for (const number of pagesOf(tables, fib.tables[kind], fib.generation)) {
    if (seen.has(number)) continue
    seen.add(number)
    const page = main.slice(number * PAGE_BYTES, PAGE_BYTES)
    if (page.length < PAGE_BYTES) continue
    const count = Math.min(page.u8(PAGE_BYTES - 1), 101)
    for (let index = 0; index < count; index += 1) {
      const start = page.u32(4 * index)
      const end = page.u32(4 * index + 4)
      if (end <= start) continue
      const run =
        kind === 'characters' ? characterRun(page, index, count) : paragraphRun(page, index, count, fib.generation)
      runs.push({ start, end, ...run })
    }
  }
  return runs.sort((a, b) => a.start - b.start)
}

/** The index of the last run that begins at or before a place; -1 where there is none. */
export function runIndexAt(runs: readonly Run[], at: number): number {
  let low = 0
  let high = runs.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((runs[middle]?.start ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}
