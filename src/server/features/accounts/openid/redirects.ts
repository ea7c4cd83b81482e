import type { FastifyRequest } from 'fastify'
import { invitationToken } from '../../../../shared/account/accounts.ts'
import { signInPaths } from '../../../../shared/api/routes.ts'
import { pagePaths } from '../../../../shared/paths.ts'
import {
  ownPath,
  type SignInFailure,
  type SignInProvider,
  type Welcome,
  welcomeParameter,
} from '../../../../shared/redirect-params.ts'
import { isLoopbackHost } from '../../../platform/addresses.ts'

/** Longer paths don't fit into the attempt's cookie. */
const MAX_RETURN_TO_CHARACTERS = 1000

/** Path of the product to return to after signing in; null without a valid one. */
export function returnToIn(query: URLSearchParams): string | null {
  const path = ownPath(query.get('returnTo'), '')
  return path === '' || path.length > MAX_RETURN_TO_CHARACTERS ? null : path
}

/** Token of the invitation that the sign-in began with; null without one. */
export function invitationIn(query: URLSearchParams): string | null {
  return invitationToken.safeParse(query.get('invitation') ?? undefined).data ?? null
}

/** URL of the sign-in page with the reason of a failure. */
export function failureUrl(provider: SignInProvider, failure: SignInFailure, returnTo: string | null): string {
  const query = new URLSearchParams({ [provider]: failure })
  if (returnTo !== null) query.set('returnTo', returnTo)
  return `${pagePaths.login}?${query.toString()}`
}

/** URL to return to, with a welcome message before its own parameters. */
export function welcomeUrl(welcome: Welcome, returnTo: string | null): string {
  const [, path = '', query = '', hash = ''] =
    /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(ownPath(returnTo, pagePaths.dashboard)) ?? []
  const parameters = [`${welcomeParameter}=${welcome}`, query].filter(Boolean).join('&')
  return `${path}?${parameters}${hash}`
}

/** Marks a redirected request: behind a proxy that hides the requested host, it would be redirected again and again. */
const SENT_ON = 'sentOn'

/**
 * URL of the same request under the host of APP_URL, for a browser that uses another name of this machine: the provider
 * redirects to APP_URL, where the browser would not send the attempt's cookie. Null if not needed.
 */
export function appHostUrl(provider: SignInProvider, request: FastifyRequest, appUrl: string, query: URLSearchParams) {
  const app = new URL(appUrl)
  const { hostname } = request
  if (query.has(SENT_ON)) return null
  if (hostname === app.hostname || !isLoopbackHost(hostname) || !isLoopbackHost(app.hostname)) return null
  const kept = Object.entries({ returnTo: returnToIn(query), invitation: invitationIn(query), [SENT_ON]: '1' })
  const parameters = new URLSearchParams(kept.flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
  return `${app.origin}${signInPaths[provider]}?${parameters.toString()}`
}
