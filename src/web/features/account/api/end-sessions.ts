import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SignedInSession } from '../../../../shared/accounts.ts'
import { calls } from '../../../../shared/api/calls.ts'
import { toast } from '../../../components/toast/toast-store.ts'
import { useSessionLoss } from '../../../components/use-session-loss.ts'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { callApi } from '../../../lib/api/client.ts'
import { queryKeys } from '../../../lib/keys.ts'
import { useLeave } from '../use-leave.ts'

/** All browsers, or all but the one that asks. */
export type Reach = 'everywhere' | 'elsewhere'

/** DELETE /api/account/sessions. */
export async function endSessions(reach: Reach): Promise<void> {
  await callApi(calls.endSessions, 204, { query: { keep: reach === 'elsewhere' ? 'current' : undefined } })
}

/** Signs out everywhere, which the person leaves with, or everywhere else. */
export function useEndSessions() {
  const queryClient = useQueryClient()
  const onSessionLoss = useSessionLoss()
  const leave = useLeave()
  return useMutation({
    mutationFn: endSessions,
    onSuccess: async (_, reach) => {
      if (reach === 'everywhere') {
        await leave('/login', { title: 'Signed out everywhere' })
        return
      }
      queryClient.setQueryData<SignedInSession[]>(queryKeys.sessions, (sessions) =>
        sessions?.filter(({ current }) => current),
      )
      toast({ title: 'Signed out everywhere else' })
    },
    onError: (error) => {
      if (onSessionLoss(error)) return
      toast({
        title: 'Sign-out failed',
        description: reasonOf(error, 'Please try again in a moment.'),
        variant: 'destructive',
      })
    },
  })
}
