import { tooComplex } from '../refusals.ts'
import type { Bytes } from './bytes.ts'
import type { Fib, Generation, Place } from './fib.ts'

/** Bytes of the main stream, the end not included, that are formatted alike. */
export interface Run {
  start: number
  end: number
  /** Style of a paragraph. */
  style: number
  /** Where its modifiers stand in the main stream, and how many bytes they have. */
  at: number
  length: number
}

const PAGE_BYTES = 512
/** Pages that hold formatting; a file of 25 MB has at most 50,000. */
const MAX_PAGES = 60_000
/** Several times what the longest books come to. */
const MAX_RUNS = 1_000_000

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

type Formatting = Pick<Run, 'style' | 'at' | 'length'>

function characterFormatting(page: Bytes, index: number, runs: number): Formatting {
  const at = 2 * page.u8(4 * (runs + 1) + index)
  return { style: 0, at: at + 1, length: at === 0 ? 0 : page.u8(at) }
}

/** A paragraph's formatting counts its words, and in Word 97 may say its length in a second byte ([MS-DOC] 2.9.174). */
function paragraphFormatting(page: Bytes, index: number, runs: number, generation: Generation): Formatting {
  const at = 2 * page.u8(4 * (runs + 1) + (generation < 8 ? 7 : 13) * index)
  if (at === 0) return { style: 0, at, length: 0 }
  const words = page.u8(at)
  const begin = words === 0 ? at + 2 : at + 1
  const bytes = words === 0 ? 2 * page.u8(at + 1) : 2 * words - 1
  return { style: page.u16(begin), at: begin + 2, length: Math.max(0, bytes - 2) }
}

function runsOfPage(page: Bytes, pageAt: number, formatting: (index: number, runs: number) => Formatting): Run[] {
  const runs: Run[] = []
  const count = Math.min(page.u8(PAGE_BYTES - 1), 101)
  for (let index = 0; index < count; index += 1) {
    const start = page.u32(4 * index)
    const end = page.u32(4 * index + 4)
    if (end <= start) continue
    const { style, at, length } = formatting(index, count)
    runs.push({ start, end, style, at: pageAt + at, length: Math.min(length, Math.max(0, PAGE_BYTES - at)) })
  }
  return runs
}

/** Runs of whole files never overlap; of those that do the first counts. */
function withoutOverlaps(runs: Run[]): Run[] {
  let end = 0
  return runs
    .sort((a, b) => a.start - b.start)
    .filter((run) => {
      if (run.start < end) return false
      end = run.end
      return true
    })
}

/**
 * Reads the formatting of characters or of paragraphs, sorted by where it begins.
 *
 * @throws AppError source_too_complex
 */
export function readRuns(fib: Fib, main: Bytes, tables: Bytes, kind: 'characters' | 'paragraphs'): Run[] {
  const runs: Run[] = []
  for (const number of new Set(pagesOf(tables, fib.tables[kind], fib.generation))) {
    const pageAt = number * PAGE_BYTES
    const page = main.slice(pageAt, PAGE_BYTES)
    if (page.length < PAGE_BYTES) continue
    const formatting = (index: number, count: number): Formatting =>
      kind === 'characters'
        ? characterFormatting(page, index, count)
        : paragraphFormatting(page, index, count, fib.generation)
    for (const run of runsOfPage(page, pageAt, formatting)) runs.push(run)
    if (runs.length > MAX_RUNS) {
      throw tooComplex('document')
    }
  }
  return withoutOverlaps(runs)
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
