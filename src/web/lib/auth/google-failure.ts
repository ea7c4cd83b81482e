import { useHistoryState } from 'wouter/use-browser-location'
import { z } from 'zod'
import { type GoogleFailure, googleFailures } from '../../../shared/redirect-params.ts'

const sentences: Record<GoogleFailure, string> = {
  denied: 'Google was not allowed to sign you in. Try again, or use your email and password.',
  expired: 'The sign-in with Google took too long, or began in another browser. Please try again.',
  unverified: 'Google has not confirmed your email address. Confirm it there, or use your email and password.',
  other_account:
    'An account with this email is connected to another Google account. Choose that one, or use your password.',
  unavailable: 'Google could not be reached. Please try again in a moment, or use your email and password.',
  rate_limited: 'Too many sign-ins with Google. Please wait a few minutes and try again.',
  not_set_up: 'Google sign-in is not set up here. Please use your email and password.',
}

const failureSchema = z.enum(googleFailures)
const stateSchema = z.object({ googleFailure: failureSchema })

/** What the server says about a failed sign-in with Google; null where it is none of its codes. */
export function parseGoogleFailure(code: string | null): GoogleFailure | null {
  return failureSchema.safeParse(code).data ?? null
}

/** What a person can do about a failed sign-in with Google. */
export const googleFailureSentence = (failure: GoogleFailure): string => sentences[failure]

/** The state of a history entry that still tells about a failure once the address does not, and the toast is gone. */
export const googleFailureState = (googleFailure: GoogleFailure): object => ({ googleFailure })

/** What to say about the sign-in with Google that has led to this page; null where none has failed. */
export function useGoogleFailure(): string | null {
  const state = stateSchema.safeParse(useHistoryState<unknown>())
  return state.success ? sentences[state.data.googleFailure] : null
}
