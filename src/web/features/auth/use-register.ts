import { useMutation } from '@tanstack/react-query'
import { useLocation, useSearch } from 'wouter'
import type { RegisterPayload, User } from '../../../shared/accounts.ts'
import { calls } from '../../../shared/api/calls.ts'
import { content } from '../../../shared/content.ts'
import { toast } from '../../components/toast/toast-store.ts'
import { reasonOf } from '../../lib/api/api-error.ts'
import { callApi } from '../../lib/api/client.ts'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { ownPath } from '../../lib/return-to.ts'

/** POST /api/auth/register: the person who now has an account and is signed in. */
export function register(payload: RegisterPayload): Promise<User> {
  return callApi(calls.register, 201, { body: payload })
}

/** Creates an account and goes on to the dashboard, or to the `returnTo` of the address. */
export function useRegister() {
  const { setUser } = useAuth()
  const [, navigate] = useLocation()
  const search = useSearch()
  return useMutation({
    mutationFn: register,
    onSuccess: (user) => {
      setUser(user)
      toast({ title: 'Account created!', description: `Welcome to ${content.productName}, ${user.firstName ?? ''}.` })
      navigate(ownPath(new URLSearchParams(search).get('returnTo'), '/dashboard'))
    },
    onError: (error) =>
      toast({
        title: 'Registration failed',
        description: reasonOf(error, 'Please try again in a moment.'),
        variant: 'destructive',
      }),
  })
}
