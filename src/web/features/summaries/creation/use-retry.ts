import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { toastFailure } from '../../../components/toast.tsx'
import { ApiError, callApi, hasStatus } from '../../../lib/api/client.ts'
import { changeShown, loadShown, refreshAfterChange } from '../api/refresh.ts'
import { restartWatch } from '../watch/summary-watch.ts'
import { useCreation } from './creation-state.ts'
import { useRefusal } from './use-refusal.ts'

const CONFLICT = 409
const GONE = 410

/** Creates a failed summary again, in its place, from the same input. */
export function useRetry(id: string) {
  const queryClient = useQueryClient()
  const { begin, end } = useCreation()
  const { refuseRetry } = useRefusal()
  const mutationKey = ['retrySummary', id]

  const { mutate } = useMutation({
    mutationKey,
    // A file that is gone is remembered as long as the page.
    gcTime: Infinity,
    mutationFn: async () => callApi('retrySummary', { params: { id }, headers: { prefer: 'respond-async' } }),
    onSuccess: () => {
      restartWatch(queryClient, id)
      changeShown(queryClient, id, {
        status: 'queued',
        failureCode: null,
        failureMessage: null,
        progress: { stage: 'queued', done: 0, total: 1 },
      })
      begin(id)
      void refreshAfterChange(queryClient)
    },
    onError: async (error) => {
      if (!hasStatus(error, CONFLICT)) return refuseRetry(error)
      // It was retried elsewhere, such as in another tab.
      try {
        const now = await loadShown(queryClient, id)
        if (now.status === 'failed') toastFailure('Error', error, '')
        else end(id)
      } catch (failure) {
        refuseRetry(failure)
      }
    },
  })
  const attempts = useMutationState({ filters: { mutationKey }, select: ({ state }) => state })
  return {
    retry: () => mutate(),
    isRetrying: attempts.some(({ status }) => status === 'pending'),
    /** Whether the server no longer has its file. */
    isFileless: attempts.some(({ error }) => error instanceof ApiError && error.status === GONE),
  }
}
