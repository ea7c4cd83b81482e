import { type ReactNode, useEffect } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { ownPath } from '../../shared/return-to.ts'
import { toast } from '../components/toast/toast-store.ts'
import { useAuth } from '../lib/auth/auth-context.tsx'

/** Sign-in leads to the dashboard; only a deeper address is worth coming back to. */
function loginPath(path: string, search: string): string {
  if (search === '' && path.lastIndexOf('/') === 0) return '/login'
  return `/login?returnTo=${encodeURIComponent(search === '' ? path : `${path}?${search}`)}`
}

/**
 * The screen that somebody signed in looks at. With the person everything around a screen goes, and the guard with it:
 * this outlives it by a moment, for the next one to know that whoever has just left needs no telling why.
 */
let shown: { path: string } | null = null

/** Shows a screen to those signed in; sends everyone else to the login page and says why. */
export function RequireUser({ message, children }: { message: string; children: ReactNode }) {
  const { user } = useAuth()
  const [path, navigate] = useLocation()
  const search = useSearch()
  useEffect(() => {
    if (user !== null) {
      const now = { path }
      shown = now
      return () => {
        setTimeout(() => {
          if (shown === now) shown = null
        })
      }
    }
    if (shown?.path === path) {
      navigate('/login', { replace: true })
    } else {
      toast({ title: 'Authentication Required', description: message })
      navigate(loginPath(path, search), { replace: true })
    }
    return undefined
  }, [user, path, search, message, navigate])

  return user === null ? null : children
}

/** Shows a screen to visitors; sends those signed in to the `returnTo` of the address, or to `home`. */
export function VisitorsOnly({ home, children }: { home: string; children: ReactNode }) {
  const { user } = useAuth()
  const search = useSearch()
  if (user === null) return children
  return <Redirect to={ownPath(new URLSearchParams(search).get('returnTo'), home)} replace />
}
