import { pagePaths } from './paths.ts'

// A base URL that no real URL has: a value that resolves to another origin is not a path of this site.
const ORIGIN = 'https://own.invalid'

/** A `returnTo` value as a path of this site, else `fallback`: browsers read \ as /, and drop control characters. */
export function ownPath(value: string | null, fallback: string): string {
  if (value === null || !value.startsWith('/') || !/^[\x21-\x5b\x5d-\x7e\u00a0-\uffff]+$/u.test(value)) return fallback
  if (!URL.canParse(value, ORIGIN)) return fallback
  const target = new URL(value, ORIGIN)
  // Dot segments can leave a path that begins with two slashes, which on its own would name another host.
  if (target.origin !== ORIGIN || target.pathname.startsWith('//')) return fallback
  return target.pathname + target.search + target.hash
}

/** Result of a hosted payment page, from the return URL: paid (with the checkout session) or canceled. */
type PaymentReturn = { kind: 'success'; sessionId: string } | { kind: 'canceled' }

const parameters = ['success', 'session_id', 'canceled'] as const

/** The pages that hosted pages lead back to. */
const returnPaths: ReadonlySet<string> = new Set([pagePaths.home, pagePaths.dashboard, pagePaths.subscribe])

/** Parses the payment result in a query string; null if there is none. */
export function readReturn(search: string): PaymentReturn | null {
  const query = new URLSearchParams(search)
  const sessionId = query.get('session_id') ?? ''
  if (query.get('success') === 'true' && sessionId !== '') return { kind: 'success', sessionId }
  return query.get('canceled') === 'true' ? { kind: 'canceled' } : null
}

export const isPaidReturn = (search: string): boolean => readReturn(search)?.kind === 'success'

export const isReturnPath = (path: string): boolean => returnPaths.has(path)

/** A path with its query, without the parameters of a payment. */
export function withoutReturn(path: string, search: string): string {
  const query = new URLSearchParams(search)
  for (const name of parameters) query.delete(name)
  return query.size === 0 ? path : `${path}?${query.toString()}`
}

/** OpenID providers. Each is also the query parameter of /login with the reason why a sign-in failed. */
export const signInProviders = ['google', 'oidc'] as const
export type SignInProvider = (typeof signInProviders)[number]

export const signInFailures = [
  'denied', // The user declined.
  'expired', // The sign-in took too long, was begun in another browser, or has been used already.
  'unverified', // The provider has not verified the address.
  'other_account', // The address belongs to an account that is connected to another account of the provider.
  'unavailable', // The provider could not be reached, or its response was invalid.
  'rate_limited',
  'not_invited', // Registration is closed, and there is no valid invitation for the address.
  'not_set_up',
] as const
export type SignInFailure = (typeof signInFailures)[number]

/** Query parameter of the page after a sign-in with a provider; the page shows it in a toast and removes it from the URL. */
export const welcomeParameter = 'welcome'

export const welcomes = [
  'back', // An existing account.
  'new',
  'joined', // An account with a verified email, now connected to the provider.
  'joined_without_password', // The same, but its email was not verified: its password and sessions were removed.
] as const
export type Welcome = (typeof welcomes)[number]

/** Whether a query string has the result of a sign-in or payment at another site. */
export function isArrival(search: string): boolean {
  const query = new URLSearchParams(search)
  const isSignIn = signInProviders.some((name) => query.has(name)) || query.has(welcomeParameter)
  return isSignIn || readReturn(search) !== null
}
