import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChangeEmailPayload, MailAnswer } from '../../../../shared/accounts.ts'
import { calls } from '../../../../shared/api/calls.ts'
import { callApi } from '../../../lib/api/client.ts'
import { queryKeys } from '../../../lib/keys.ts'

/** POST /api/account/email: what to tell the person about the mail. The address changes once its link is opened. */
export function changeEmail(payload: ChangeEmailPayload): Promise<MailAnswer> {
  return callApi(calls.changeEmail, 200, { body: payload })
}

/** Asks for a change of the address, and shows it as pending. What goes wrong is the form's to say. */
export function useChangeEmail() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: changeEmail,
    // No password is kept longer than it takes to send it.
    gcTime: 0,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.account }),
  })
}
