import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../../components/toast/toast-store.ts'
import { useSessionLoss } from '../../../components/use-session-loss.ts'
import { forgetSent, sentFor } from '../../../lib/sent.ts'
import { deleteSummary } from '../api/delete-summary.ts'
import { refreshCounts } from '../api/refresh.ts'
import { hideDeleted } from '../deletion/deleted.ts'
import { deletionFailure } from '../deletion/use-deletion.ts'
import { forgetUpload } from './use-outcomes.ts'

/** Gives up a summary that is being made: it is deleted, and can't be put back. What was typed stays. */
export function useCancel(onCanceled: (id: string) => void) {
  const queryClient = useQueryClient()
  const onSessionLoss = useSessionLoss()
  return useMutation({
    mutationFn: deleteSummary,
    onSuccess: (_, id) => {
      forgetUpload(sentFor(id) ?? null)
      forgetSent(id)
      onCanceled(id)
      hideDeleted([id])
      void refreshCounts(queryClient)
    },
    onError: (error) => {
      if (onSessionLoss(error)) return
      toast({ title: 'Delete Failed', description: deletionFailure(error), variant: 'destructive' })
    },
  })
}
