import { createContext, type ReactNode, type RefObject, use, useEffect, useRef } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { ownPath } from '../../shared/redirect-params.ts'
import { toast } from '../components/toast/toast-store.ts'
import { useAuth } from '../lib/auth/auth-context.tsx'

/** Sign-in leads to the dashboard; only a deeper address is worth coming back to. */
function loginPath(path: string, search: string): string {
  if (search === '' && path.lastIndexOf('/') === 0) return '/login'
  return `/login?returnTo=${encodeURIComponent(search === '' ? path : `${path}?${search}`)}`
}

/** The path at which somebody was signed in last; null once somebody is elsewhere without being signed in. */
const LastMemberPath = createContext<RefObject<string | null>>({ current: null })

/** Remembers for the screens within where their person was: all of them are built anew once nobody is signed in. */
export function MemberPlaces({ children }: { children: ReactNode }) {
  const { user } = useAuth()
  const [path] = useLocation()
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (user !== null) last.current = path
    else if (last.current !== path) last.current = null
  }, [user, path])
  return <LastMemberPath value={last}>{children}</LastMemberPath>
}

/** Shows a screen to those signed in; sends everyone else to the login page and says why. */
export function RequireUser({ message, children }: { message: string; children: ReactNode }) {
  const { user } = useAuth()
  const [path, navigate] = useLocation()
  const search = useSearch()
  const lastMemberPath = use(LastMemberPath)

  useEffect(() => {
    if (user !== null) return
    if (lastMemberPath.current === path) {
      // Who was signed in here until now has been told why the screen is gone.
      navigate('/login', { replace: true })
    } else {
      toast({ title: 'Authentication Required', description: message })
      navigate(loginPath(path, search), { replace: true })
    }
  }, [user, path, search, message, navigate, lastMemberPath])

  return user === null ? null : children
}

/** Shows a screen to visitors; sends those signed in to the `returnTo` of the address, or to `home`. */
export function VisitorsOnly({ home, children }: { home: string; children: ReactNode }) {
  const { user } = useAuth()
  const search = useSearch()
  if (user === null) return children
  return <Redirect to={ownPath(new URLSearchParams(search).get('returnTo'), home)} replace />
}
