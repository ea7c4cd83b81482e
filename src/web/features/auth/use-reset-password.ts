import { useMutation } from '@tanstack/react-query'
import type { ResetPasswordPayload } from '../../../shared/accounts.ts'
import { calls } from '../../../shared/api/calls.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { callApi } from '../../lib/api/client.ts'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { forgetPerson } from '../../lib/forget-person.ts'
import { settleLink } from './mailed-link.ts'

/** POST /api/reset-password. */
export async function resetPassword(payload: ResetPasswordPayload): Promise<void> {
  await callApi(calls.resetPassword, 200, { body: payload })
}

/** Sets a new password. That signs people out everywhere, and so here. */
export function useResetPassword() {
  const { setUser } = useAuth()
  return useMutation({
    mutationFn: resetPassword,
    onSuccess: async () => {
      settleLink(pagePaths.resetPassword, { done: true })
      await setUser(null)
      forgetPerson()
    },
  })
}
