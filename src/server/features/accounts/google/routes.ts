import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { googleSignInPath } from '../../../../shared/api/routes.ts'
import { AppError } from '../../../../shared/errors.ts'
import type { GoogleFailure, Welcome } from '../../../../shared/redirect-params.ts'
import { logSecurityEvent } from '../../../platform/security-events.ts'
import type { AccountContext } from '../context.ts'
import { startSession } from '../session/start-session.ts'
import { joinAccount } from './join-account.ts'
import { createGoogleProvider, type Failed, failureOf, type GoogleProvider } from './provider.ts'
import { appHostUrl, failureUrl, invitationIn, returnToIn, welcomeUrl } from './redirects.ts'
import { type Attempt, type AttemptStore, createAttemptSealer, storeAttempt, takeAttempt } from './sign-in-attempts.ts'

const CALLBACK_PATH = `${googleSignInPath}/callback`

const queryOf = (request: FastifyRequest): URLSearchParams => new URL(request.url, 'http://own').searchParams

/** Redirects to the sign-in page, which shows the failure. */
function fail(reply: FastifyReply, failure: GoogleFailure, returnTo: string | null): FastifyReply {
  return reply.redirect(failureUrl(failure, returnTo), 302)
}

/** Turns every error into a redirect to a page: the browser came here by a link and would show JSON as it is. */
async function withErrorPage(
  request: FastifyRequest,
  reply: FastifyReply,
  returnTo: string | null,
  handle: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await handle()
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return fail(reply, error.code, returnTo)
    if (error instanceof AppError && error.code.startsWith('invitation_')) return fail(reply, 'not_invited', returnTo)
    // The account changed before the session started.
    if (error instanceof AppError && error.code === 'invalid_credentials') return fail(reply, 'expired', returnTo)
    request.log.error({ err: error }, 'sign-in with Google failed')
    return fail(reply, 'unavailable', returnTo)
  }
}

/** Redirects the browser to Google. */
async function beginSignIn(
  context: AccountContext,
  { provider, attempts }: { provider: GoogleProvider | null; attempts: AttemptStore },
  request: FastifyRequest,
  reply: FastifyReply,
  returnTo: string | null,
): Promise<FastifyReply> {
  if (provider === null) return fail(reply, 'not_set_up', returnTo)
  const otherHost = context.secure ? null : appHostUrl(request, context.appUrl, queryOf(request))
  if (otherHost !== null) return reply.redirect(otherHost, 302)
  await context.limits.google(request)
  const started = await provider.begin().catch(failureOf)
  if ('failure' in started) {
    request.log.warn({ reason: started.reason }, 'could not reach Google')
    return fail(reply, started.failure, returnTo)
  }
  const { url, ...secrets } = started
  const now = context.clock.now()
  storeAttempt(
    attempts,
    request,
    reply,
    { ...secrets, returnTo, invitation: invitationIn(queryOf(request)), beganAt: now.getTime() },
    now,
  )
  return reply.redirect(url, 302)
}

function logSignIn(request: FastifyRequest, kind: Welcome, userId: string): void {
  if (kind === 'new') logSecurityEvent(request.log, 'account_created', userId, { by: 'google' })
  if (kind === 'joined' || kind === 'joined_without_password')
    logSecurityEvent(request.log, 'google_connected', userId, { as: kind })
  logSecurityEvent(request.log, 'sign_in', userId, { by: 'google' })
}

/** An unverified email may be an attempt to take over an account; other failures point to the configuration. */
function logFailure(request: FastifyRequest, { failure, reason }: Failed): void {
  if (failure === 'unverified')
    logSecurityEvent(request.log, 'sign_in_refused', null, { by: 'google', reason: failure })
  else request.log.warn({ failure, reason }, 'sign-in with Google failed')
}

/** Signs in the user whom Google redirects back, in the browser that started the attempt. */
async function finishSignIn(
  context: AccountContext,
  provider: GoogleProvider,
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: Attempt,
): Promise<FastifyReply> {
  await context.limits.google(request)
  const callbackUrl = new URL(`${CALLBACK_PATH}?${queryOf(request).toString()}`, context.appUrl)
  const profile = await provider.finish(callbackUrl, attempt)
  if ('failure' in profile) {
    logFailure(request, profile)
    return fail(reply, profile.failure, attempt.returnTo)
  }
  const { kind, user } = await joinAccount(context, profile, attempt.invitation)
  if (kind === 'other_account') {
    logSecurityEvent(request.log, 'sign_in_refused', user.id, { by: 'google', reason: kind })
    return fail(reply, kind, attempt.returnTo)
  }
  await startSession(request, reply, user)
  logSignIn(request, kind, user.id)
  return reply.redirect(welcomeUrl(kind, attempt.returnTo), 302)
}

/** Registers sign-in with Google: the code flow of OpenID Connect with PKCE, state and nonce. */
export function registerGoogleRoutes(app: FastifyInstance, context: AccountContext): void {
  const { google, appUrl, production, secure, clock } = context
  const redirectUri = new URL(CALLBACK_PATH, appUrl).href
  const provider = google === null ? null : createGoogleProvider({ google, redirectUri, production, clock })
  const attempts: AttemptStore = { sealer: createAttemptSealer(context.sessionSecret), secure }
  const route = (summary: string) => ({
    schema: { summary, tags: ['auth'] },
    // A HEAD request would use up the attempt.
    exposeHeadRoute: false,
  })

  app.get(googleSignInPath, route('To Google, to sign in'), async (request, reply) => {
    const returnTo = returnToIn(queryOf(request))
    return withErrorPage(request, reply, returnTo, async () =>
      beginSignIn(context, { provider, attempts }, request, reply, returnTo),
    )
  })

  app.get(CALLBACK_PATH, route('Back from Google'), async (request, reply) => {
    if (provider === null) return fail(reply, 'not_set_up', null)
    const attempt = takeAttempt(attempts, request, reply, queryOf(request).get('state'), clock.now())
    // Login CSRF: an attacker who sends a victim here with a code of their own has started no attempt in that browser.
    if (attempt === null) return fail(reply, 'expired', null)
    return withErrorPage(request, reply, attempt.returnTo, async () =>
      finishSignIn(context, provider, request, reply, attempt),
    )
  })
}
