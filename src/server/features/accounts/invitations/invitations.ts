import { days } from '../../../../shared/account/retention.ts'
import { AppError } from '../../../../shared/errors.ts'
import { pagePaths } from '../../../../shared/paths.ts'
import type { Context, Tx } from '../../../db/database.ts'
import type { InvitationRow } from '../../../db/schema/index.ts'
import type { AccountContext } from '../context.ts'
import { linkUrl } from '../email/email-links.ts'
import { hashOf, newKey } from '../session/session-plugin.ts'
import { findInvitation, insertInvitation, takeInvitation } from './invitations-repo.ts'

/** Creates an invitation for an email address, or with null for any. Its link opens the registration, once. */
export async function createInvitation(
  context: Context,
  { email, validDays }: { email: string | null; validDays: number },
): Promise<Omit<InvitationRow, 'tokenHash'> & { url: string }> {
  const token = newKey()
  const createdAt = context.clock.now()
  const expiresAt = new Date(createdAt.getTime() + days(validDays))
  const values = { tokenHash: hashOf(token), email, createdAt, expiresAt }
  const { tokenHash: _hash, ...invitation } = await insertInvitation(context.db, values)
  return { ...invitation, url: linkUrl(context, pagePaths.register, token) }
}

/**
 * Where registration is closed, takes the invitation that a new account needs, in the transaction that creates the
 * account.
 * @param token of the link; undefined if the user has none
 * @throws AppError `invitation_required` without one; `invitation_invalid` if it was used, revoked or has expired;
 * `invitation_for_another` if it was made for another address
 */
export async function acceptInvitation(
  { config, clock }: AccountContext,
  tx: Tx,
  token: string | undefined,
  email: string,
): Promise<void> {
  if (config.registration === 'open') return
  if (token === undefined)
    throw new AppError('invitation_required', 'You need an invitation to create an account here.')
  const now = clock.now()
  if (await takeInvitation(tx, hashOf(token), email, now)) return
  if ((await findInvitation(tx, hashOf(token), now)) !== undefined)
    throw new AppError('invitation_for_another', 'This invitation is for another email address.')
  throw new AppError('invitation_invalid', 'This invitation is no longer valid. Please ask for a new one.')
}
