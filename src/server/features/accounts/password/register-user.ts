import type { RegisterPayload } from '../../../../shared/account/accounts.ts'
import { AppError } from '../../../../shared/errors.ts'
import type { UserRow } from '../../../db/schema/index.ts'
import type { Exchange } from '../../../platform/http/call-routes.ts'
import { isWithinLimit } from '../../../platform/http/limits.ts'
import { logSecurityEvent } from '../../../platform/security-events.ts'
import type { AccountContext } from '../context.ts'
import { requestConfirmation } from '../email/email-links.ts'
import { acceptInvitation } from '../invitations/invitations.ts'
import { startSession } from '../session/start-session.ts'
import { insertUser } from '../users-repo.ts'
import { checkNewPassword } from './check-new-password.ts'
import { hashPassword } from './password-hash.ts'

/**
 * Creates an account with email and password, emails a confirmation link, and signs the user in.
 * @throws AppError `email_taken`; `rate_limited`; as `acceptInvitation`; `invalid_input` for a password that the rules
 * forbid
 */
export async function registerUser(
  context: AccountContext,
  { request, reply }: Exchange,
  { email, firstName, lastName, invitation, ...input }: RegisterPayload,
): Promise<UserRow> {
  const { db, clock, limits } = context
  await limits.register(request)
  const mayEmail = await isWithinLimit(limits.confirmationMail, request)
  await checkNewPassword(context, input.password, { field: 'password', email })
  const password = await hashPassword(input.password)
  const user = await db.transaction(async (tx) => {
    await acceptInvitation(context, tx, invitation, email)
    const row = await insertUser(tx, { email, password, firstName, lastName }, clock.now())
    if (row === undefined) {
      throw new AppError('email_taken', 'An account with this email already exists. Please sign in.')
    }
    if (context.canMail && mayEmail)
      await requestConfirmation(context, tx, { userId: row.id, purpose: 'verify', email })
    return row
  })
  logSecurityEvent(request.log, 'account_created', user.id, { by: 'password' })
  await startSession(request, reply, user)
  return user
}
