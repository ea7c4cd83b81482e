import type { Range } from '../../../../shared/summary/find-text.ts'
import { cn } from '../../../lib/cn.ts'

/** A range of a block's text that is marked: cited by the chosen line, or found. */
export interface MarkedRange extends Range {
  kind: 'cited' | 'found' | 'current'
}

const markStyles: Record<MarkedRange['kind'], string> = {
  // A fill as high as the line, as a pen leaves it: half of it would strike words through.
  cited: 'rounded-xs bg-cited box-decoration-clone py-[0.1em]',
  found: 'rounded-xs bg-mark',
  current: 'rounded-xs bg-accent text-on-accent',
}

/** A text cut where marks begin and end, with the marks that cover each piece. `offset` is its start in the block. */
export function piecesOf(text: string, offset: number, ranges: readonly MarkedRange[]) {
  const inside = ranges.filter(({ start, end }) => start < offset + text.length && end > offset)
  const edges = inside.flatMap(({ start, end }) => [start - offset, end - offset])
  const cuts = [...new Set([0, ...edges.filter((at) => at > 0 && at < text.length), text.length])].sort((a, b) => a - b)
  return cuts.slice(0, -1).map((start, at) => {
    const end = cuts[at + 1] ?? text.length
    const covering = inside.filter((range) => range.start < end + offset && range.end > start + offset)
    return { start, text: text.slice(start, end), kinds: covering.map(({ kind }) => kind) }
  })
}

export interface MarkedProps {
  text: string
  offset?: number
  ranges: readonly MarkedRange[]
}

export function Marked({ text, offset = 0, ranges }: MarkedProps) {
  if (ranges.length === 0) return text
  return piecesOf(text, offset, ranges).map((piece) =>
    piece.kinds.length === 0 ? (
      piece.text
    ) : (
      <mark
        key={piece.start}
        data-current={piece.kinds.includes('current') || undefined}
        className={cn('text-inherit', ...piece.kinds.map((kind) => markStyles[kind]))}
      >
        {piece.text}
      </mark>
    ),
  )
}
