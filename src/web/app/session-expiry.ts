import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'wouter'
import { pagePaths } from '../../shared/paths.ts'
import { toast } from '../components/toast/toast-store.ts'
import { session } from '../lib/api/client.ts'
import { useAuth } from '../lib/auth/auth-context.tsx'

const DASHBOARD_DELAY_MS = 500
const ELSEWHERE_DELAY_MS = 1000

/** Announces that the session has expired, and leads to the login page; from the dashboard, through the server. */
export function SessionExpiry(): null {
  const [path, navigate] = useLocation()
  const { user, setUser } = useAuth()
  const isLeaving = useRef(false)
  const signOut = async () => {
    await setUser(null)
    navigate(pagePaths.login)
    isLeaving.current = false
  }
  const leave = useEffectEvent(() => {
    // Several calls can fail together.
    if (user === null || isLeaving.current) return
    isLeaving.current = true
    if (path === pagePaths.dashboard) {
      toast({ title: 'Unauthorized', description: 'You are logged out. Logging in again...', variant: 'destructive' })
      setTimeout(() => window.location.assign('/api/login'), DASHBOARD_DELAY_MS)
    } else {
      toast({ title: 'Session Expired', description: 'Please log in again.', variant: 'destructive' })
      setTimeout(() => void signOut(), ELSEWHERE_DELAY_MS)
    }
  })
  useEffect(() => {
    const listener = () => leave()
    session.addEventListener('expired', listener)
    return () => session.removeEventListener('expired', listener)
  }, [])
  return null
}
