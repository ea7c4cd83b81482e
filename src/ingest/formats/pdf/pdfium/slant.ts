import type { GlyphRun, PageGlyphs } from './glyphs.ts'

/** Smaller angles, in radians, leave the lines of a page apart. */
const MIN_SLANT = 0.003
const MIN_STEP_SLANT = 0.01

/** Fewer steps between words show no slant. */
const MIN_STEPS = 20

/** Share of the text that must have about the same slant. */
const MIN_ALIKE = 0.6
const TOLERANCE = 0.03

interface Measure {
  slant: number
  weight: number
}

/** The weighted median of slants, if most of the text has about that slant; otherwise 0. */
function commonSlant(measures: Measure[], tolerance: (slant: number) => number): number {
  measures.sort((a, b) => a.slant - b.slant)
  const total = measures.reduce((sum, { weight }) => sum + weight, 0)
  let seen = 0
  const slant = measures.find(({ weight }) => (seen += weight) >= total / 2)?.slant ?? 0
  const alike = measures.reduce(
    (sum, one) => (Math.abs(one.slant - slant) <= tolerance(slant) ? sum + one.weight : sum),
    0,
  )
  return alike >= MIN_ALIKE * total ? slant : 0
}

/** Slant from one word to the next one on its line, or null. */
function stepBetween(a: GlyphRun, b: GlyphRun, { x0, x1, y }: PageGlyphs['glyphs']): Measure | null {
  if (a.turn !== 0 || b.turn !== 0) return null
  const across = (x0[b.start] ?? 0) - (x0[a.start] ?? 0)
  const gap = (x0[b.start] ?? 0) - (x1[a.end - 1] ?? 0)
  const rise = (y[b.start] ?? 0) - (y[a.start] ?? 0)
  const follows = across > 0.5 * a.size && gap > -0.5 * a.size && gap < 2.5 * a.size
  return follows && Math.abs(rise) < 0.3 * across ? { slant: Math.atan2(rise, across), weight: across } : null
}

/**
 * The angle in radians by which the lines of a page are turned from the nearest quarter turn, counter-clockwise: that of
 * its letters, or of upright words that rise or fall along their lines, as in the recognized text of a slanted scan.
 */
export function slantOfPage({ glyphs, runs }: PageGlyphs): number {
  // Watermarks may have more letters than the text.
  const dark = runs.filter(({ ink }) => !ink.pale)
  const slant = commonSlant(
    (dark.length === 0 ? runs : dark).map((run) => ({ slant: run.slant, weight: run.end - run.start })),
    () => TOLERANCE,
  )
  if (Math.abs(slant) >= MIN_SLANT) return slant
  const steps = runs
    .map((run, index) => (index === 0 ? null : stepBetween(runs[index - 1] ?? run, run, glyphs)))
    .filter((step) => step !== null)
  if (steps.length < MIN_STEPS) return 0
  const rise = commonSlant(steps, (median) => 0.6 * Math.abs(median))
  return Math.abs(rise) >= MIN_STEP_SLANT ? rise : 0
}
