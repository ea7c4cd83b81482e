import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { toast } from '../../../components/toast/toast-store.ts'
import { ApiError, reasonOf } from '../../../lib/api/api-error.ts'
import { sentFor } from '../../../lib/sent.ts'
import { changeShown, loadShown, refreshAfterChange } from '../api/refresh.ts'
import { retrySummary } from '../api/retry-summary.ts'
import { restartWatch } from '../watch/use-summary-watch.ts'
import type { CreationAction } from './creation-state.ts'

const CONFLICT = 409
const GONE = 410

/** A function that has a failed summary made again, in its place, and says where that can't be. */
export function useRetry(dispatch: (action: CreationAction) => void, refuse: (error: unknown) => string) {
  const queryClient = useQueryClient()

  /** Somebody was quicker, in another tab say: what has become of the summary is shown instead. */
  const showWhatIs = useCallback(
    async (id: string, error: ApiError) => {
      const now = await loadShown(queryClient, id)
      if (now.status === 'failed') toast({ title: 'Error', description: reasonOf(error, ''), variant: 'destructive' })
      else dispatch({ type: 'ended', id })
    },
    [queryClient, dispatch],
  )

  return useCallback(
    async (id: string): Promise<void> => {
      dispatch({ type: 'retrying', id })
      try {
        await retrySummary(id)
        restartWatch(id)
        changeShown(queryClient, id, {
          status: 'queued',
          failureCode: null,
          failureMessage: null,
          progress: { stage: 'queued', done: 0, total: 1 },
        })
        dispatch({ type: 'accepted', id, payload: sentFor(id) ?? null, now: Date.now() })
        await refreshAfterChange(queryClient)
      } catch (error) {
        const status = error instanceof ApiError ? error.status : null
        dispatch({ type: 'retry-refused', id, isFileless: status === GONE })
        if (error instanceof ApiError && status === CONFLICT) await showWhatIs(id, error).catch(refuse)
        else refuse(error)
      }
    },
    [queryClient, dispatch, refuse, showWhatIs],
  )
}
