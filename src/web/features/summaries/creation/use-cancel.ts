import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toastFailure } from '../../../components/toast.tsx'
import { forgetSent, sentFor } from '../../../lib/stores/drafts.ts'
import { loadShown, refreshCounts } from '../api/refresh.ts'
import { deleteSummary, hideDeleted, isNotFree } from '../api/summaries.ts'
import { DELETION_FAILED } from '../deletion/use-deletion.ts'
import { isUnfinished } from '../describe.ts'
import { useOpenSummary } from '../open-summary.ts'
import { useCreation } from './creation-state.ts'
import { forgetUpload } from './use-outcomes.ts'

/**
 * Cancels and deletes a summary in progress. What was typed stays. With `ifFree`, cancels it only if that doesn't count, as
 * the dialog has promised; if it counts by now, calls `onNotFree`.
 */
export function useCancel(id: string, onNotFree: () => void) {
  const queryClient = useQueryClient()
  const { end } = useCreation()
  const { close } = useOpenSummary()
  const showNotFree = async (): Promise<void> => {
    // If the summary can't be loaded, the rejection is the only sign that it counts.
    const now = await loadShown(queryClient, id).catch(() => null)
    if (now === null || isUnfinished(now)) onNotFree()
    else end(id)
  }
  return useMutation({
    mutationFn: async ({ ifFree }: { ifFree: boolean }) => deleteSummary(id, { ifFree }),
    onSuccess: () => {
      forgetUpload(sentFor(id))
      forgetSent(id)
      close()
      end(id)
      hideDeleted([id])
      void refreshCounts(queryClient)
    },
    onError: (error) => {
      if (isNotFree(error)) void showNotFree()
      else toastFailure('Delete Failed', error, DELETION_FAILED)
    },
  })
}
