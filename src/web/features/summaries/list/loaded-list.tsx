import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ListedSummary } from '../../../../shared/summary/summary.ts'
import { reasonOf } from '../../../lib/api/client.ts'
import { cn } from '../../../lib/cn.ts'
import { DeleteDialog, namesOf } from '../deletion/delete-dialog.tsx'
import { DELETION_FAILED, type DeletionResult } from '../deletion/use-deletion.ts'
import { ExportSeveral } from '../export/export-button.tsx'
import { useExport } from '../export/use-export.ts'
import { focusSummary } from '../reveal.ts'
import { type RowChoice, SummaryRow } from '../summary-row.tsx'
import type { Layout } from './list-address.ts'
import { SelectionBar } from './selection-bar.tsx'

/** Browsers skip layout and painting of rows off the screen. The padding keeps focus outlines from being cut off. */
const rowStyles: Record<Layout, string> = {
  list: 'has-[>[hidden]]:hidden -mx-3 px-3 md:-mx-8 md:px-8 [contain-intrinsic-size:auto_7.4rem] [content-visibility:auto]',
  grid: 'has-[>[hidden]]:hidden -m-1 min-w-0 p-1 [contain-intrinsic-size:auto_14rem] [content-visibility:auto]',
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

const SummaryList = ({ summaries, layout, hasMore, chosen, onChoose }: SummaryListProps) => (
  <ul
    aria-label="Summaries"
    data-selecting={chosen.size > 0 || undefined}
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

interface Selection {
  ids: ReadonlySet<string>
  /** Start of a range: the row that was clicked last. */
  anchor: string | null
}

export const nothing: Selection = { ids: new Set(), anchor: null }

/** The selection after a click on a row. A range extends from the last clicked row, and takes this one's new state. */
export function choose({ ids, anchor }: Selection, order: readonly string[], id: string, isRange: boolean): Selection {
  const from = isRange && anchor !== null ? order.indexOf(anchor) : -1
  const to = order.indexOf(id)
  const range = from === -1 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
  const next = new Set(ids)
  for (const each of range) {
    if (ids.has(id)) next.delete(each)
    else next.add(each)
  }
  return { ids: next, anchor: id }
}

/** The selected summaries of a list, without those that have left the list. */
function useSelection(order: readonly string[]) {
  const [selection, setSelection] = useState(nothing)
  const current = useRef(order)
  useEffect(() => {
    current.current = order
  }, [order])
  const onChoose = useCallback(
    (id: string, isRange: boolean) => setSelection((before) => choose(before, current.current, id, isRange)),
    [],
  )
  const set = (ids: readonly string[]) => setSelection({ ids: new Set(ids), anchor: null })
  return { ids: selection.ids, onChoose, set }
}

function failureOf({ deleted, failed, error }: DeletionResult): string | null {
  if (error === null) return null
  const all = deleted.length + failed.length
  return `We couldn’t delete ${failed.length} of ${all}: ${namesOf(failed)}. ${reasonOf(error, DELETION_FAILED)}`
}

interface LoadedListProps {
  summaries: readonly ListedSummary[]
  layout: Layout
  hasMore: boolean
}

/** The loaded summaries, which can be selected to delete or export them together. */
export function LoadedList({ summaries, layout, hasMore }: LoadedListProps) {
  const order = useMemo(() => summaries.map(({ id }) => id), [summaries])
  const { ids, onChoose, set } = useSelection(order)
  const [asking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const exporting = useExport()
  const { failure: exportFailure, forget } = exporting
  const chosen = useMemo(() => summaries.filter(({ id }) => ids.has(id)), [summaries, ids])

  const choose = useCallback(
    (id: string, isRange: boolean) => {
      setFailure(null)
      forget()
      onChoose(id, isRange)
    },
    [onChoose, forget],
  )

  const clearSelection = () => {
    // The bar disappears with the clicked button.
    const [first] = chosen
    const isInBar = document.activeElement?.closest('section')?.ariaLabel === 'Selected summaries'
    set([])
    setFailure(null)
    forget()
    if (first !== undefined && isInBar) focusSummary(first.id)
  }

  const onEnded = (result: DeletionResult) => {
    set(result.failed.map(({ id }) => id))
    setFailure(failureOf(result))
  }
  return (
    <>
      <SummaryList summaries={summaries} layout={layout} hasMore={hasMore} chosen={ids} onChoose={choose} />
      {chosen.length === 0 ? null : (
        <SelectionBar
          count={chosen.length}
          loaded={summaries.length}
          hasMore={hasMore}
          failure={exportFailure === null ? failure : `Export failed. ${reasonOf(exportFailure)}`}
          onAll={() => set(order)}
          onClear={clearSelection}
          onDelete={() => setAsking(true)}
          exporting={<ExportSeveral summaries={chosen} exporting={exporting} onRejected={setFailure} />}
        />
      )}
      <DeleteDialog summaries={chosen} open={asking && chosen.length > 0} onOpenChange={setAsking} onEnded={onEnded} />
    </>
  )
}
