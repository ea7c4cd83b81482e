import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../../shared/errors.ts'
import type { Tx } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/violations.ts'
import { logSecurityEvent } from '../../../platform/security-events.ts'
import type { AccountContext } from '../context.ts'
import { hashOf } from '../session/session-plugin.ts'
import { endSessionsOf, rotateSession } from '../session/start-session.ts'
import { updateUser } from '../users-repo.ts'
import {
  isEmailTaken,
  type LinkWithUser,
  removeEmailLinks,
  useEmailLink,
  voidEmailedLinks,
} from './email-links-repo.ts'
import { enqueueNotice } from './notices.ts'

interface VerifiedEmail {
  email: string
  /** Whether the account had another email before. */
  isChange: boolean
}

const invalidLink = (): AppError =>
  new AppError('link_invalid', 'This link is no longer valid. Please sign in and ask for a new one.')

const emailTaken = (cause?: unknown): AppError =>
  new AppError('email_taken', "This address now has an account of its own, so yours wasn't changed.", { cause })

/** A link verifies only the email that it was sent to. */
async function verifyCurrent(tx: Tx, { user, email }: LinkWithUser, now: Date): Promise<void> {
  if (user.email.toLowerCase() !== email.toLowerCase()) throw invalidLink()
  await updateUser(tx, user.id, { emailVerified: true }, now)
  await removeEmailLinks(tx, user.id, 'verify')
}

/** Voids everything that was emailed to the former address, and signs out all other browsers. */
async function changeToNew(
  context: AccountContext,
  tx: Tx,
  request: FastifyRequest,
  { user, email }: LinkWithUser,
): Promise<void> {
  if (await isEmailTaken(tx, email, user.id)) throw emailTaken()
  await updateUser(tx, user.id, { email, emailVerified: true }, context.clock.now())
  await voidEmailedLinks(tx, user.id)
  await endSessionsOf(tx, user.id, { except: request })
  await enqueueNotice(context, tx, 'email_changed', user)
}

/**
 * Verifies an email by the token of a link that was sent to it: a new account's email is marked as verified, an existing
 * account changes to its new email. A connected Google account stays connected, since it is identified by its id.
 *
 * @throws AppError `link_invalid` for a token that is unknown, used, replaced, canceled or expired; `email_taken` when
 *   another account has the email by now; `rate_limited`
 */
export async function verifyEmail(
  context: AccountContext,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  token: string,
): Promise<VerifiedEmail> {
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
