import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { UNDO_DELETE_MS } from '../../../../shared/retention.ts'
import type { Summary } from '../../../../shared/summary.ts'
import { toast } from '../../../components/toast/toast-store.ts'
import { useSessionLoss } from '../../../components/use-session-loss.ts'
import { isUnauthorized, reasonOf } from '../../../lib/api/api-error.ts'
import { inTurns } from '../../../lib/in-turns.ts'
import { AT_ONCE, deleteSummary, isNotFree } from '../api/delete-summary.ts'
import { loadShown, refreshCounts } from '../api/refresh.ts'
import { isUnfinished } from '../describe.ts'
import { hideDeleted } from './deleted.ts'
import { restoreSummaries, titleOf } from './restore.ts'

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

/** Why summaries were not deleted, for the person. */
export const deletionFailure = (error: Error): string => reasonOf(error, 'Failed to delete summary')

/**
 * Deletes summaries, takes them off every list, and offers to put them back: not those that were still being made, which
 * are gone for good.
 *
 * @param onEnded told what has become of them while they are still shown
 */
export function useDeletion(onEnded: (result: DeletionResult) => void) {
  const queryClient = useQueryClient()
  const onSessionLoss = useSessionLoss()
  const [done, setDone] = useState(0)

  const offerUndo = (deleted: readonly Deletable[]): void => {
    const title = `${titleOf(deleted.length)} Deleted`
    const ids = deleted.filter((summary) => !isUnfinished(summary)).map(({ id }) => id)
    if (ids.length === 0) return toast({ title })
    const act = () => void restoreSummaries(queryClient, ids, onSessionLoss)
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
      if (error !== null && onSessionLoss(error)) return
      void refreshCounts(queryClient)
      if (deleted.length > 0) offerUndo(deleted)
      else if (error !== null)
        toast({ title: 'Delete Failed', description: deletionFailure(error), variant: 'destructive' })
    },
  })
  return { remove: mutate, isPending, done }
}
