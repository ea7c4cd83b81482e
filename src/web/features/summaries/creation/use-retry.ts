import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import type { Summary } from '../../../../shared/summary/summary.ts'
import { toastFailure } from '../../../components/toast.tsx'
import { ApiError, callApi, hasStatus } from '../../../lib/api/client.ts'
import { changeShown, loadShown, refreshAfterChange } from '../api/refresh.ts'
import { deleteSummary, hideDeleted } from '../api/summaries.ts'
import { restartWatch } from '../watch/summary-watch.ts'
import { useCreation } from './creation-state.ts'
import { useRefusal } from './use-refusal.ts'

const CONFLICT = 409
const GONE = 410

const sendRetry = async (id: string): Promise<unknown> =>
  callApi('retrySummary', { params: { id }, headers: { prefer: 'respond-async' } })

/** Shows a summary whose retry the server has accepted as one that is waiting to start. */
function showRetried(queryClient: QueryClient, id: string, begin: (id: string) => void): void {
  restartWatch(queryClient, id)
  changeShown(queryClient, id, {
    status: 'queued',
    failureCode: null,
    failureMessage: null,
    progress: { stage: 'queued', done: 0, total: 1 },
  })
  begin(id)
}

/**
 * Retries failed summaries. Of several attempts at a link, the newest is retried and the others are deleted; texts and files
 * with the same title may differ, so each is retried. Stops at the first refusal, which also applies to the rest.
 */
export function useRetryAll() {
  const queryClient = useQueryClient()
  const { begin } = useCreation()
  const { refuseRetry } = useRefusal()
  const { mutate, isPending } = useMutation({
    mutationFn: async (sources: readonly (readonly [Summary, ...Summary[]])[]) => {
      for (const attempts of sources) {
        const [{ originalUrl }, ...others] = attempts
        for (const { id } of originalUrl === null ? attempts : attempts.slice(0, 1)) {
          await sendRetry(id)
          showRetried(queryClient, id, begin)
        }
        if (originalUrl === null) continue
        await Promise.all(others.map(async ({ id }) => deleteSummary(id)))
        hideDeleted(others.map(({ id }) => id))
      }
    },
    onError: (error) => refuseRetry(error),
    onSettled: () => void refreshAfterChange(queryClient),
  })
  return { retry: mutate, isPending }
}

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
    mutationFn: async () => sendRetry(id),
    onSuccess: () => {
      showRetried(queryClient, id, begin)
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
