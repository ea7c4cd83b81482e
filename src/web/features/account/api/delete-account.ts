import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DeleteAccountPayload } from '../../../../shared/accounts.ts'
import { calls } from '../../../../shared/api/calls.ts'
import { callApi } from '../../../lib/api/client.ts'
import { useLeave } from '../use-leave.ts'

/** POST /api/account/delete. */
export async function deleteAccount(payload: DeleteAccountPayload): Promise<void> {
  await callApi(calls.deleteAccount, 204, { body: payload })
}

/** Deletes the person's account, after which they are a visitor. What goes wrong is the dialog's to say. */
export function useDeleteAccount() {
  const queryClient = useQueryClient()
  const leave = useLeave()
  return useMutation({
    mutationFn: deleteAccount,
    // No password is kept longer than it takes to send it.
    gcTime: 0,
    // What is being loaded for the person would be refused once they are gone.
    onMutate: () => queryClient.cancelQueries(),
    onSuccess: () =>
      leave('/', { title: 'Account deleted', description: 'Everything that was kept for you is gone with it.' }),
    onError: () => void queryClient.refetchQueries({ type: 'active' }),
  })
}
