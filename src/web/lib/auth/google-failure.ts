import { useHistoryState } from 'wouter/use-browser-location'
import { type GoogleFailure, googleFailures } from '../../../shared/redirect-params.ts'
import { fieldsOf } from '../fields-of.ts'

/** Messages about a failed sign-in with Google. */
export const googleFailureSentences: Record<GoogleFailure, string> = {
  denied: 'Google sign-in was canceled. Try again, or use your email and password.',
  expired: 'Google sign-in took too long, or started in another browser. Please try again.',
  unverified: 'Google hasn’t verified your email. Verify it there, or use your email and password.',
  other_account: 'This email’s account is connected to another Google account. Use that one, or your password.',
  unavailable: 'We couldn’t reach Google. Try again in a moment, or use your email and password.',
  rate_limited: 'Too many Google sign-ins. Please wait a few minutes and try again.',
  not_invited: 'This address has no account here, and the invitation is missing, used, or for another address.',
  not_set_up: 'Google sign-in isn’t set up here. Please use your email and password.',
}

/** Parses the server's reason for a failed sign-in with Google; null for anything else. */
export function parseGoogleFailure(code: unknown): GoogleFailure | null {
  return googleFailures.find((known) => known === code) ?? null
}

/** Message about the failed sign-in with Google that led to this page, which the state of the history entry keeps; or null. */
export function useGoogleFailure(): string | null {
  const failure = parseGoogleFailure(fieldsOf(useHistoryState<unknown>()).googleFailure)
  return failure === null ? null : googleFailureSentences[failure]
}
