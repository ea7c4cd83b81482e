import type { GlyphRun, Glyphs, PageGlyphs } from '../pdfium/glyphs.ts'
import { isSquare } from './characters.ts'

/** Fewer letters below one another than this may be the cells of a table. */
const MIN_STACKED = 8

/** How far a square reaches above its baseline, in sizes. */
const ASCENT = 0.88

const isAlone = ({ turn, start, end }: GlyphRun): boolean => turn === 0 && end - start === 1

type Step = 'down' | 'right' | 'other'

/** Where one letter that was painted by itself stands from the one painted before. */
function stepBetween(a: GlyphRun, b: GlyphRun, { codes, x0, y }: Glyphs): Step {
  if (!isAlone(a) || !isAlone(b)) return 'other'
  if (!isSquare(codes[a.start] ?? 0) && !isSquare(codes[b.start] ?? 0)) return 'other'
  const dx = ((x0[b.start] ?? 0) - (x0[a.start] ?? 0)) / a.size
  const dy = ((y[a.start] ?? 0) - (y[b.start] ?? 0)) / a.size
  if (Math.abs(dx) < 0.5 && dy > 0.6 && dy < 2.2) return 'down'
  return Math.abs(dy) < 0.3 && dx > 0.5 && dx < 2.2 ? 'right' : 'other'
}

/**
 * Turns text that was painted letter by letter, each below the last, into text that runs down. Old programs set
 * Japanese columns so, with fonts that know nothing of it.
 */
export function turnStacked({ glyphs, runs }: PageGlyphs): void {
  const stacked = new Set<GlyphRun>()
  let down = 0
  let right = 0
  for (const [index, run] of runs.entries()) {
    const previous = runs[index - 1]
    const step = previous === undefined ? 'other' : stepBetween(previous, run, glyphs)
    if (step === 'right') right += 1
    if (step !== 'down' || previous === undefined) continue
    down += 1
    stacked.add(previous).add(run)
  }
  if (down < MIN_STACKED || down < right) return
  for (const run of stacked) {
    const at = run.start
    const baseline = glyphs.y[at] ?? 0
    glyphs.y[at] = ((glyphs.x0[at] ?? 0) + (glyphs.x1[at] ?? 0)) / 2
    glyphs.x0[at] = -(baseline + ASCENT * run.size)
    glyphs.x1[at] = -(baseline - (1 - ASCENT) * run.size)
    run.turn = 5
  }
}
