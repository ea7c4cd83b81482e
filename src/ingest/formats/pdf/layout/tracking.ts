import type { GlyphRun, Glyphs } from '../pdfium/glyphs.ts'
import { isGuessedSpace, isLettered, isMark, isRtl, isSquare } from './characters.ts'

/** Fewer gaps than these tell nothing of how letters are set. */
const MIN_GAPS = 3

/** Less is the rounding of a program, and more the space between words. */
const MIN_TRACKING = 0.04
const MAX_TRACKING = 0.3

/** Kerning makes gaps differ by about this. */
const TOLERANCE = 0.04

/** Share of the gaps that must be alike. */
const MIN_ALIKE = 0.6

/** The gaps between the letters of words, in sizes; null where too many letters touch for a word that is spaced out. */
function letterGaps({ codes, x0, x1 }: Glyphs, { start, end, size }: GlyphRun): number[] | null {
  const gaps: number[] = []
  let touching = 0
  let before = start
  let open = false
  for (let index = start; index < end; index += 1) {
    const code = codes[index] ?? 0
    if (isRtl(code) || isSquare(code)) return null
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
 * How far letters of a run are set apart beyond their widths, in sizes of the text: where words are stretched to a
 * grid or a heading is spaced out, the same gap stands between all letters of a word and means no space. Told by the
 * lower quarter of the gaps, which most of the others must equal; 0 for text that is set as usual, null where the
 * run is too short to tell.
 */
export function trackingOf(glyphs: Glyphs, run: GlyphRun): number | null {
  if (run.end - run.start <= MIN_GAPS) return null
  const gaps = letterGaps(glyphs, run)
  if (gaps === null) return 0
  if (gaps.length < MIN_GAPS) return null
  gaps.sort((a, b) => a - b)
  const tracking = gaps[gaps.length >> 2] ?? 0
  if (tracking < MIN_TRACKING || tracking > MAX_TRACKING) return 0
  const alike = gaps.filter((gap) => Math.abs(gap - tracking) <= TOLERANCE).length
  return alike >= MIN_ALIKE * gaps.length ? tracking : 0
}
