import { useMutation, useQueryClient } from '@tanstack/react-query'
import { calls } from '../../../../shared/api/calls.ts'
import { toast } from '../../../components/toast/toast-store.ts'
import { useSessionLoss } from '../../../components/use-session-loss.ts'
import { ApiError, reasonOf } from '../../../lib/api/api-error.ts'
import { callApi } from '../../../lib/api/client.ts'
import { queryKeys } from '../../../lib/keys.ts'
import { refreshAfterChange } from './refresh.ts'

/** DELETE /api/summaries/{id}. One that is gone already counts as deleted. */
export async function deleteSummary(id: string): Promise<void> {
  try {
    await callApi(calls.deleteSummary, 204, { params: { id } })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

/** Deletes a summary and takes it off every list. */
export function useDeleteSummary() {
  const queryClient = useQueryClient()
  const onSessionLoss = useSessionLoss()
  return useMutation({
    mutationFn: deleteSummary,
    onSuccess: async (_, id) => {
      await refreshAfterChange(queryClient)
      queryClient.removeQueries({ queryKey: queryKeys.summary(id) })
    },
    onError: (error) => {
      if (onSessionLoss(error)) return
      toast({
        title: 'Delete Failed',
        description: reasonOf(error, 'Failed to delete summary'),
        variant: 'destructive',
      })
    },
  })
}
