import type { FastifyInstance } from 'fastify'
import { calls } from '../../../shared/api/calls.ts'
import { addCall, answer } from '../../platform/call-routes.ts'
import type { AccountDeps } from './account-deps.ts'
import { isWithin } from './account-limits.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { resetPassword } from './reset-password.ts'
import { endSession } from './sessions.ts'

/** A new password by a mailed link, for people who have forgotten theirs or never had one. */
export function registerPasswordResetRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const { limits } = deps

  addCall(app, calls.forgotPassword, async ({ body, request }) => {
    await limits.forgotPassword(request)
    // What an account is spared says nothing: the answer is the same.
    const mail = await isWithin(limits.resetMail, request)
    return answer(200, await requestPasswordReset(deps, body.email, { mail, log: request.log }))
  })

  addCall(app, calls.resetPassword, async ({ body, request, reply }) => {
    await limits.resetPassword(request)
    const user = await resetPassword(deps, body, request.log)
    if (request.actor?.userId === user.id) await endSession(request, reply)
    // A completed reset proves ownership of the mailbox, so strangers' guesses don't block the next sign-in.
    app.sessionDeps.devices.send(reply, user, deps.clock.now())
    return answer(200, { message: 'Your password has been reset. Please sign in with it.' })
  })
}
