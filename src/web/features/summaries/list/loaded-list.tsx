import { Trash2, X } from 'lucide-react'
import { memo, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ListedSummary } from '../../../../shared/summary/summary.ts'
import { formatCount } from '../../../../shared/text/format.ts'
import { Alert } from '../../../components/alert.tsx'
import { Button, IconButton } from '../../../components/button.tsx'
import { reasonOf } from '../../../lib/api/client.ts'
import { cn } from '../../../lib/cn.ts'
import { isTyping, useWindowEvent } from '../../../lib/page/input.ts'
import { publishLength } from '../../../lib/page/publish-length.ts'
import { DELETION_FAILED, DeleteDialog, type DeletionResult, namesOf } from '../deletion/delete-dialog.tsx'
import { ExportSeveral } from '../export/export-button.tsx'
import { useExport } from '../export/use-export.ts'
import { focusSummary } from '../reveal.ts'
import { type RowChoice, SummaryRow } from '../summary-row.tsx'
import type { Layout } from './list-address.ts'

/** Browsers skip layout and painting of rows off the screen. The padding keeps focus outlines from being cut off. */
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

const SummaryList = ({ summaries, layout, hasMore, chosen, onChoose }: SummaryListProps) => (
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

/** Distance between the bar and the bottom of the window. */
const GAP_PX = 12

interface SelectionBarProps {
  count: number
  loaded: number
  hasMore: boolean
  failure: string | null
  onAll: () => void
  onClear: () => void
  onDelete: () => void
  exporting: ReactNode
}

function SelectionBar({ count, loaded, hasMore, failure, onAll, onClear, onDelete, exporting }: SelectionBarProps) {
  useWindowEvent('keydown', ({ key, target }) => {
    if (key !== 'Escape' || isTyping(target) || !(target instanceof Element)) return
    if (target.closest('[role=menu], [role=dialog], [role=alertdialog]') === null) onClear()
  })
  const bar = useRef<HTMLElement>(null)
  // Nothing is scrolled to behind the bar, and no toast covers it.
  useEffect(() => {
    const { current } = bar
    return current === null ? undefined : publishLength('--over-foot', current, () => current.offsetHeight + GAP_PX)
  }, [])
  return (
    <section
      ref={bar}
      aria-label="Selected summaries"
      className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom)+var(--banner,0px))] z-20 mt-6 animate-rise rounded-card border border-line-strong/60 bg-raised px-3 py-2.5 shadow-float sm:px-4 md:bottom-[calc(var(--banner,0px)+1rem)]"
    >
      {failure === null ? null : (
        <Alert tone="bad" className="mb-2.5">
          {failure}
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <output className="mr-1 text-sm font-medium tabular-nums">{formatCount(count)} selected</output>
        {count < loaded ? (
          <Button look="text" className="tabular-nums" onClick={onAll}>
            Select all {formatCount(loaded)}
            {hasMore ? ' loaded' : null}
          </Button>
        ) : null}
        <div className="ml-auto flex items-center gap-2">
          {exporting}
          <Button look="destructive" className="max-sm:px-3" onClick={onDelete}>
            <Trash2 className="max-xs:hidden" /> Delete
          </Button>
          <IconButton label="Clear the selection" aria-keyshortcuts="Escape" onClick={onClear}>
            <X />
          </IconButton>
        </div>
      </div>
    </section>
  )
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
