import type { FastifyRequest } from 'fastify'
import type { ChangeEmailPayload, MailAnswer } from '../../../../shared/accounts.ts'
import { AppError } from '../../../../shared/errors.ts'
import type { UserRow } from '../../../db/schema/index.ts'
import { isWithinLimit } from '../../../platform/limits.ts'
import { logSecurityEvent } from '../../../platform/security-events.ts'
import { confirmIdentity } from '../confirm-identity.ts'
import type { AccountContext } from '../context.ts'
import { sendConfirmationLink } from './email-links.ts'

/**
 * Emails the link that confirms a user's current email again; voids the previous one.
 *
 * @throws AppError `email_confirmed`; `mail_unavailable`; `rate_limited`
 */
export async function resendVerification(
  context: AccountContext,
  request: FastifyRequest,
  user: UserRow,
): Promise<MailAnswer> {
  await context.limits.sendVerification(request)
  if (user.emailVerified) throw new AppError('email_confirmed', 'Your email address is already confirmed.')
  return sendConfirmationLink(context, { userId: user.id, purpose: 'verify', email: user.email }, { mayEmail: true })
}

/**
 * Emails a link to a new address that changes the account's email to it. Only the job checks whether another account has
 * that email, and emails its owner; the response is the same.
 *
 * @throws AppError `wrong_password`, `sign_in_again`, `rate_limited`; `email_unchanged` when it is the user's email already;
 *   `account_changed` when their password has just changed; `mail_unavailable`
 */
export async function changeEmail(
  context: AccountContext,
  request: FastifyRequest,
  user: UserRow,
  { email, currentPassword }: ChangeEmailPayload,
): Promise<MailAnswer> {
  const { limits } = context
  await confirmIdentity(context, request, user, currentPassword)
  await limits.changeEmail(request)
  const mayEmail = await isWithinLimit(limits.confirmationMail, request)
  if (email === user.email) throw new AppError('email_unchanged', 'This is already your email address.')
  const link = { userId: user.id, purpose: 'change' as const, email, authenticated: user }
  const sent = await sendConfirmationLink(context, link, { mayEmail })
  logSecurityEvent(request.log, 'email_change_asked', user.id)
  return sent
}
