import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { calls } from '../../../shared/api/calls.ts'
import { toast, toastFailure } from '../../components/toast/toast-store.ts'
import { callApi, holdLoading } from '../../lib/api/client.ts'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { clearSession } from '../../lib/store.ts'

/** Signs out, leaves nothing of the person behind on this page, and goes to the login page. */
export function useLogOut() {
  const { setUser } = useAuth()
  const [, navigate] = useLocation()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => callApi(calls.logout),
    // What is being loaded for the person, or would be from now on, would be refused once they are gone.
    onMutate: () => {
      const release = holdLoading()
      void queryClient.cancelQueries()
      return release
    },
    onSuccess: async (_, __, release) => {
      await setUser(null)
      release(false)
      clearSession()
      navigate('/login')
      toast({ title: 'Logged out', description: 'You have been successfully logged out.' })
    },
    onError: (error, _, release) => {
      release?.(true)
      void queryClient.refetchQueries({ type: 'active' })
      toastFailure('Logout failed', error)
    },
  })
}
