import { useHistoryState } from 'wouter/use-browser-location'
import type { User } from '../../../shared/account/accounts.ts'
import { content } from '../../../shared/content.ts'
import {
  type SignInFailure,
  type SignInProvider,
  signInFailures,
  signInProviders,
} from '../../../shared/redirect-params.ts'
import { fieldsOf } from '../stores/store.ts'

export const welcomeSentence = ({ firstName }: Pick<User, 'firstName'>): string =>
  firstName ? `Welcome to ${content.productName}, ${firstName}.` : `Welcome to ${content.productName}.`

const names: Record<SignInProvider, { signIn: string; provider: string; Provider: string; account: string }> = {
  google: { signIn: 'Google sign-in', provider: 'Google', Provider: 'Google', account: 'Google account' },
  oidc: {
    signIn: 'Single sign-on',
    provider: 'your sign-in provider',
    Provider: 'Your sign-in provider',
    account: 'account there',
  },
}

export function signInFailureSentence(by: SignInProvider, failure: SignInFailure): string {
  const { signIn, provider, Provider, account } = names[by]
  const sentences: Record<SignInFailure, string> = {
    denied: `${signIn} was canceled. Try again, or use your email and password.`,
    expired: `${signIn} took too long, or started in another browser. Please try again.`,
    unverified: `${Provider} hasn’t verified your email. Verify it there, or use your email and password.`,
    other_account: `This email’s account is connected to another ${account}. Use that one, or your password.`,
    unavailable: `We couldn’t reach ${provider}. Try again in a moment, or use your email and password.`,
    rate_limited: `Too many sign-ins with ${provider}. Please wait a few minutes and try again.`,
    not_invited: 'This address has no account here, and the invitation is missing, used, or for another address.',
    not_set_up: `${signIn} isn’t set up here. Please use your email and password.`,
  }
  return sentences[failure]
}

/** Parses the server's reason for a failed sign-in with a provider; null for anything else. */
export function parseSignInFailure(by: unknown, code: unknown): { by: SignInProvider; failure: SignInFailure } | null {
  const provider = signInProviders.find((known) => known === by)
  const failure = signInFailures.find((known) => known === code)
  return provider === undefined || failure === undefined ? null : { by: provider, failure }
}

/** Message about the failed sign-in that led to this page, which the state of the history entry keeps; or null. */
export function useSignInFailure(): string | null {
  const { by, failure } = fieldsOf(fieldsOf(useHistoryState<unknown>()).signInFailure)
  const found = parseSignInFailure(by, failure)
  return found === null ? null : signInFailureSentence(found.by, found.failure)
}
