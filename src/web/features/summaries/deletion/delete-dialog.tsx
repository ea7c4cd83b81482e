import { formatCount, listOf, truncate } from '../../../../shared/text/format.ts'
import { ConfirmDialog } from '../../../components/overlay/dialog.tsx'
import { sendFocus } from '../../../lib/page/focus.ts'
import { sells } from '../../../lib/site.ts'
import { isUnfinished } from '../describe.ts'
import { neighborOf } from '../reveal.ts'
import { type Deletable, type DeletionResult, isFree, useDeletion } from './use-deletion.ts'

const NAMED = 3
const TITLE_CHARACTERS = 60

export function namesOf(summaries: readonly Deletable[]): string {
  if (summaries.length === 1) return summaries[0]?.title ?? ''
  const names = summaries.slice(0, NAMED).map(({ title }) => `“${truncate(title, TITLE_CHARACTERS)}”`)
  const more = summaries.length - names.length
  return listOf(more > 0 ? [...names, `${formatCount(more)} more`] : names)
}

function question(count: number): string {
  return count === 1
    ? 'Are you sure you want to delete this summary?'
    : `Are you sure you want to delete these ${formatCount(count)} summaries?`
}

/** Explains whether deleting unfinished summaries counts against the plan; null if there are none. */
function costOf(summaries: readonly Deletable[]): string | null {
  const unfinished = summaries.filter(isUnfinished)
  if (unfinished.length === 0 || !sells) return null
  const isAllFree = unfinished.every(isFree)
  if (summaries.length === 1)
    return `It’s ${isAllFree ? 'still being created, so deleting it won’t count' : 'already being written, so deleting it still counts'} against your plan.`
  return `Those ${isAllFree ? 'still being created won’t count' : 'already being written still count'} against your plan.`
}

interface DeleteDialogProps {
  summaries: readonly Deletable[]
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called with the result before the dialog closes. */
  onEnded?: (result: DeletionResult) => void
}

/** Deletes summaries after a confirmation. Focus moves to the row after them. */
export function DeleteDialog({ summaries, open, onOpenChange, onEnded }: DeleteDialogProps) {
  const { remove, isPending, done } = useDeletion((result) => {
    if (result.deleted.length > 0) sendFocus(neighborOf(result.deleted.map(({ id }) => id)))
    onOpenChange(false)
    onEnded?.(result)
  })
  const count = summaries.length
  const cost = costOf(summaries)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (!isPending) onOpenChange(next)
      }}
      title={question(count)}
      description={
        <>
          <span dir="auto" className="line-clamp-4 wrap-anywhere">
            {namesOf(summaries)}
          </span>
          {cost === null ? null : <span className="mt-2 block">{cost}</span>}
          {isPending && count > 1 ? (
            <span className="mt-2 block tabular-nums">
              Deleting, {formatCount(done)} of {formatCount(count)}
            </span>
          ) : null}
        </>
      }
      confirm="Delete"
      destructive
      pending={isPending}
      onConfirm={() => remove(summaries)}
    />
  )
}
