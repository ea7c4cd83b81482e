import type { User } from '../../../shared/accounts.ts'
import { calls } from '../../../shared/api/calls.ts'
import { forgettingSignIn, hasSignedIn } from '../../../shared/cookies.ts'
import { ApiError } from '../api/api-error.ts'
import { callApi } from '../api/client.ts'

/** Has the browser forget that it signed in. Each question after a session has ended would note an error in it. */
function forgetSignIn(): void {
  for (const line of forgettingSignIn) document.cookie = line
}

/**
 * The signed-in person, or null. A browser that never signed in is not asked for. A 401 means that nobody is signed in.
 * Any other failure gives `known`: null at the first load, and later the person already in place, so that a lost
 * connection signs nobody out.
 */
export async function fetchCurrentUser(signal: AbortSignal, known: User | null): Promise<User | null> {
  if (!hasSignedIn(document.cookie)) return null
  try {
    return await callApi(calls.currentUser, 200, { signal })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) return known
    forgetSignIn()
    return null
  }
}
