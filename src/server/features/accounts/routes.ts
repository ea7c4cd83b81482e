import type { FastifyInstance } from 'fastify'
import { calls } from '../../../shared/api/calls.ts'
import { AppError } from '../../../shared/errors.ts'
import { addCall } from '../../platform/http/call-routes.ts'
import { logSecurityEvent } from '../../platform/security-events.ts'
import { isRecentlySignedIn } from './confirm-identity.ts'
import type { AccountContext } from './context.ts'
import { findPendingEmail, removeEmailLinks } from './email/email-links-repo.ts'
import { changeEmail, resendVerification, verifyEmail } from './email/verify-email.ts'
import { registerOpenIdRoutes } from './openid/routes.ts'
import { changePassword, requestPasswordReset, resetPassword } from './password/change-password.ts'
import { endAllSessions, endOneSession, listOwnSessions } from './session/manage-sessions.ts'
import { requireUser, userOf } from './session/session-plugin.ts'
import { registerUser, signIn } from './session/sign-in.ts'
import { endSession } from './session/start-session.ts'
import { createToken, listOwnTokens, revokeToken } from './tokens/manage-tokens.ts'
import { toUser, updateUser } from './users-repo.ts'

/** Registers everything about signing in and the user's own account. */
export function registerAccountRoutes(app: FastifyInstance, context: AccountContext): void {
  const { db, clock, canMail, config } = context
  const { google, oidc, production, registration } = config

  addCall(app, calls.currentUser, async ({ request }) => toUser(requireUser(request), clock.now()))
  addCall(app, calls.signInOptions, async () => ({
    google: google !== null,
    oidc: oidc?.name ?? null,
    mail: canMail,
    showsLinks: !canMail && !production,
    registration,
  }))
  addCall(app, calls.register, async ({ body, ...exchange }) =>
    toUser(await registerUser(context, exchange, body), clock.now()),
  )
  addCall(app, calls.login, async ({ body, ...exchange }) => toUser(await signIn(context, exchange, body), clock.now()))
  addCall(app, calls.logout, async ({ request, reply }) => {
    const user = userOf(request)
    await endSession(request, reply)
    if (user !== null) logSecurityEvent(request.log, 'sign_out', user.id)
  })
  app.get('/api/login', { schema: { summary: 'To the sign-in page', tags: ['auth'] } }, async (_request, reply) =>
    reply.redirect('/login', 302),
  )

  registerOpenIdRoutes(app, context)

  addCall(app, calls.account, async ({ request }) => {
    const user = requireUser(request)
    const now = clock.now()
    return {
      hasPassword: user.password !== null,
      googleConnected: user.googleId !== null,
      oidcConnected: user.oidcId !== null,
      pendingEmail: await findPendingEmail(db, user.id, now),
      signedInLately: isRecentlySignedIn(request, now),
    }
  })
  addCall(app, calls.changeName, async ({ body: { firstName, lastName }, request }) => {
    const now = clock.now()
    const user = await updateUser(db, requireUser(request).id, { firstName, lastName }, now)
    if (user === undefined) throw new AppError('unauthorized', 'Unauthorized')
    return toUser(user, now)
  })

  addCall(app, calls.changePassword, async ({ body, ...exchange }) => {
    const user = await changePassword(context, exchange, requireUser(exchange.request), body)
    return toUser(user, clock.now())
  })
  addCall(app, calls.forgotPassword, async ({ body, request }) => requestPasswordReset(context, request, body.email))
  addCall(app, calls.resetPassword, async ({ body, ...exchange }) => {
    await resetPassword(context, exchange, body)
    return { message: 'Your password has been reset. Please sign in with it.' }
  })

  addCall(app, calls.verifyEmail, async ({ body, ...exchange }) => {
    const { email, isChange } = await verifyEmail(context, exchange, body.token)
    const message = isChange ? 'Your email address has been changed.' : 'Your email address is confirmed.'
    return { message, email, change: isChange }
  })
  addCall(app, calls.sendVerification, async ({ request }) =>
    resendVerification(context, request, requireUser(request)),
  )
  addCall(app, calls.changeEmail, async ({ body, request }) =>
    changeEmail(context, request, requireUser(request), body),
  )
  addCall(app, calls.cancelEmailChange, async ({ actor }) => removeEmailLinks(db, actor.userId, 'change'))

  addCall(app, calls.listSessions, async ({ request }) => listOwnSessions(context, request))
  addCall(app, calls.endSession, async ({ params, ...exchange }) => endOneSession(context, exchange, params.id))
  addCall(app, calls.endSessions, async ({ query, ...exchange }) =>
    endAllSessions(context, exchange, query.keep === 'current'),
  )

  addCall(app, calls.listTokens, async ({ request }) => listOwnTokens(context, request))
  addCall(app, calls.createToken, async ({ body, request }) => createToken(context, request, body))
  addCall(app, calls.revokeToken, async ({ params, request }) => revokeToken(context, request, params.id))
}
