import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { MailAnswer } from '../../../../shared/accounts.ts'
import { calls } from '../../../../shared/api/calls.ts'
import { useSessionLoss } from '../../../components/use-session-loss.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { callApi } from '../../../lib/api/client.ts'
import { queryKeys } from '../../../lib/keys.ts'

/** POST /api/account/verification: what to tell the person about the mail. */
export function sendVerification(): Promise<MailAnswer> {
  return callApi(calls.sendVerification, 200)
}

/** Has the link that confirms the person's address mailed once more. */
export function useSendVerification() {
  const queryClient = useQueryClient()
  const onSessionLoss = useSessionLoss()
  return useMutation({
    mutationFn: sendVerification,
    onError: (error) => {
      if (onSessionLoss(error)) return
      // The address has been confirmed meanwhile, on another screen.
      if (error instanceof ApiError && error.code === 'conflict') {
        void queryClient.invalidateQueries({ queryKey: queryKeys.user })
      }
    },
  })
}
