import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { calls } from '../../../shared/api/calls.ts'
import { addCall, answer } from '../../platform/call-routes.ts'
import { logSecurityEvent } from '../../platform/security-events.ts'
import type { AccountDeps } from './account-deps.ts'
import { isWithin } from './account-limits.ts'
import { changeEmail } from './change-email.ts'
import { type ConfirmedEmail, confirmEmail } from './confirm-email.ts'
import { confirmPerson } from './confirm-person.ts'
import { removeEmailLinks } from './links-repo.ts'
import { requirePerson } from './own-account-routes.ts'
import { sendVerification } from './send-verification.ts'
import { endSessionsOf, rotateSession } from './sessions.ts'

/** The link of a mail, opened in any browser. */
async function openLink(
  { db, clock, postLetter }: AccountDeps,
  token: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ConfirmedEmail> {
  const endOtherSessions = async (tx: Parameters<typeof endSessionsOf>[0], userId: string): Promise<void> =>
    endSessionsOf(tx, userId, { except: request })
  const confirmed = await confirmEmail({ db, clock, postLetter, endOtherSessions }, token)
  logSecurityEvent(request.log, confirmed.change ? 'email_changed' : 'email_verified', confirmed.userId)
  if (confirmed.change && request.actor?.userId === confirmed.userId) await rotateSession(request, reply)
  return confirmed
}

/** Confirmation of addresses, and moving an account to another one. */
export function registerEmailRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const { db, limits } = deps

  addCall(app, calls.verifyEmail, async ({ body, request, reply }) => {
    await limits.verifyEmail(request)
    const { email, change } = await openLink(deps, body.token, request, reply)
    const message = change ? 'Your email address has been changed.' : 'Your email address is confirmed.'
    return answer(200, { message, email, change })
  })

  addCall(app, calls.sendVerification, async ({ request }) => {
    await limits.sendVerification(request)
    return answer(200, await sendVerification(deps, requirePerson(request)))
  })

  addCall(app, calls.changeEmail, async ({ body, request }) => {
    const person = requirePerson(request)
    await confirmPerson(deps, request, person, body.currentPassword)
    await limits.changeEmail(request)
    const mail = await isWithin(limits.confirmationMail, request)
    return answer(200, await changeEmail(deps, person, body.email, { mail, log: request.log }))
  })

  addCall(app, calls.cancelEmailChange, async ({ request }) => {
    await removeEmailLinks(db, requirePerson(request).id, 'change')
    return answer(204, undefined)
  })
}
