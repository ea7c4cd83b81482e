import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { googleSignInPath } from '../../../../shared/api/account-calls.ts'
import { AppError } from '../../../../shared/errors.ts'
import type { GoogleFailure, Welcome } from '../../../../shared/sign-in-notice.ts'
import { logSecurityEvent } from '../../../platform/security-events.ts'
import type { AccountDeps } from '../account-deps.ts'
import { startSession } from '../sessions.ts'
import { failureAddress, returnToIn, underAppName, welcomeAddress } from './addresses.ts'
import { type AttemptKeeper, keepAttempt, takeAttempt } from './attempt-cookies.ts'
import { type Attempt, createAttemptSealer } from './attempts.ts'
import { joinAccount } from './join-account.ts'
import { createGoogleProvider, type Failed, failureOf, type GoogleProvider } from './provider.ts'

interface Setting {
  deps: AccountDeps
  /** Null where none is set up. */
  provider: GoogleProvider | null
  keeper: AttemptKeeper
}

const CALLBACK_PATH = `${googleSignInPath}/callback`

const queryOf = (request: FastifyRequest): URLSearchParams => new URL(request.url, 'http://own').searchParams

/** Ends on the sign-in page, which says what happened. */
function fail(reply: FastifyReply, failure: GoogleFailure, returnTo: string | null): FastifyReply {
  return reply.redirect(failureAddress(failure, returnTo), 302)
}

/** Has every way that this can fail end on a page of the product: the person has come here by a link, not by a script. */
async function forPeople(
  request: FastifyRequest,
  reply: FastifyReply,
  returnTo: string | null,
  handle: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await handle()
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return fail(reply, error.code, returnTo)
    // The account has changed between the last look at it and the session.
    if (error instanceof AppError && error.code === 'invalid_credentials') return fail(reply, 'expired', returnTo)
    request.log.error({ err: error }, 'a sign-in with Google failed')
    return fail(reply, 'unavailable', returnTo)
  }
}

/** Sends the browser to Google. */
async function beginSignIn(
  { deps, provider, keeper }: Setting,
  request: FastifyRequest,
  reply: FastifyReply,
  returnTo: string | null,
): Promise<FastifyReply> {
  if (provider === null) return fail(reply, 'not_set_up', returnTo)
  const elsewhere = deps.production ? null : underAppName(request, deps.appUrl, queryOf(request))
  if (elsewhere !== null) return reply.redirect(elsewhere, 302)
  await deps.limits.google(request)
  const begun = await provider.begin().catch(failureOf)
  if ('failure' in begun) {
    request.log.warn({ reason: begun.reason }, 'Google cannot be reached')
    return fail(reply, begun.failure, returnTo)
  }
  const { url, ...secrets } = begun
  const now = deps.clock.now()
  keepAttempt(keeper, request, reply, { ...secrets, returnTo, beganAt: now.getTime() }, now)
  return reply.redirect(url, 302)
}

function logSignIn(request: FastifyRequest, kind: Welcome, userId: string): void {
  if (kind === 'new') logSecurityEvent(request.log, 'account_created', userId, { by: 'google' })
  if (kind === 'joined' || kind === 'joined_without_password')
    logSecurityEvent(request.log, 'google_connected', userId, { as: kind })
  logSecurityEvent(request.log, 'sign_in', userId, { by: 'google' })
}

/** Why nobody was signed in: worth an operator's attention where somebody tried to get in, or the provider is not right. */
function logFailure(request: FastifyRequest, { failure, reason }: Failed): void {
  if (failure === 'unverified')
    logSecurityEvent(request.log, 'sign_in_refused', null, { by: 'google', reason: failure })
  else request.log.warn({ failure, reason }, 'a sign-in with Google came to nothing')
}

/** Signs in whom Google sends back, in the browser that the attempt was begun in. */
async function finishSignIn(
  { deps }: Setting,
  provider: GoogleProvider,
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: Attempt,
): Promise<FastifyReply> {
  await deps.limits.google(request)
  const cameBack = new URL(`${CALLBACK_PATH}?${queryOf(request).toString()}`, deps.appUrl)
  const profile = await provider.finish(cameBack, attempt)
  if ('failure' in profile) {
    logFailure(request, profile)
    return fail(reply, profile.failure, attempt.returnTo)
  }
  const { kind, user } = await joinAccount(deps, profile)
  if (kind === 'other_account') {
    logSecurityEvent(request.log, 'sign_in_refused', user.id, { by: 'google', reason: kind })
    return fail(reply, kind, attempt.returnTo)
  }
  await startSession(request, reply, user)
  logSignIn(request, kind, user.id)
  return reply.redirect(welcomeAddress(kind, attempt.returnTo), 302)
}

/** Sign-in with Google: the code flow of OpenID Connect with PKCE, state and nonce. */
export function registerGoogleRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const { google, appUrl, production, clock } = deps
  const redirectUri = new URL(CALLBACK_PATH, appUrl).href
  const provider = google === null ? null : createGoogleProvider({ google, redirectUri, production, clock })
  const setting: Setting = {
    deps,
    provider,
    keeper: { sealer: createAttemptSealer(deps.sessionSecret), secure: production },
  }
  const route = (summary: string) => ({
    schema: { summary, tags: ['auth'] },
    // A look at the head of a page would use up what can be used once.
    exposeHeadRoute: false,
  })

  app.get(googleSignInPath, route('To Google, to sign in'), async (request, reply) => {
    const returnTo = returnToIn(queryOf(request))
    return forPeople(request, reply, returnTo, async () => beginSignIn(setting, request, reply, returnTo))
  })

  app.get(CALLBACK_PATH, route('Back from Google'), async (request, reply) => {
    if (provider === null) return fail(reply, 'not_set_up', null)
    const attempt = takeAttempt(setting.keeper, request, reply, queryOf(request).get('state'), clock.now())
    // Whoever sends somebody else's browser here with an answer of their own has not begun anything in it.
    if (attempt === null) return fail(reply, 'expired', null)
    return forPeople(request, reply, attempt.returnTo, async () =>
      finishSignIn(setting, provider, request, reply, attempt),
    )
  })
}
