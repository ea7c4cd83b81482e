import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import pLimit from 'p-limit'
import { useState } from 'react'
import { UNDO_DELETE_MS } from '../../../../shared/account/retention.ts'
import type { Summary } from '../../../../shared/summary/summary.ts'
import { formatCount, truncate } from '../../../../shared/text/format.ts'
import { type ToastMessage, toast, toastFailure } from '../../../components/toast.tsx'
import { callApi, hasStatus, isUnauthorized, reasonOf } from '../../../lib/api/client.ts'
import { changeShown, loadShown, type RecentLists, recentLists, refreshCounts, restoreRecent } from '../api/refresh.ts'
import { deleteSummary, endDeleting, hideDeleted, isNotFree, showRestored, startDeleting } from '../api/summaries.ts'
import { isUnfinished } from '../describe.ts'
import { neighborOf, revealSummary } from '../reveal.ts'

const isLate = (error: Error): boolean => hasStatus(error, 404)

/** First word of a toast's title: "Summary", or "3 Summaries". */
const titleOf = (count: number): string => (count === 1 ? 'Summary' : `${formatCount(count)} Summaries`)

const CONCURRENCY = 4

interface Outcome<T> {
  done: T[]
  failed: { item: T; error: Error }[]
}

/** Performs an action for each item, even after failures, until the session has expired. */
async function forEach<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<Outcome<T>> {
  const outcome: Outcome<T> = { done: [], failed: [] }
  await pLimit(CONCURRENCY).map(items, async (item) => {
    try {
      const expiry = outcome.failed.find(({ error }) => isUnauthorized(error))
      if (expiry !== undefined) throw expiry.error
      await act(item)
      outcome.done.push(item)
    } catch (thrown) {
      outcome.failed.push({ item, error: thrown instanceof Error ? thrown : new Error(String(thrown)) })
    }
  })
  return outcome
}

const undoAction = (label: string, altText: string, act: () => void): ToastMessage['action'] => ({
  label,
  altText,
  tooLate: 'Too late',
  lastsMs: UNDO_DELETE_MS,
  act,
})

/** Restores deleted summaries where they were, and moves focus to the first. A toast explains failures. */
async function restoreSummaries(queryClient: QueryClient, ids: readonly string[], recent: RecentLists): Promise<void> {
  const restore = async (id: string) =>
    changeShown(queryClient, id, await callApi('restoreSummary', { params: { id } }))
  // Immediately, where the user looks, rather than when the server has answered.
  showRestored(ids)
  restoreRecent(queryClient, recent, ids)
  if (ids[0] !== undefined) revealSummary(ids[0])
  const { done, failed } = await forEach(ids, restore)
  if (failed.length > 0) {
    const gone = failed.map(({ item }) => item)
    const focusNeighbor = neighborOf(gone)
    hideDeleted(gone)
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) focusNeighbor()
    })
  }
  if (failed.some(({ error }) => isUnauthorized(error))) return
  void refreshCounts(queryClient)
  if (failed.length === 0) return toast({ title: `${titleOf(done.length)} Restored` })
  const others = failed.filter(({ error }) => !isLate(error))
  const late = failed.length === 1 ? 'the summary is' : `${formatCount(failed.length)} summaries are`
  const rest = others.map(({ item }) => item)
  const again = () => void restoreSummaries(queryClient, rest, recent)
  toast({
    title: 'Undo Failed',
    description: others[0] ? reasonOf(others[0].error, 'We couldn’t restore it.') : `Too late to undo: ${late} gone.`,
    variant: 'destructive',
    ...(others.length === 0 ? {} : { action: undoAction('Try again', 'Press F8 to try again.', again) }),
  })
}

/** Parts of a summary that deleting it depends on. */
export type Deletable = Pick<Summary, 'id' | 'title' | 'status' | 'progress'>

/** Whether deleting a summary cancels its creation at no cost. */
export const isFree = (summary: Deletable): boolean => isUnfinished(summary) && summary.progress?.cancelCounts !== true

export interface DeletionResult {
  deleted: readonly Deletable[]
  failed: readonly Deletable[]
  /** First reason; null without failures. */
  error: Error | null
}

export const DELETION_FAILED = 'Failed to delete summary'

/** Deletes summaries, and offers to restore those that were finished. Calls `onEnded` while they are still shown. */
export function useDeletion(
  onEnded: (result: DeletionResult) => void,
  toastTitle = (count: number): string => `${titleOf(count)} Deleted`,
) {
  const queryClient = useQueryClient()
  const [done, setDone] = useState(0)

  const offerUndo = (deleted: readonly Deletable[]): void => {
    const title = toastTitle(deleted.length)
    const ids = deleted.filter((summary) => !isUnfinished(summary)).map(({ id }) => id)
    if (ids.length === 0) return toast({ title })
    const recent = recentLists(queryClient)
    const action = undoAction('Undo', 'Press F8 to undo.', () => void restoreSummaries(queryClient, ids, recent))
    const [only] = deleted
    const description = deleted.length === 1 && only !== undefined ? { description: truncate(only.title, 80) } : {}
    toast({ title, ...description, action })
  }

  const { mutate, isPending } = useMutation({
    mutationFn: async (summaries: readonly Deletable[]): Promise<DeletionResult> => {
      setDone(0)
      // Immediately, as the user confirms, rather than when the server has answered.
      startDeleting(summaries.map(({ id }) => id))
      const remove = async (summary: Deletable): Promise<void> => {
        try {
          await deleteSummary(summary.id, { ifFree: isFree(summary) })
        } catch (error) {
          // The next confirmation needs the current state of the summary.
          if (isNotFree(error)) await loadShown(queryClient, summary.id).catch(() => null)
          throw error
        } finally {
          setDone((count) => count + 1)
        }
      }
      const { done: deleted, failed } = await forEach(summaries, remove)
      return { deleted, failed: failed.map(({ item }) => item), error: failed[0]?.error ?? null }
    },
    onSuccess: (result) => {
      const { deleted, failed, error } = result
      onEnded(result)
      hideDeleted(deleted.map(({ id }) => id))
      endDeleting([...deleted, ...failed].map(({ id }) => id))
      if (isUnauthorized(error)) return
      void refreshCounts(queryClient)
      if (deleted.length > 0) offerUndo(deleted)
      else toastFailure('Delete Failed', error, DELETION_FAILED)
    },
  })
  return { remove: mutate, isPending, done }
}
