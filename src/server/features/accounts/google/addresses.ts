import type { FastifyRequest } from 'fastify'
import { googleSignInPath } from '../../../../shared/api/account-calls.ts'
import { pagePaths } from '../../../../shared/paths.ts'
import { ownPath } from '../../../../shared/return-to.ts'
import {
  type GoogleFailure,
  googleFailureParameter,
  type Welcome,
  welcomeParameter,
} from '../../../../shared/sign-in-notice.ts'

/** Longer ones do not fit into a cookie beside the rest. */
const MAX_RETURN_TO_CHARACTERS = 1000

/** Where someone wants to go once they are signed in: a path of our own, or null. */
export function returnToIn(query: URLSearchParams): string | null {
  const path = ownPath(query.get('returnTo'), '')
  return path === '' || path.length > MAX_RETURN_TO_CHARACTERS ? null : path
}

/** The sign-in page, saying why the sign-in came to nothing. */
export function failureAddress(failure: GoogleFailure, returnTo: string | null): string {
  const query = new URLSearchParams({ [googleFailureParameter]: failure })
  if (returnTo !== null) query.set('returnTo', returnTo)
  return `${pagePaths.login}?${query.toString()}`
}

/** Where a person wanted to go, with a word of welcome put before whatever the address asks for itself. */
export function welcomeAddress(welcome: Welcome, returnTo: string | null): string {
  const [, path = '', query = '', hash = ''] =
    /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(ownPath(returnTo, pagePaths.dashboard)) ?? []
  const parameters = [`${welcomeParameter}=${welcome}`, query].filter(Boolean).join('&')
  return `${path}?${parameters}${hash}`
}

const loopbackName = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/

/** Query parameter of those who were sent on already: a proxy that keeps the browser's name from us must not turn it in a circle. */
const SENT_ON = 'sentOn'

/**
 * The same sign-in under the name that people come back to, where a browser has come by another name of this machine:
 * cookies do not cross from one to the other. Null where it is fine as it is.
 */
export function underAppName(request: FastifyRequest, appUrl: string, query: URLSearchParams): string | null {
  const app = new URL(appUrl)
  const { hostname } = request
  if (query.has(SENT_ON)) return null
  if (hostname === app.hostname || !loopbackName.test(hostname) || !loopbackName.test(app.hostname)) return null
  const returnTo = returnToIn(query)
  const further = new URLSearchParams({ ...(returnTo === null ? {} : { returnTo }), [SENT_ON]: '1' })
  return `${app.origin}${googleSignInPath}?${further.toString()}`
}
