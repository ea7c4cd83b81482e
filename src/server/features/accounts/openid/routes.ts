import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { invitationToken } from '../../../../shared/account/accounts.ts'
import { signInPaths } from '../../../../shared/api/routes.ts'
import { AppError } from '../../../../shared/errors.ts'
import { pagePaths } from '../../../../shared/paths.ts'
import {
  ownPath,
  type SignInFailure,
  type SignInProvider,
  signInProviders,
  type Welcome,
  welcomeParameter,
} from '../../../../shared/redirect-params.ts'
import { isLoopbackHost } from '../../../platform/addresses.ts'
import { logSecurityEvent } from '../../../platform/security-events.ts'
import type { AccountContext } from '../context.ts'
import { startSession } from '../session/start-session.ts'
import { joinAccount } from './join-account.ts'
import { createOpenIdProvider, type Failed, failureOf, type OpenIdProfile, type OpenIdProvider } from './provider.ts'
import { type Attempt, type AttemptStore, createAttemptSealer, storeAttempt, takeAttempt } from './sign-in-attempts.ts'

const callbackPath = (id: SignInProvider): string => `${signInPaths[id]}/callback`

const queryOf = (request: FastifyRequest): URLSearchParams => new URL(request.url, 'http://own').searchParams

/** `provider` is null where it is not configured. */
interface SignIn {
  id: SignInProvider
  provider: OpenIdProvider | null
  attempts: AttemptStore
}

function fail(id: SignInProvider, reply: FastifyReply, failure: SignInFailure, returnTo: string | null): FastifyReply {
  return reply.redirect(failureUrl(id, failure, returnTo), 302)
}

/** Turns every error into a redirect to a page: the browser came here by a link and would show JSON as it is. */
async function withErrorPage(
  id: SignInProvider,
  request: FastifyRequest,
  reply: FastifyReply,
  returnTo: string | null,
  handle: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await handle()
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return fail(id, reply, error.code, returnTo)
    if (error instanceof AppError && error.code.startsWith('invitation_'))
      return fail(id, reply, 'not_invited', returnTo)
    // The account changed before the session started.
    if (error instanceof AppError && error.code === 'invalid_credentials') return fail(id, reply, 'expired', returnTo)
    request.log.error({ err: error, by: id }, 'sign-in with a provider failed')
    return fail(id, reply, 'unavailable', returnTo)
  }
}

async function beginSignIn(
  context: AccountContext,
  { id, provider, attempts }: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
  returnTo: string | null,
): Promise<FastifyReply> {
  if (provider === null) return fail(id, reply, 'not_set_up', returnTo)
  const otherHost = context.config.secure ? null : appHostUrl(id, request, context.config.http.appUrl, queryOf(request))
  if (otherHost !== null) return reply.redirect(otherHost, 302)
  await context.limits.google(request)
  const started = await provider.begin().catch(failureOf)
  if ('failure' in started) {
    request.log.warn({ reason: started.reason, by: id }, 'could not reach the sign-in provider')
    return fail(id, reply, started.failure, returnTo)
  }
  const { url, ...secrets } = started
  const now = context.clock.now()
  const invitation = invitationIn(queryOf(request))
  storeAttempt(attempts, request, reply, { ...secrets, returnTo, invitation, beganAt: now.getTime() }, now)
  return reply.redirect(url, 302)
}

function logSignIn(request: FastifyRequest, by: SignInProvider, kind: Welcome, userId: string): void {
  if (kind === 'new') logSecurityEvent(request.log, 'account_created', userId, { by })
  if (kind === 'joined' || kind === 'joined_without_password')
    logSecurityEvent(request.log, `${by}_connected`, userId, { as: kind })
  logSecurityEvent(request.log, 'sign_in', userId, { by })
}

/** An unverified email may be an attempt to take over an account; other failures point to the configuration. */
function logFailure(request: FastifyRequest, by: SignInProvider, { failure, reason }: Failed): void {
  if (failure === 'unverified') logSecurityEvent(request.log, 'sign_in_refused', null, { by, reason: failure })
  else request.log.warn({ failure, reason, by }, 'sign-in with a provider failed')
}

