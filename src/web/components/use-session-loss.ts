import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { isUnauthorized } from '../lib/api/api-error.ts'
import { useAuth } from '../lib/auth/auth-context.tsx'
import { toast } from './toast/toast-store.ts'

const DASHBOARD_DELAY_MS = 500
const ELSEWHERE_DELAY_MS = 1000

/** A function that says that the session has ended, and leads to sign-in: from the dashboard by way of the server, from other screens directly. */
export function useLoseSession(): () => void {
  const [path, navigate] = useLocation()
  const { setUser } = useAuth()
  return useCallback(() => {
    if (path === '/dashboard') {
      toast({
        title: 'Unauthorized',
        description: 'You are logged out. Logging in again...',
        variant: 'destructive',
      })
      setTimeout(() => window.location.assign('/api/login'), DASHBOARD_DELAY_MS)
    } else {
      toast({ title: 'Session Expired', description: 'Please log in again.', variant: 'destructive' })
      const signOut = async () => {
        await setUser(null)
        navigate('/login')
      }
      setTimeout(() => void signOut(), ELSEWHERE_DELAY_MS)
    }
  }, [path, navigate, setUser])
}

/** A function that tells whether an error means that the session has ended, and if so says it and leads to sign-in. */
export function useSessionLoss(): (error: unknown) => boolean {
  const loseSession = useLoseSession()
  return useCallback(
    (error: unknown) => {
      if (!isUnauthorized(error)) return false
      loseSession()
      return true
    },
    [loseSession],
  )
}
