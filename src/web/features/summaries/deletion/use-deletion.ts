import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../../../../shared/format.ts'
import { UNDO_DELETE_MS } from '../../../../shared/retention.ts'
import type { Summary } from '../../../../shared/summary.ts'
import { type ToastMessage, toast, toastFailure } from '../../../components/toast/toast-store.ts'
import { ApiError, isUnauthorized, reasonOf } from '../../../lib/api/api-error.ts'
import { inTurns } from '../../../lib/in-turns.ts'
import { AT_ONCE, deleteSummary, isNotFree, restoreSummary } from '../api/delete-summary.ts'
import { changeShown, loadShown, refreshCounts } from '../api/refresh.ts'
import { isUnfinished } from '../describe.ts'
import { revealSummary } from '../reveal.ts'
import { hideDeleted, showRestored } from './deleted.ts'

const isLate = (error: Error): boolean => error instanceof ApiError && error.status === 404

/** "Summary" of one, "3 Summaries" of more, as a toast's title begins. */
const titleOf = (count: number): string => (count === 1 ? 'Summary' : `${formatCount(count)} Summaries`)

/** Says why some could not be put back, and lets those be tried again that are not gone for good. */
function failureOf(errors: readonly Error[], again: (() => void) | null): ToastMessage {
  const other = errors.find((error) => !isLate(error))
  const late = errors.length === 1 ? 'the summary is' : `${formatCount(errors.length)} summaries are`
  const message: ToastMessage = {
    title: 'Undo Failed',
    description:
      other === undefined
        ? `It is too late: ${late} gone for good.`
        : reasonOf(other, 'What was deleted could not be put back.'),
    variant: 'destructive',
  }
  if (again === null) return message
  return {
    ...message,
    action: {
      label: 'Try again',
      altText: 'Press F8 to try again.',
      tooLate: 'Too late',
      lastsMs: UNDO_DELETE_MS,
      act: again,
    },
  }
}

/**
 * Takes deletions back: each summary stands where it stood, and the keyboard goes to the first of them. What is too late
 * or fails is said.
 */
async function restoreSummaries(queryClient: QueryClient, ids: readonly string[]): Promise<void> {
  const restored = async (id: string) => changeShown(queryClient, id, await restoreSummary(id))
  const outcomes = await inTurns(ids, AT_ONCE, restored, { isFatal: isUnauthorized })
  const back = outcomes.filter(({ error }) => error === null).map(({ item }) => item)
  const errors = outcomes.map(({ error }) => error).filter((error) => error !== null)
  showRestored(back)
  const [first] = back
  if (first !== undefined) revealSummary(first)
  if (errors.some(isUnauthorized)) return
  void refreshCounts(queryClient)
  const left = outcomes.filter(({ error }) => error !== null && !isLate(error)).map(({ item }) => item)
  const again = left.length === 0 ? null : () => void restoreSummaries(queryClient, left)
  toast(errors.length === 0 ? { title: `${titleOf(back.length)} Restored` } : failureOf(errors, again))
}

/** What is to be known of a summary to delete it. */
export type Deletable = Pick<Summary, 'id' | 'title' | 'status' | 'progress'>

/** Whether deleting a summary cancels its creation at no cost. */
export const isFree = (summary: Deletable): boolean => isUnfinished(summary) && summary.progress?.cancelCounts !== true

export interface DeletionResult {
  deleted: readonly Deletable[]
  /** Those that are still there. */
  failed: readonly Deletable[]
  /** Why they are; null where there are none. */
  error: Error | null
}

export const DELETION_FAILED = 'Failed to delete summary'

/**
 * Deletes summaries, takes them off every list, and offers to put them back: not those that were still being made, which
 * are gone for good.
 *
 * @param onEnded told what has become of them while they are still shown
 */
export function useDeletion(onEnded: (result: DeletionResult) => void) {
  const queryClient = useQueryClient()
  const [done, setDone] = useState(0)

  const offerUndo = (deleted: readonly Deletable[]): void => {
    const title = `${titleOf(deleted.length)} Deleted`
    const ids = deleted.filter((summary) => !isUnfinished(summary)).map(({ id }) => id)
    if (ids.length === 0) return toast({ title })
    const act = () => void restoreSummaries(queryClient, ids)
    const action = { label: 'Undo', altText: 'Press F8 to undo.', tooLate: 'Too late', lastsMs: UNDO_DELETE_MS, act }
    const [only] = deleted
    toast(deleted.length === 1 && only !== undefined ? { title, description: only.title, action } : { title, action })
  }

  const { mutate, isPending } = useMutation({
    mutationFn: async (summaries: readonly Deletable[]): Promise<DeletionResult> => {
      setDone(0)
      const remove = async (summary: Deletable): Promise<void> => {
        try {
          await deleteSummary(summary.id, { ifFree: isFree(summary) })
        } catch (error) {
          // The next question about it says how things are now.
          if (isNotFree(error)) await loadShown(queryClient, summary.id).catch(() => null)
          throw error
        }
      }
      const outcomes = await inTurns(summaries, AT_ONCE, remove, {
        isFatal: isUnauthorized,
        onEach: setDone,
      })
      return {
        deleted: outcomes.filter(({ error }) => error === null).map(({ item }) => item),
        failed: outcomes.filter(({ error }) => error !== null).map(({ item }) => item),
        error: outcomes.find(({ error }) => error !== null)?.error ?? null,
      }
    },
    onSuccess: (result) => {
      const { deleted, error } = result
      onEnded(result)
      hideDeleted(deleted.map(({ id }) => id))
      if (isUnauthorized(error)) return
      void refreshCounts(queryClient)
      if (deleted.length > 0) offerUndo(deleted)
      else toastFailure('Delete Failed', error, DELETION_FAILED)
    },
  })
  return { remove: mutate, isPending, done }
}
