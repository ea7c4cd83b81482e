import { Trash2, X } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { formatCount } from '../../../../shared/format.ts'
import type { ListedSummary } from '../../../../shared/summary.ts'
import { Alert } from '../../../components/alert.tsx'
import { Button, IconButton } from '../../../components/button.tsx'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { cn } from '../../../lib/cn.ts'
import { isTyping } from '../../../lib/input.ts'
import { publishLength } from '../../../lib/publish-length.ts'
import { useWindowEvent } from '../../../lib/use-window-event.ts'
import { DeleteDialog, namesOf } from '../deletion/delete-dialog.tsx'
import { DELETION_FAILED, type DeletionResult } from '../deletion/use-deletion.ts'
import { ExportSeveral } from '../export/export-button.tsx'
import { useExport } from '../export/use-export.ts'
import { focusSummary } from '../reveal.ts'
import type { Layout } from './list-address.ts'
import { useSelection } from './selection.ts'
import { SummaryList } from './summary-list.tsx'

/** Distance between the bar and the bottom of the window. */
const GAP_PX = 12

/** Ref of the bar, whose height is published so that nothing is scrolled to behind it and no toast covers it. */
function usePublishedHeight() {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current } = bar
    return current === null ? undefined : publishLength('--over-foot', current, () => current.offsetHeight + GAP_PX)
  }, [])
  return bar
}

interface SelectionBarProps {
  /** Number of selected summaries, at least one. */
  count: number
  /** Number of loaded summaries. */
  loaded: number
  hasMore: boolean
  failure: string | null
  onAll: () => void
  onClear: () => void
  onDelete: () => void
  exporting: ReactNode
}

/** Actions for the selected summaries, at the bottom of the window. */
function SelectionBar({ count, loaded, hasMore, failure, onAll, onClear, onDelete, exporting }: SelectionBarProps) {
  useWindowEvent('keydown', ({ key, target }) => {
    if (key !== 'Escape' || isTyping(target) || !(target instanceof Element)) return
    if (target.closest('[role=menu], [role=dialog], [role=alertdialog]') === null) onClear()
  })
  const bar = usePublishedHeight()
  return (
    <section
      ref={bar}
      aria-label="Selected summaries"
      className={cn(
        'sticky bottom-[calc(4rem+env(safe-area-inset-bottom)+var(--banner,0px))] z-20 mt-6 animate-rise rounded-card',
        'border border-line-strong/60 bg-raised px-3 py-2.5 shadow-float sm:px-4',
        'md:bottom-[calc(var(--banner,0px)+1rem)]',
      )}
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
  const { ids, selected, onChoose, set, clear } = useSelection(order)
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

  const clearSelection = useCallback(() => {
    // The bar disappears with the clicked button.
    const [first] = selected
    const isInBar = document.activeElement?.closest('section')?.ariaLabel === 'Selected summaries'
    clear()
    setFailure(null)
    forget()
    if (first !== undefined && isInBar) focusSummary(first)
  }, [selected, clear, forget])

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
