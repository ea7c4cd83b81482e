import { useLayoutEffect } from 'react'
import { useSearch } from 'wouter'
import { z } from 'zod'
import type { User } from '../../shared/accounts.ts'
import { pagePaths } from '../../shared/paths.ts'
import { googleFailureParameter, type Welcome, welcomeParameter, welcomes } from '../../shared/redirect-params.ts'
import { type ToastMessage, toast } from '../components/toast/toast-store.ts'
import { useAuth } from '../lib/auth/auth-context.tsx'
import { googleFailureSentence, googleFailureState, parseGoogleFailure } from '../lib/auth/google-failure.ts'
import { welcomeSentence } from '../lib/auth/welcome-sentence.ts'

const WELCOME_BACK = 'Welcome back!'

function welcomeOf(welcome: Welcome, user: User): ToastMessage {
  const messages: Record<Welcome, ToastMessage> = {
    back: { title: WELCOME_BACK, description: 'You have been successfully logged in.' },
    new: { title: 'Account created!', description: welcomeSentence(user) },
    joined: {
      title: WELCOME_BACK,
      description: 'Your account is now connected to Google. Your password goes on working.',
    },
    joined_without_password: {
      title: WELCOME_BACK,
      description:
        'Connected to Google. The address was never confirmed, so its password was removed and other devices signed out.',
    },
  }
  return messages[welcome]
}

/** Takes a parameter out of the address, in place of the current entry of the history. Null where it is not there. */
function takeParameter(name: string, stateFor: (value: string) => unknown): string | null {
  const address = new URL(location.href)
  const value = address.searchParams.get(name)
  if (value === null) return null
  address.searchParams.delete(name)
  history.replaceState(stateFor(value), '', address.pathname + address.search + address.hash)
  return value
}

function tellFailure(): void {
  if (location.pathname !== pagePaths.login) return
  const code = takeParameter(googleFailureParameter, (value) => {
    const failure = parseGoogleFailure(value)
    return failure === null ? null : googleFailureState(failure)
  })
  const failure = parseGoogleFailure(code)
  if (failure === null) return
  toast({ title: 'Login failed', description: googleFailureSentence(failure), variant: 'destructive' })
}

function tellWelcome(user: User | null): void {
  const welcome = z.enum(welcomes).safeParse(takeParameter(welcomeParameter, () => history.state)).data
  // Anybody can write such an address; only someone who is signed in has arrived.
  if (welcome !== undefined && user !== null) toast(welcomeOf(welcome, user))
}

/**
 * Shows how a sign-in with Google has ended, which the server puts into the address, and removes it from there. Must be
 * rendered before the screens, whose guards navigate in effects of their own.
 */
export function SignInNotices(): null {
  const { user } = useAuth()
  const search = useSearch()
  useLayoutEffect(() => {
    if (search === '') return
    tellFailure()
    tellWelcome(user)
  }, [search, user])
  return null
}
