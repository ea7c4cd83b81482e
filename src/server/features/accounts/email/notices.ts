import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../../db/database.ts'
import type { UserRow } from '../../../db/schema/index.ts'
import { type AccountNotice, type EmailContext, enqueueEmail } from '../../../mail/email-queue.ts'
import { isWithinLimit } from '../../../platform/limits.ts'
import type { AccountContext } from '../context.ts'

/** Recipient of an email. The name is omitted while the address is unverified, since anyone may have typed both. */
export const recipientOf = ({ email, emailVerified, firstName }: Addressee) => ({
  email,
  firstName: emailVerified ? firstName : null,
})

type Addressee = Pick<UserRow, 'email' | 'emailVerified' | 'firstName'>

/** Returns whether a user may be sent a notice: a verified address always, an unverified one up to a limit. */
export async function mayNotify(
  { limits }: Pick<AccountContext, 'limits'>,
  request: FastifyRequest,
  user: UserRow,
): Promise<boolean> {
  return user.emailVerified || isWithinLimit(limits.noticeMail, request)
}

/** Enqueues a notice about a change to a user's account. */
export async function enqueueNotice(
  context: EmailContext,
  tx: Tx,
  notice: AccountNotice,
  user: Addressee,
): Promise<void> {
  await enqueueEmail(context, tx, { kind: 'notice', notice, ...recipientOf(user) })
}
