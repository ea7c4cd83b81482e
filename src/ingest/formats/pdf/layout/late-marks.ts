import type { GlyphRun, Glyphs } from '../pdfium/glyphs.ts'

const MAX_CHARACTERS = 6

/** Minimum and maximum distance of a mark from its line, and minimum gap for one, relative to the line's size. */
const MIN_SHIFT = 0.06
const MAX_SHIFT = 0.7
const MIN_GAP = 0.2

/** Height of the bands of a page that marks are looked up in, in points, and marks of one that are compared. */
const BAND = 12
const MAX_COMPARED = 50

/** Larger text is compared as if it had this size, in points, against files that are made to be slow. */
const MAX_LINE_SIZE = 150

interface LateMark {
  turn: number
  x0: number
  x1: number
  y: number
}

/** Whether a run begins where the one before it ends. */
function follows({ start, turn, size }: GlyphRun, before: GlyphRun, { x0, x1, y }: Glyphs): boolean {
  const last = before.end - 1
  const beside = Math.abs((x0[start] ?? 0) - (x1[last] ?? 0)) < size
  return turn === before.turn && beside && Math.abs((y[start] ?? 0) - (y[last] ?? 0)) < size
}

/**
 * Raised and lowered marks that were painted after the text around them, into gaps of it. Browsers paint text with a
 * relative position last, as most style sheets for web pages give to `sup` and `sub`.
 */
export class LateMarks {
  readonly #bands: ReadonlyMap<number, readonly LateMark[]>

  constructor(glyphs: Glyphs, runs: readonly GlyphRun[]) {
    const late = runs.filter((run, index) => {
      const before = runs[index - 1]
      return before !== undefined && run.end - run.start <= MAX_CHARACTERS && !follows(run, before, glyphs)
    })
    const { x0, x1, y } = glyphs
    const marks = late.map(({ turn, start, end }) => {
      return { turn, x0: x0[start] ?? 0, x1: x1[end - 1] ?? 0, y: y[start] ?? 0 }
    })
    this.#bands = Map.groupBy(marks, (mark) => Math.floor(mark.y / BAND))
  }

  /** Whether a mark is in a gap of a line. */
  isBetween(left: number, right: number, { turn, y, size }: Pick<LateMark, 'turn' | 'y'> & { size: number }): boolean {
    if (this.#bands.size === 0 || right - left < MIN_GAP * size) return false
    const reach = MAX_SHIFT * Math.min(size, MAX_LINE_SIZE)
    const last = Math.floor((y + reach) / BAND)
    for (let band = Math.floor((y - reach) / BAND); band <= last; band += 1) {
      const isWithin = this.#bands.get(band)?.some((mark, index) => {
        if (index >= MAX_COMPARED) return false
        const shift = Math.abs(mark.y - y)
        const fits = mark.x0 > left - MIN_GAP * size && mark.x1 < right + MIN_GAP * size && mark.x1 > mark.x0
        return mark.turn === turn && fits && shift > MIN_SHIFT * size && shift < reach
      })
      if (isWithin === true) return true
    }
    return false
  }
}
