import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { type ToastMessage, toast } from '../../components/toast/toast-store.ts'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { clearSession } from '../../lib/store.ts'

/** A function to call after the server has ended the session: removes the user's data, and shows a message on `to`. */
export function useLeave(): (to: string, farewell: ToastMessage) => Promise<void> {
  const { setUser } = useAuth()
  const [, navigate] = useLocation()
  const queryClient = useQueryClient()
  return useCallback(
    async (to, farewell) => {
      await queryClient.cancelQueries()
      await setUser(null)
      clearSession()
      navigate(to, { replace: true })
      toast(farewell)
    },
    [setUser, navigate, queryClient],
  )
}