/** Signs in the user whom the provider redirects back, in the browser that started the attempt. */
async function finishSignIn(
  context: AccountContext,
  { id, provider }: { id: SignInProvider; provider: OpenIdProvider },
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: Attempt,
): Promise<FastifyReply> {
  await context.limits.google(request)
  const callbackUrl = new URL(`${callbackPath(id)}?${queryOf(request).toString()}`, context.config.http.appUrl)
  const profile = await provider.finish(callbackUrl, attempt)
  if ('failure' in profile) {
    logFailure(request, id, profile)
    return fail(id, reply, profile.failure, attempt.returnTo)
  }
  const { kind, user } = await joinAccount(context, profileOf(context, id, profile), attempt.invitation)
  if (kind === 'other_account') {
    logSecurityEvent(request.log, 'sign_in_refused', user.id, { by: id, reason: kind })
    return fail(id, reply, kind, attempt.returnTo)
  }
  await startSession(request, reply, user)
  logSignIn(request, id, kind, user.id)
  return reply.redirect(welcomeUrl(kind, attempt.returnTo), 302)
}

/** Subjects are unique at one issuer only, and the operator may change to another. */
function profileOf({ config: { oidc } }: AccountContext, provider: SignInProvider, profile: OpenIdProfile) {
  const subject = provider === 'oidc' ? `${oidc?.issuer} ${profile.subject}` : profile.subject
  return { ...profile, provider, subject }
}

const labels: Record<SignInProvider, string> = { google: 'Google', oidc: 'the operator’s OpenID provider' }

/** Registers sign-in with Google and another OpenID provider: the code flow with PKCE, state and nonce. */
export function registerOpenIdRoutes(app: FastifyInstance, context: AccountContext): void {
  for (const id of signInProviders) registerProvider(app, context, id)
}

function registerProvider(app: FastifyInstance, context: AccountContext, id: SignInProvider): void {
  const { config, clock } = context
  const { [id]: client, secure, sessionSecret } = config
  const redirectUri = new URL(callbackPath(id), config.http.appUrl).href
  const provider = client === null ? null : createOpenIdProvider({ provider: id, client, redirectUri, clock })
  const attempts: AttemptStore = { provider: id, sealer: createAttemptSealer(sessionSecret), secure }
  const route = (summary: string) => ({
    schema: { summary, tags: ['auth'] },
    // A HEAD request would use up the attempt.
    exposeHeadRoute: false,
  })

  app.get(signInPaths[id], route(`To ${labels[id]}, to sign in`), async (request, reply) => {
    const returnTo = returnToIn(queryOf(request))
    return withErrorPage(id, request, reply, returnTo, async () =>
      beginSignIn(context, { id, provider, attempts }, request, reply, returnTo),
    )
  })

  app.get(callbackPath(id), route(`Back from ${labels[id]}`), async (request, reply) => {
    if (provider === null) return fail(id, reply, 'not_set_up', null)
    const attempt = takeAttempt(attempts, request, reply, queryOf(request).get('state'), clock.now())
    // Login CSRF: an attacker who sends a victim here with a code of their own has started no attempt in that browser.
    if (attempt === null) return fail(id, reply, 'expired', null)
    return withErrorPage(id, request, reply, attempt.returnTo, async () =>
      finishSignIn(context, { id, provider }, request, reply, attempt),
    )
  })
}

/** Longer paths don't fit into the attempt's cookie. */
const MAX_RETURN_TO_CHARACTERS = 1000

/** Path of the product to return to after signing in; null without a valid one. */
function returnToIn(query: URLSearchParams): string | null {
  const path = ownPath(query.get('returnTo'), '')
  return path === '' || path.length > MAX_RETURN_TO_CHARACTERS ? null : path
}

/** Token of the invitation that the sign-in began with; null without one. */
function invitationIn(query: URLSearchParams): string | null {
  return invitationToken.safeParse(query.get('invitation') ?? undefined).data ?? null
}

/** URL of the sign-in page with the reason of a failure. */
function failureUrl(provider: SignInProvider, failure: SignInFailure, returnTo: string | null): string {
  const query = new URLSearchParams({ [provider]: failure })
  if (returnTo !== null) query.set('returnTo', returnTo)
  return `${pagePaths.login}?${query.toString()}`
}

/** URL to return to, with a welcome message before its own parameters. */
function welcomeUrl(welcome: Welcome, returnTo: string | null): string {
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
function appHostUrl(provider: SignInProvider, request: FastifyRequest, appUrl: string, query: URLSearchParams) {
  const app = new URL(appUrl)
  const { hostname } = request
  if (query.has(SENT_ON)) return null
  if (hostname === app.hostname || !isLoopbackHost(hostname) || !isLoopbackHost(app.hostname)) return null
  const kept = Object.entries({ returnTo: returnToIn(query), invitation: invitationIn(query), [SENT_ON]: '1' })
  const parameters = new URLSearchParams(kept.flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
  return `${app.origin}${signInPaths[provider]}?${parameters.toString()}`
}
