import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../../components/toast/toast-store.ts'
import { useSessionLoss } from '../../../components/use-session-loss.ts'
import { forgetSent, sentFor } from '../../../lib/sent.ts'
import { deleteSummary, isNotFree } from '../api/delete-summary.ts'
import { loadShown, refreshCounts } from '../api/refresh.ts'
import { hideDeleted } from '../deletion/deleted.ts'
import { deletionFailure } from '../deletion/use-deletion.ts'
import { isUnfinished } from '../describe.ts'
import { forgetUpload } from './use-outcomes.ts'

/** Summary to cancel. */
export interface Cancellation {
  id: string
  /** Cancel only if it doesn't count, as the dialog has promised. */
  ifFree: boolean
  /** Told that it counts by now; nothing was canceled. */
  onNotFree: () => void
}

/**
 * Cancels a summary that is being created: it is deleted, and can't be restored. What was typed stays.
 *
 * @param onEnded called when there is nothing left to cancel
 */
export function useCancel(onCanceled: (id: string) => void, onEnded: (id: string) => void) {
  const queryClient = useQueryClient()
  const onSessionLoss = useSessionLoss()
  const showNotFree = async ({ id, onNotFree }: Cancellation): Promise<void> => {
    // Where the summary can't be loaded, the refusal alone says that it counts.
    const now = await loadShown(queryClient, id).catch(() => null)
    if (now === null || isUnfinished(now)) onNotFree()
    else onEnded(id)
  }
  return useMutation({
    mutationFn: async ({ id, ifFree }: Cancellation) => deleteSummary(id, { ifFree }),
    onSuccess: (_, { id }) => {
      forgetUpload(sentFor(id) ?? null)
      forgetSent(id)
      onCanceled(id)
      hideDeleted([id])
      void refreshCounts(queryClient)
    },
    onError: (error, cancellation) => {
      if (onSessionLoss(error)) return
      if (isNotFree(error)) void showNotFree(cancellation)
      else toast({ title: 'Delete Failed', description: deletionFailure(error), variant: 'destructive' })
    },
  })
}
