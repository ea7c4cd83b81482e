import { useMutation } from '@tanstack/react-query'
import type { RegisterPayload, User } from '../../../shared/accounts.ts'
import { calls } from '../../../shared/api/calls.ts'
import { toast } from '../../components/toast/toast-store.ts'
import { reasonOf } from '../../lib/api/api-error.ts'
import { callApi } from '../../lib/api/client.ts'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { useSignInOptions } from '../../lib/auth/use-sign-in-options.ts'
import { welcomeSentence } from '../../lib/auth/welcome-sentence.ts'
import { forgetTyped } from './typed.ts'

/** POST /api/auth/register: the person who now has an account and is signed in. */
export function register(payload: RegisterPayload): Promise<User> {
  return callApi(calls.register, 201, { body: payload })
}

/** Creates an account. The page then leads on, as it does for everyone who is signed in. */
export function useRegister() {
  const { setUser } = useAuth()
  const { data: options } = useSignInOptions()
  return useMutation({
    mutationFn: register,
    onSuccess: async (user) => {
      forgetTyped()
      await setUser(user)
      const mailed = options?.mail ? ' Please confirm your address: we have mailed you a link.' : ''
      toast({ title: 'Account created!', description: welcomeSentence(user) + mailed })
    },
    onError: (error) =>
      toast({
        title: 'Registration failed',
        description: reasonOf(error, 'Please try again in a moment.'),
        variant: 'destructive',
      }),
  })
}
