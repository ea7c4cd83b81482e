import type { FastifyBaseLogger } from 'fastify'
import type { ResetPasswordPayload } from '../../../shared/accounts.ts'
import { AppError } from '../../../shared/errors.ts'
import { removeHitsOf } from '../../db/rate-limit-store.ts'
import type { UserRow } from '../../db/schema/index.ts'
import { logSecurityEvent } from '../../platform/security-events.ts'
import type { AccountDeps } from './account-deps.ts'
import { accountKey } from './account-limits.ts'
import { hashLinkToken } from './link-token.ts'
import { emailOfResetToken, usePasswordReset, voidMailedLinks } from './links-repo.ts'
import { addresseeOf } from './notices.ts'
import { hashPassword } from './password.ts'
import type { MailingDeps } from './send-verification.ts'
import { endSessionsOf } from './sessions.ts'

const invalid = (): AppError =>
  new AppError('link_invalid', 'This reset link is no longer valid. Please request a new one.')

/**
 * Sets a new password, once, by the token of a mailed link. Every session of the user ends, whatever else was
 * mailed to them is void, and the limits of the account start over.
 *
 * @throws AppError `link_invalid` for a token that is unknown, used, replaced or too old: nobody learns which; what
 *   `checkNewPassword` throws, and the link is as good as before
 */
export async function resetPassword(
  deps: MailingDeps & Pick<AccountDeps, 'checkNewPassword'>,
  input: ResetPasswordPayload,
  log: FastifyBaseLogger,
): Promise<UserRow> {
  const { db, clock, postLetter } = deps
  const tokenHash = hashLinkToken(input.token)
  // Guessing must not cost us a password hash each.
  const email = await emailOfResetToken(db, tokenHash, clock.now())
  if (email === null) throw invalid()
  await deps.checkNewPassword(input.newPassword, { field: 'newPassword', email })
  const password = await hashPassword(input.newPassword)
  const user = await db.transaction(async (tx) => {
    const changed = await usePasswordReset(tx, tokenHash, password, clock.now())
    if (changed === undefined) throw invalid()
    await endSessionsOf(tx, changed.id)
    await voidMailedLinks(tx, changed.id)
    // Guesses at the earlier password count no more.
    await removeHitsOf(tx, accountKey(changed))
    await postLetter(tx, { kind: 'notice', notice: 'password_reset', ...addresseeOf(changed) })
    return changed
  })
  logSecurityEvent(log, 'password_reset', user.id)
  return user
}
