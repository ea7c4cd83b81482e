import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChangeNamePayload, User } from '../../../../shared/accounts.ts'
import { calls } from '../../../../shared/api/calls.ts'
import { toast } from '../../../components/toast/toast-store.ts'
import { callApi } from '../../../lib/api/client.ts'
import { queryKeys } from '../../../lib/keys.ts'

/** PUT /api/account/name: the person under their new name. */
export function changeName(payload: ChangeNamePayload): Promise<User> {
  return callApi(calls.changeName, 200, { body: payload })
}

/** Changes the person's name wherever it is shown. What goes wrong is the form's to say. */
export function useChangeName() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: changeName,
    onSuccess: (user) => {
      queryClient.setQueryData<User | null>(queryKeys.user, user)
      toast({ title: 'Name changed' })
    },
  })
}
