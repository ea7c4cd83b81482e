import type { PageBox } from '../pdfium/box.ts'
import type { GlyphRun, PageGlyphs } from '../pdfium/glyphs.ts'
import { STRUCK_OUT } from './characters.ts'

/** Height of a line through letters above their baseline, its thickness, and how far it goes beyond them; by their size. */
const MIN_HEIGHT = 0.13
const MAX_HEIGHT = 0.42
const MAX_THICKNESS = 0.25
const MAX_BEYOND = 0.35

/** Share of a line's length that is over letters. */
const MIN_COVERED = 0.8

/** The letters of a run that a line goes through, in the order of the text; none if it misses their height. */
function lettersUnder({ left, right, bottom, top }: PageBox, { glyphs }: PageGlyphs, run: GlyphRun): number[] {
  const height = ((bottom + top) / 2 - (glyphs.y[run.start] ?? 0)) / run.size
  if (run.turn !== 0 || height < MIN_HEIGHT || height > MAX_HEIGHT || top - bottom > MAX_THICKNESS * run.size) return []
  const found: number[] = []
  for (let index = run.start; index < run.end; index += 1) {
    const middle = ((glyphs.x0[index] ?? 0) + (glyphs.x1[index] ?? 0)) / 2
    if (middle > left && middle < right) found.push(index)
  }
  return found
}

/**
 * Leaves out letters with a line through them: one that begins and ends with them, which lines of tables and drawings don't.
 * They get a code without text that keeps their place.
 */
export function removeStruckOut(page: PageGlyphs & { lines: readonly PageBox[] }): void {
  const { codes, x0, x1 } = page.glyphs
  for (const line of page.lines) {
    const runs = page.runs
      .map((run) => ({ run, found: lettersUnder(line, page, run) }))
      .filter(({ found }) => found.length > 0)
    const found = runs.flatMap((run) => run.found)
    const beyond = MAX_BEYOND * (runs[0]?.run.size ?? 0)
    const first = found.reduce((edge, index) => Math.min(edge, x0[index] ?? 0), Number.POSITIVE_INFINITY)
    const last = found.reduce((edge, index) => Math.max(edge, x1[index] ?? 0), Number.NEGATIVE_INFINITY)
    const covered = found.reduce((sum, index) => sum + (x1[index] ?? 0) - (x0[index] ?? 0), 0)
    if (line.left < first - beyond || line.right > last + beyond) continue
    if (covered < MIN_COVERED * (line.right - line.left)) continue
    for (const index of found) codes[index] = STRUCK_OUT
  }
}
