import { useCallback, useMemo, useState } from 'react'
import type { ListedSummary } from '../../../../shared/summary.ts'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { DeleteDialog, namesOf } from '../deletion/delete-dialog.tsx'
import { type DeletionResult, deletionFailure } from '../deletion/use-deletion.ts'
import { ExportSeveral } from '../export/export-several.tsx'
import { useExport } from '../export/use-export.ts'
import { focusSummary } from '../reveal.ts'
import type { Layout } from './list-address.ts'
import { useSelection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { SummaryList } from './summary-list.tsx'

function failureOf({ deleted, failed, error }: DeletionResult): string | null {
  if (error === null) return null
  const all = deleted.length + failed.length
  return `${failed.length} of ${all} could not be deleted: ${namesOf(failed)}. ${deletionFailure(error)}`
}

interface LoadedListProps {
  summaries: readonly ListedSummary[]
  layout: Layout
  hasMore: boolean
}

/** The summaries that are loaded, any of which can be selected to do something with all of them. */
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

  const letGo = useCallback(() => {
    // The bar goes with the button that was pressed.
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
          failure={
            exportFailure === null
              ? failure
              : `Export failed. ${reasonOf(exportFailure, 'Please try again in a moment.')}`
          }
          onAll={() => set(order)}
          onClear={letGo}
          onDelete={() => setAsking(true)}
          exporting={<ExportSeveral summaries={chosen} exporting={exporting} onRefused={setFailure} />}
        />
      )}
      <DeleteDialog summaries={chosen} open={asking && chosen.length > 0} onOpenChange={setAsking} onEnded={onEnded} />
    </>
  )
}
