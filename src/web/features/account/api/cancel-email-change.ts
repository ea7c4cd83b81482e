import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Account } from '../../../../shared/accounts.ts'
import { calls } from '../../../../shared/api/calls.ts'
import { toast } from '../../../components/toast/toast-store.ts'
import { useSessionLoss } from '../../../components/use-session-loss.ts'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { callApi } from '../../../lib/api/client.ts'
import { queryKeys } from '../../../lib/keys.ts'

/** DELETE /api/account/email. */
export async function cancelEmailChange(): Promise<void> {
  await callApi(calls.cancelEmailChange, 204)
}

/** Forgets a change of the address that was not confirmed. */
export function useCancelEmailChange() {
  const queryClient = useQueryClient()
  const onSessionLoss = useSessionLoss()
  return useMutation({
    mutationFn: cancelEmailChange,
    onSuccess: () => {
      queryClient.setQueryData<Account>(queryKeys.account, (account) => account && { ...account, pendingEmail: null })
      toast({ title: 'Email change canceled' })
    },
    onError: (error) => {
      if (onSessionLoss(error)) return
      toast({
        title: 'Not canceled',
        description: reasonOf(error, 'Please try again in a moment.'),
        variant: 'destructive',
      })
    },
  })
}
