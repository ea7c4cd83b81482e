import { memo, useMemo } from 'react'
import type { ListedSummary } from '../../../../shared/summary.ts'
import { cn } from '../../../lib/cn.ts'
import { type RowChoice, SummaryRow } from '../summary-row.tsx'
import type { Layout } from './list-address.ts'

/**
 * Browsers skip the layout and painting of rows that are off the screen, and remember their heights, so that a list of
 * thousands stays quick while find-in-page, Tab and scroll anchoring work as in a short one
 * (https://www.w3.org/TR/css-contain-2/#content-visibility). The padding leaves room for focus outlines, which would be
 * cut off at the row's edge.
 */
const rowStyles: Record<Layout, string> = {
  list: '-mx-3 px-3 [contain-intrinsic-size:auto_7.4rem] [content-visibility:auto]',
  grid: '-m-1 min-w-0 p-1 [contain-intrinsic-size:auto_14rem] [content-visibility:auto]',
}

interface RowProps {
  summary: ListedSummary
  layout: Layout
  isChosen: boolean
  onChoose: RowChoice['onChoose']
  /** Position in the list, from 1. */
  position: number
  /** Number of rows; -1 if unknown. */
  total: number
}

const Row = memo(function Row({ summary, layout, isChosen, onChoose, position, total }: RowProps) {
  const choice = useMemo(() => ({ isChosen, onChoose }), [isChosen, onChoose])
  return (
    <li aria-posinset={position} aria-setsize={total} className={rowStyles[layout]}>
      <SummaryRow summary={summary} layout={layout === 'grid' ? 'card' : 'row'} context="list" choice={choice} />
    </li>
  )
})

interface SummaryListProps {
  summaries: readonly ListedSummary[]
  layout: Layout
  hasMore: boolean
  chosen: ReadonlySet<string>
  onChoose: RowChoice['onChoose']
}

/** Summaries as a list or a grid. */
export function SummaryList({ summaries, layout, hasMore, chosen, onChoose }: SummaryListProps) {
  return (
    <ul
      aria-label="Summaries"
      className={cn(layout === 'grid' && 'grid grid-cols-1 gap-4 pt-6 sm:grid-cols-2 lg:grid-cols-3')}
    >
      {summaries.map((summary, index) => (
        <Row
          key={summary.id}
          summary={summary}
          layout={layout}
          isChosen={chosen.has(summary.id)}
          onChoose={onChoose}
          position={index + 1}
          total={hasMore ? -1 : summaries.length}
        />
      ))}
    </ul>
  )
}
