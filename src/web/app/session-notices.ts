import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { User } from '../../shared/account/accounts.ts'
import { pagePaths } from '../../shared/paths.ts'
import { signInProviders, type Welcome, welcomeParameter, welcomes } from '../../shared/redirect-params.ts'
import { type ToastMessage, toast } from '../components/toast.tsx'
import { session } from '../lib/api/client.ts'
import { useAuth } from '../lib/auth/auth-context.tsx'
import { parseSignInFailure, signInFailureSentence, welcomeSentence } from '../lib/auth/sign-in-messages.ts'

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

const WELCOME_BACK = 'Welcome back!'

const welcomeMessages: Record<Welcome, (user: User) => ToastMessage> = {
  back: () => ({ title: WELCOME_BACK, description: 'You have been successfully logged in.' }),
  new: (user) => ({ title: 'Account created!', description: welcomeSentence(user) }),
  joined: () => ({
    title: WELCOME_BACK,
    description: 'This sign-in is now connected to your account. Your password still works.',
  }),
  joined_without_password: () => ({
    title: WELCOME_BACK,
    description:
      'This sign-in is now connected to your account. Your email was never confirmed, so we removed its password and signed out your other devices.',
  }),
}

/** Removes a parameter from the URL, and replaces the state of the history entry. Returns null if it is missing. */
function takeParameter(name: string, stateFor: (value: string) => unknown): string | null {
  const url = new URL(location.href)
  const value = url.searchParams.get(name)
  if (value === null) return null
  url.searchParams.delete(name)
  history.replaceState(stateFor(value), '', url.pathname + url.search + url.hash)
  return value
}

function announceFailure(): void {
  if (location.pathname !== pagePaths.login) return
  for (const by of signInProviders) {
    const value = takeParameter(by, (code) => ({ signInFailure: parseSignInFailure(by, code) }))
    const found = parseSignInFailure(by, value)
    if (found === null) continue
    const description = signInFailureSentence(found.by, found.failure)
    toast({ title: 'Login failed', description, variant: 'destructive' })
  }
}

function announceWelcome(user: User | null): void {
  const parameter = takeParameter(welcomeParameter, () => history.state)
  const welcome = welcomes.find((known) => known === parameter)
  // Without a user, the parameter was not set by the server.
  if (welcome !== undefined && user !== null) toast(welcomeMessages[welcome](user))
}

/** Shows the result of a provider's sign-in, which the URL contains. Renders before the guards navigate. */
export function SignInNotices(): null {
  const { user } = useAuth()
  const search = useSearch()
  useLayoutEffect(() => {
    if (search === '') return
    announceFailure()
    announceWelcome(user)
  }, [search, user])
  return null
}
