import type { FastifyRequest } from 'fastify'
import type { ChangeEmailPayload, MailAnswer } from '../../../../shared/account/accounts.ts'
import { AppError } from '../../../../shared/errors.ts'
import type { Tx } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/rows.ts'
import type { UserRow } from '../../../db/schema/index.ts'
import type { Exchange } from '../../../platform/http/call-routes.ts'
import { isWithinLimit } from '../../../platform/http/limits.ts'
import { logSecurityEvent } from '../../../platform/security-events.ts'
import { confirmIdentity } from '../confirm-identity.ts'
import type { AccountContext } from '../context.ts'
import { hashOf } from '../session/session-plugin.ts'
import { endSessionsOf, rotateSession } from '../session/start-session.ts'
import { updateUser } from '../users-repo.ts'
import { enqueueNotice, sendConfirmationLink } from './email-links.ts'
import {
  isEmailTaken,
  type LinkWithUser,
  removeEmailLinks,
  useEmailLink,
  voidEmailedLinks,
} from './email-links-repo.ts'

/**
 * Emails the link that confirms a user's current email again; voids the previous one.
 * @throws AppError `email_confirmed`; `mail_unavailable`; `rate_limited`
 */
export async function resendVerification(context: AccountContext, request: FastifyRequest, user: UserRow) {
  await context.limits.sendVerification(request)
  if (user.emailVerified) throw new AppError('email_confirmed', 'Your email address is already confirmed.')
  return sendConfirmationLink(context, { userId: user.id, purpose: 'verify', email: user.email }, { mayEmail: true })
}

/**
 * Emails a link to a new address that changes the account's email to it. Only the job checks whether another account
 * has that email, and emails its owner; the response is the same.
 * @throws AppError `wrong_password`, `sign_in_again`, `rate_limited`; `email_unchanged`; `account_changed` when their
 * password has just changed; `mail_unavailable`
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

const invalidLink = (): AppError =>
  new AppError('link_invalid', 'This link is no longer valid. Please sign in and ask for a new one.')

const emailTaken = (cause?: unknown): AppError =>
  new AppError('email_taken', 'Another account now uses this address, so yours wasn’t changed.', { cause })

/** A link verifies only the email that it was sent to. */
async function verifyCurrent(tx: Tx, { user, email }: LinkWithUser, now: Date): Promise<void> {
  if (user.email.toLowerCase() !== email.toLowerCase()) throw invalidLink()
  await updateUser(tx, user.id, { emailVerified: true }, now)
  await removeEmailLinks(tx, user.id, 'verify')
}

/** Voids everything that was emailed to the former address, and signs out all other browsers. */
async function changeToNew(context: AccountContext, tx: Tx, request: FastifyRequest, { user, email }: LinkWithUser) {
  if (await isEmailTaken(tx, email, user.id)) throw emailTaken()
  await updateUser(tx, user.id, { email, emailVerified: true }, context.clock.now())
  await voidEmailedLinks(tx, user.id)
  await endSessionsOf(tx, user.id, { except: request })
  await enqueueNotice(context, tx, 'email_changed', user)
}

/**
 * Verifies an email by the token of a link that was sent to it: a new account's email is marked as verified, an
 * existing account changes to its new email. A connected Google account stays connected, since it is identified by its
 * id.
 * @throws AppError `link_invalid` for a token that is unknown, used, replaced, canceled or expired; `email_taken` when
 * another account has the email by now; `rate_limited`
 */
export async function verifyEmail(context: AccountContext, { request, reply }: Exchange, token: string) {
  const { db, clock, limits } = context
  await limits.verifyEmail(request)
  const now = clock.now()
  const link = await db
    .transaction(async (tx) => {
      const used = await useEmailLink(tx, hashOf(token), now)
      if (used === undefined) throw invalidLink()
      if (used.purpose === 'change') await changeToNew(context, tx, request, used)
      else await verifyCurrent(tx, used, now)
      return used
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'users_email_lower') ? emailTaken(error) : error
    })
  const isChange = link.purpose === 'change'
  logSecurityEvent(request.log, isChange ? 'email_changed' : 'email_verified', link.userId)
  if (isChange && request.actor?.userId === link.userId) await rotateSession(request, reply)
  return { email: link.email, isChange }
}
