import { useLayoutEffect } from 'react'
import { useSearch } from 'wouter'
import type { User } from '../../shared/accounts.ts'
import { pagePaths } from '../../shared/paths.ts'
import { signInProviders, type Welcome, welcomeParameter, welcomes } from '../../shared/redirect-params.ts'
import { type ToastMessage, toast } from '../components/toast/toast-store.ts'
import { useAuth } from '../lib/auth/auth-context.tsx'
import { parseSignInFailure, signInFailureSentence } from '../lib/auth/sign-in-failure.ts'
import { welcomeSentence } from '../lib/auth/welcome-sentence.ts'

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

/**
 * Shows the result of a sign-in with a provider, which the server adds to the URL, and removes it from there. Must be rendered
 * before the screens, whose guards navigate in effects.
 */
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
