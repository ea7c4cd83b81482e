import type { GlyphRun, Glyphs } from '../pdfium/glyphs.ts'
import { characterText, isGuessedSpace, isLettered, isMark, isRtl, isUnspaced } from './characters.ts'

/** Minimum number of gaps from which letter spacing can be measured. */
const MIN_GAPS = 3

/** Smaller gaps are rounding, larger ones are spaces between words; headings in capitals are spaced the most. */
const MIN_TRACKING = 0.04
const MAX_TRACKING = 0.35
const MAX_TRACKING_OF_CAPITALS = 0.6

/** Differences of gaps due to kerning. */
const TOLERANCE = 0.04

/** Share of the gaps that must be alike. */
const MIN_ALIKE = 0.6

/** Characters of one size and baseline. */
type Span = Pick<GlyphRun, 'start' | 'end' | 'size'>

/** The gaps between the letters of words, relative to the font size; null if too many letters touch for spaced-out text. */
function letterGaps({ codes, x0, x1 }: Glyphs, { start, end, size }: Span): number[] | null {
  const gaps: number[] = []
  let touching = 0
  let before = start
  let open = false
  for (let index = start; index < end; index += 1) {
    const code = codes[index] ?? 0
    if (isRtl(code) || isUnspaced(code)) return null
    if (isMark(code) || isGuessedSpace(code, x0[index] ?? 0, x1[index] ?? 0)) continue
    if (isLettered(code) && open) {
      const gap = ((x0[index] ?? 0) - (x1[before] ?? 0)) / size
      gaps.push(gap)
      if (gap < MIN_TRACKING) touching += 1
      if (touching > 2 + 0.25 * gaps.length) return null
    }
    open = isLettered(code)
    before = index
  }
  return gaps
}

/**
 * Measures the letter spacing of a run, relative to the font size. In words stretched to a grid and in spaced-out headings,
 * the same gap between all letters is not a space. Takes the lower quartile of the gaps, which most of the others must
 * equal; 0 for usual text, null if the run is too short.
 */
export function trackingOf(glyphs: Glyphs, run: Span): number | null {
  if (run.end - run.start <= MIN_GAPS) return null
  const gaps = letterGaps(glyphs, run)
  if (gaps === null) return 0
  if (gaps.length < MIN_GAPS) return null
  gaps.sort((a, b) => a - b)
  const tracking = gaps[gaps.length >> 2] ?? 0
  if (tracking < MIN_TRACKING || tracking > MAX_TRACKING_OF_CAPITALS) return 0
  const codes = glyphs.codes.subarray(run.start, run.end)
  if (tracking > MAX_TRACKING && codes.some((code) => /\p{Ll}/u.test(characterText(code)))) return 0
  const alike = gaps.filter((gap) => Math.abs(gap - tracking) <= TOLERANCE).length
  return alike >= MIN_ALIKE * gaps.length ? tracking : 0
}
