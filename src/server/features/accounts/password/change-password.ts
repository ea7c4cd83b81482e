import type { ChangePasswordPayload } from '../../../../shared/account/accounts.ts'
import { AppError } from '../../../../shared/errors.ts'
import type { UserRow } from '../../../db/schema/index.ts'
import type { Exchange } from '../../../platform/http/call-routes.ts'
import { logSecurityEvent } from '../../../platform/security-events.ts'
import { confirmIdentity } from '../confirm-identity.ts'
import type { AccountContext } from '../context.ts'
import { enqueueNotice, mayNotify } from '../email/email-links.ts'
import { voidEmailedLinks } from '../email/email-links-repo.ts'
import { endSessionsOf, rotateSession } from '../session/start-session.ts'
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
