import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChangePasswordPayload, User } from '../../../../shared/accounts.ts'
import { calls } from '../../../../shared/api/calls.ts'
import { toast } from '../../../components/toast/toast-store.ts'
import { callApi } from '../../../lib/api/client.ts'
import { queryKeys } from '../../../lib/keys.ts'

/** PUT /api/account/password: the person. Every other session of theirs has ended then. */
export function changePassword(payload: ChangePasswordPayload): Promise<User> {
  return callApi(calls.changePassword, 200, { body: payload })
}

/**
 * Changes the password, or sets a first one. What goes wrong is the form's to say.
 *
 * @param isFirst whether there was none before
 */
export function useChangePassword(isFirst: boolean) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: changePassword,
    // No password is kept longer than it takes to send it.
    gcTime: 0,
    onSuccess: async (user) => {
      queryClient.setQueryData<User | null>(queryKeys.user, user)
      toast({
        title: isFirst ? 'Password set' : 'Password changed',
        description: 'Every other browser was signed out.',
      })
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.account }),
        queryClient.invalidateQueries({ queryKey: queryKeys.sessions }),
      ])
    },
  })
}
