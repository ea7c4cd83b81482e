import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SignedInSession } from '../../../../shared/accounts.ts'
import { calls } from '../../../../shared/api/calls.ts'
import { toast } from '../../../components/toast/toast-store.ts'
import { useSessionLoss } from '../../../components/use-session-loss.ts'
import { ApiError, reasonOf } from '../../../lib/api/api-error.ts'
import { callApi } from '../../../lib/api/client.ts'
import { queryKeys } from '../../../lib/keys.ts'
import { useLeave } from '../use-leave.ts'

/** DELETE /api/account/sessions/{id}. One that has ended already counts as ended. */
export async function endSession(id: string): Promise<void> {
  try {
    await callApi(calls.endSession, 204, { params: { id } })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

/** Signs a browser out, and takes it off the list; with this one, the person has left. */
export function useEndSession({ id, current, device }: SignedInSession) {
  const queryClient = useQueryClient()
  const onSessionLoss = useSessionLoss()
  const leave = useLeave()
  return useMutation({
    mutationFn: () => endSession(id),
    onSuccess: async () => {
      if (current) {
        await leave('/login', { title: 'Logged out', description: 'You have been successfully logged out.' })
        return
      }
      queryClient.setQueryData<SignedInSession[]>(queryKeys.sessions, (sessions) =>
        sessions?.filter((session) => session.id !== id),
      )
      toast({ title: 'Signed out', description: device })
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
