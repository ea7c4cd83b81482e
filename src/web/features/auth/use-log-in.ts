import { useMutation } from '@tanstack/react-query'
import type { LoginPayload, User } from '../../../shared/accounts.ts'
import { calls } from '../../../shared/api/calls.ts'
import { toast } from '../../components/toast/toast-store.ts'
import { reasonOf } from '../../lib/api/api-error.ts'
import { callApi } from '../../lib/api/client.ts'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { forgetTyped } from './typed.ts'

/** POST /api/auth/login: the person who is now signed in. */
export function logIn(payload: LoginPayload): Promise<User> {
  return callApi(calls.login, 200, { body: payload })
}

/** Signs in. The login page then leads on, as it does for everyone who is signed in. */
export function useLogIn() {
  const { setUser } = useAuth()
  return useMutation({
    mutationFn: logIn,
    onSuccess: async (user) => {
      forgetTyped()
      await setUser(user)
      toast({ title: 'Welcome back!', description: 'You have been successfully logged in.' })
    },
    onError: (error) =>
      toast({
        title: 'Login failed',
        description: reasonOf(error, 'Please try again in a moment.'),
        variant: 'destructive',
      }),
  })
}
