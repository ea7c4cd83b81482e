import { useMutation, useQueryClient } from '@tanstack/react-query'
import { billingCalls } from '../../../../shared/api/billing-calls.ts'
import type { Cancellation } from '../../../../shared/billing.ts'
import { content } from '../../../../shared/content.ts'
import { toast } from '../../../components/toast/toast-store.ts'
import { useSessionLoss } from '../../../components/use-session-loss.ts'
import { ApiError, reasonOf } from '../../../lib/api/api-error.ts'
import { callApi } from '../../../lib/api/client.ts'
import { usePlanRefresh } from '../../../lib/plan-refresh.ts'
import { detailsQuery } from '../../../lib/subscription.ts'
import type { CancelWords } from '../cancel-words.ts'

/** POST /api/subscription/cancel-request. */
function requestCancellation(reason: string): Promise<Cancellation> {
  return callApi(billingCalls.cancelRequest, 201, { body: { reason } })
}

/** Whether the server says that there is nothing to ask for: it is asked for already, or there is no plan to cancel. */
export function isSettled(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'conflict'
}

/**
 * Asks for the subscription to be canceled, and says how that went. Where there is nothing to ask for, what is so now is
 * loaded, and said as the server says it.
 */
export function useRequestCancellation({ failedTitle, failed }: CancelWords) {
  const queryClient = useQueryClient()
  const refreshPlan = usePlanRefresh()
  const onSessionLoss = useSessionLoss()
  return useMutation({
    mutationFn: requestCancellation,
    onSuccess: () => {
      toast({
        title: 'Cancellation Request Submitted',
        description: `You will be contacted within ${content.legal.cancellationAnswer}.`,
      })
      queryClient.setQueryData(detailsQuery.queryKey, (known) => known && { ...known, cancelAtPeriodEnd: true })
      // Nobody waits for that: the dialog is locked until this is done.
      void queryClient.invalidateQueries(detailsQuery)
    },
    onError: (error) => {
      if (onSessionLoss(error)) return
      if (isSettled(error)) {
        toast({ title: 'No Request Needed', description: reasonOf(error, failed) })
        void refreshPlan()
      } else toast({ title: failedTitle, description: failed, variant: 'destructive' })
    },
  })
}
