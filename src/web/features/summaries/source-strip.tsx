import type { SourceStrip } from '../../../shared/source-map.ts'
import { cn } from '../../lib/cn.ts'

/** Length of the drawing, as the server measures sources. */
const LENGTH = 1000

/** A path of rectangles across a drawing that is one unit wide, each at least `least` thousandths long. */
export const ticksPath = (ranges: readonly (readonly [number, number])[], least: number): string =>
  ranges
    .map(([start, end]) => {
      const at = Math.max(0, Math.min(start, LENGTH - least))
      return `M${at} 0h${Math.max(least, end - start)}v1h${-Math.max(least, end - start)}z`
    })
    .join('')

/** A path of gaps where sections begin, except at the ends. */
export const gapsPath = (sections: readonly number[], width: number): string =>
  ticksPath(
    sections.filter((at) => at > width && at < LENGTH - width).map((at) => [at, at] as const),
    width,
  )

/** "12 cited passages, in 4 of 9 sections": the strip in words. */
export function stripWords({ sections, cited }: SourceStrip): string {
  const count = cited.length === 1 ? '1 cited passage' : `${cited.length} cited passages`
  if (sections.length < 2) return count
  const reached = sections.filter((start, index) => {
    const end = sections[index + 1] ?? LENGTH
    return cited.some(([from, to]) => from < end && to > start)
  })
  return `${count}, in ${reached.length} of ${sections.length} sections`
}

/** Whether almost all of a source is cited, as that of a short text is: its strip is a bar that shows nothing. */
export const isPlain = ({ cited }: SourceStrip): boolean =>
  cited.reduce((sum, [from, to]) => sum + to - from, 0) > 0.95 * LENGTH

interface SourceStripProps {
  strip: SourceStrip
  /** Shortest tick and gap in thousandths: more for a small strip. */
  least?: number
  className?: string
}

/** The source drawn to scale: its sections, and a tick for every cited passage. Two paths, however long it is. */
export const SourceStripView = ({ strip, least = 14, className }: SourceStripProps) => (
  <svg
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing, whose colors follow the theme
    role="img"
    aria-label={stripWords(strip)}
    viewBox={`0 0 ${LENGTH} 1`}
    preserveAspectRatio="none"
    className={cn('block rounded-[1px] rtl:-scale-x-100 base:h-1 base:w-28', className)}
  >
    <rect width={LENGTH} height={1} className="fill-line" />
    <path d={ticksPath(strip.cited, least)} className="fill-line-strong" />
    <path d={gapsPath(strip.sections, least / 2)} className="fill-paper" />
  </svg>
)
