import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { toast, toastFailure } from '../../components/toast.tsx'
import { callApi, holdLoading } from '../../lib/api/client.ts'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { clearSession } from '../../lib/stores/store.ts'

/** Signs out, removes the user's data from this page, and navigates to the login page. */
export function useLogOut() {
  const { setUser } = useAuth()
  const [, navigate] = useLocation()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => callApi('logout'),
    // After the sign-out, requests for the user's data would be rejected.
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
