import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import pLimit from 'p-limit'
import { useState } from 'react'
import { formatCount } from '../../../../shared/format.ts'
import { UNDO_DELETE_MS } from '../../../../shared/retention.ts'
import type { Summary } from '../../../../shared/summary.ts'
import { type ToastMessage, toast, toastFailure } from '../../../components/toast/toast-store.ts'
import { ApiError, isUnauthorized, reasonOf } from '../../../lib/api/api-error.ts'
import { deleteSummary, isNotFree, restoreSummary } from '../api/delete-summary.ts'
import { changeShown, loadShown, refreshCounts } from '../api/refresh.ts'
import { isUnfinished } from '../describe.ts'
import { revealSummary } from '../reveal.ts'
import { hideDeleted, showRestored } from './deleted.ts'

const isLate = (error: Error): boolean => error instanceof ApiError && error.status === 404

/** "Summary" of one, "3 Summaries" of more, as a toast's title begins. */
const titleOf = (count: number): string => (count === 1 ? 'Summary' : `${formatCount(count)} Summaries`)

/** How many of several requests run at the same time. */
const CONCURRENCY = 4

/** Result for one of several items; the error is null where it succeeded. */
interface Outcome<T> {
  item: T
  error: Error | null
}

/** Does the same for each of several items, past those that fail, until the session has expired. */
async function forEach<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<Outcome<T>[]> {
  let expiry: Error | null = null
  const attempt = async (item: T): Promise<Outcome<T>> => {
    try {
      if (expiry !== null) throw expiry
      await act(item)
      return { item, error: null }
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      if (isUnauthorized(error)) expiry = error
      return { item, error }
    }
  }
  return pLimit(CONCURRENCY).map(items, attempt)
}

/** Message about summaries that could not be restored, with another try for those that may succeed. */
function failureOf(errors: readonly Error[], again: (() => void) | null): ToastMessage {
  const other = errors.find((error) => !isLate(error))
  const late = errors.length === 1 ? 'the summary is' : `${formatCount(errors.length)} summaries are`
  const message: ToastMessage = {
    title: 'Undo Failed',
    description: other === undefined ? `Too late to undo: ${late} gone.` : reasonOf(other, 'We couldn’t restore it.'),
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

/** Restores deleted summaries where they were, and moves focus to the first. A toast lists failures. */
async function restoreSummaries(queryClient: QueryClient, ids: readonly string[]): Promise<void> {
  const restored = async (id: string) => changeShown(queryClient, id, await restoreSummary(id))
  const outcomes = await forEach(ids, restored)
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

/** Parts of a summary that deleting it depends on. */
export type Deletable = Pick<Summary, 'id' | 'title' | 'status' | 'progress'>

/** Whether deleting a summary cancels its creation at no cost. */
export const isFree = (summary: Deletable): boolean => isUnfinished(summary) && summary.progress?.cancelCounts !== true

export interface DeletionResult {
  deleted: readonly Deletable[]
  /** Those that remain. */
  failed: readonly Deletable[]
  /** Why they remain; null if none do. */
  error: Error | null
}

export const DELETION_FAILED = 'Failed to delete summary'

/**
 * Deletes summaries, takes them off every list, and offers to restore them, except those that were still being created.
 *
 * @param onEnded called with the result while they are still shown
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
          // The next confirmation shows the summary's present state.
          if (isNotFree(error)) await loadShown(queryClient, summary.id).catch(() => null)
          throw error
        } finally {
          setDone((count) => count + 1)
        }
      }
      const outcomes = await forEach(summaries, remove)
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
