/**
 * Query parameter of /login that says why a sign-in with Google has failed; the page shows it in a toast and cleans the
 * address.
 */
export const googleFailureParameter = 'google'

export const googleFailures = [
  /** The person said no. */
  'denied',
  /** The sign-in took too long, was begun in another browser, or has been used already. */
  'expired',
  /** Google has not verified the address. */
  'unverified',
  /** The address belongs to an account that is connected to another Google account. */
  'other_account',
  /** Google could not be reached, or answered what cannot be trusted. */
  'unavailable',
  'rate_limited',
  'not_set_up',
] as const
export type GoogleFailure = (typeof googleFailures)[number]

/** Query parameter of the page that a sign-in with Google ends on; the page shows it in a toast and cleans the address. */
export const welcomeParameter = 'welcome'

export const welcomes = [
  /** An account of their own. */
  'back',
  /** The account was made just now. */
  'new',
  /** An account with a verified address, now connected to Google. */
  'joined',
  /** The same, but its address had never been verified: its password was removed, and all its sessions were ended. */
  'joined_without_password',
] as const
export type Welcome = (typeof welcomes)[number]

/** Whether a query string tells how a sign-in with Google has ended. */
export function isSignInNotice(search: string): boolean {
  const query = new URLSearchParams(search)
  return query.has(googleFailureParameter) || query.has(welcomeParameter)
}
