import type { FastifyRequest } from 'fastify'
import type { ChangePasswordPayload, ResetPasswordPayload } from '../../../../shared/account/accounts.ts'
import { retention } from '../../../../shared/account/retention.ts'
import { AppError } from '../../../../shared/errors.ts'
import { removeHitsOf } from '../../../db/rate-limit-store.ts'
import type { UserRow } from '../../../db/schema/index.ts'
import { enqueueEmail } from '../../../mail/email-queue.ts'
import type { Exchange } from '../../../platform/http/call-routes.ts'
import { isWithinLimit } from '../../../platform/http/limits.ts'
import { logSecurityEvent } from '../../../platform/security-events.ts'
import { confirmIdentity } from '../confirm-identity.ts'
import type { AccountContext } from '../context.ts'
import { createResetLink, enqueueNotice, mayNotify, NO_MAIL } from '../email/email-links.ts'
import { emailOfResetToken, usePasswordReset, voidEmailedLinks } from '../email/email-links-repo.ts'
import { accountKey } from '../limits.ts'
import { hashOf } from '../session/session-plugin.ts'
import { endSession, endSessionsOf, rotateSession } from '../session/start-session.ts'
import { deleteTokensOf } from '../tokens/tokens-repo.ts'
import { updatePassword } from '../users-repo.ts'
import { checkNewPassword } from './check-new-password.ts'
import { hashPassword } from './password-hash.ts'

const SAME_PASSWORD = 'Your new password must be different.'

/**
 * Changes a user's password, or sets their first one. Signs all other browsers out, revokes API tokens and voids
 * emailed links; this browser stays signed in under a new key.
 * @throws AppError `wrong_password`, `sign_in_again`, `rate_limited`; `invalid_input` for the current password, or one
 * that the rules forbid; `account_changed` when the password was changed simultaneously
 */
export async function changePassword(
  context: AccountContext,
  { request, reply }: Exchange,
  user: UserRow,
  { currentPassword, newPassword }: ChangePasswordPayload,
): Promise<UserRow> {
  const { db, clock } = context
  await confirmIdentity(context, request, user, currentPassword)
  if (user.password !== null && currentPassword?.normalize('NFKC') === newPassword.normalize('NFKC')) {
    throw new AppError('invalid_input', SAME_PASSWORD, { fields: [{ path: 'newPassword', message: SAME_PASSWORD }] })
  }
  await checkNewPassword(context, newPassword, { field: 'newPassword', email: user.email })
  const password = await hashPassword(newPassword)
  const notify = await mayNotify(context, request, user)
  const changed = await db.transaction(async (tx) => {
    const row = await updatePassword(tx, user, password, clock.now())
    if (row === undefined) {
      const message = 'Your password was changed elsewhere at the same moment. Please sign in again.'
      throw new AppError('account_changed', message)
    }
    await voidEmailedLinks(tx, user.id)
    await endSessionsOf(tx, user.id, { except: request })
    await deleteTokensOf(tx, user.id)
    if (notify) await enqueueNotice(context, tx, 'password_changed', row)
    return row
  })
  logSecurityEvent(request.log, 'password_changed', user.id)
  await rotateSession(request, reply)
  request.server.sessions.knownBrowsers.send(reply, changed, clock.now())
  return changed
}

/** The same for every address, so that it does not reveal whether there is an account. */
const SENT = `If an account with this email exists, a reset link is on its way. It works for ${retention.resetLinkMinutes} minutes.`

const invalidLink = (): AppError =>
  new AppError('link_invalid', 'This reset link is no longer valid. Please request a new one.')

/**
 * Emails a link that sets a new password. Only the job looks for the account, so that neither the response nor its time
 * reveals whether there is one. Without a mail server the response contains the link, except in production.
 */
export async function requestPasswordReset(
  context: AccountContext,
  request: FastifyRequest,
  email: string,
): Promise<{ message: string; resetUrl?: string }> {
  const { db, limits, canMail, config } = context
  await limits.forgotPassword(request)
  const mayEmail = await isWithinLimit(limits.resetMail, request)
  if (canMail) {
    if (mayEmail) await enqueueEmail(context, db, { kind: 'password_reset', email })
    return { message: SENT }
  }
  if (config.production) return { message: NO_MAIL }
  const link = await createResetLink(context, email)
  if (link === undefined) return { message: SENT }
  logSecurityEvent(request.log, 'password_reset_asked', link.user.id)
  return { message: SENT, resetUrl: link.url }
}

/**
 * Sets a new password by the token of an emailed link. Ends all of the user's sessions, revokes their API tokens, voids
 * all other emailed links, and resets the account's rate limits.
 * @throws AppError `link_invalid` for a token that is unknown, used, replaced or expired; `rate_limited`;
 * `invalid_input` for a password that the rules forbid, which leaves the link valid
 */
export async function resetPassword(
  context: AccountContext,
  { request, reply }: Exchange,
  { token, newPassword }: ResetPasswordPayload,
): Promise<void> {
  const { db, clock, limits } = context
  await limits.resetPassword(request)
  const tokenHash = hashOf(token)
  // Before the password is hashed, so that guessed tokens cost no hashes.
  const email = await emailOfResetToken(db, tokenHash, clock.now())
  if (email === null) throw invalidLink()
  await checkNewPassword(context, newPassword, { field: 'newPassword', email })
  const password = await hashPassword(newPassword)
  const user = await db.transaction(async (tx) => {
    const changed = await usePasswordReset(tx, tokenHash, password, clock.now())
    if (changed === undefined) throw invalidLink()
    await endSessionsOf(tx, changed.id)
    await deleteTokensOf(tx, changed.id)
    await voidEmailedLinks(tx, changed.id)
    // Guesses at the earlier password no longer count.
    await removeHitsOf(tx, accountKey(changed))
    await enqueueNotice(context, tx, 'password_reset', changed)
    return changed
  })
  logSecurityEvent(request.log, 'password_reset', user.id)
  if (request.actor?.userId === user.id) await endSession(request, reply)
  // A completed reset proves ownership of the mailbox, so strangers' guesses don't block the next sign-in.
  request.server.sessions.knownBrowsers.send(reply, user, clock.now())
}
