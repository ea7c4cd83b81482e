import type { FastifyRequest } from 'fastify'
import type { LoginPayload, RegisterPayload } from '../../../../shared/account/accounts.ts'
import { AppError } from '../../../../shared/errors.ts'
import type { UserRow } from '../../../db/schema/index.ts'
import type { Exchange } from '../../../platform/http/call-routes.ts'
import { isWithinLimit } from '../../../platform/http/limits.ts'
import { logSecurityEvent } from '../../../platform/security-events.ts'
import type { AccountContext } from '../context.ts'
import { requestConfirmation } from '../email/email-links.ts'
import { acceptInvitation } from '../invitations/invitations.ts'
import { checkNewPassword } from '../password/check-new-password.ts'
import { decoyHash, hashPassword, isOutdated, verifyPassword } from '../password/password-hash.ts'
import { findUserByEmail, insertUser, replacePasswordHash } from '../users-repo.ts'
import { startSession } from './start-session.ts'

/** Counts the attempt by address and by account, or by browser where the account knows it. */
async function limitAttempts({ db, clock, limits }: AccountContext, request: FastifyRequest, email: string) {
  await limits.signInAddress(request)
  const { knownBrowsers } = request.server.sessions
  const user = knownBrowsers.isClaimed(request) ? await findUserByEmail(db, email) : undefined
  const isKnown = user !== undefined && knownBrowsers.isKnown(request, user, clock.now())
  await (isKnown ? limits.signInKnown : limits.signInAccount)(request)
}

/** An unknown email, or an account without a password, takes as long as a wrong password. */
async function authenticate({ db }: AccountContext, request: FastifyRequest, input: LoginPayload): Promise<UserRow> {
  const user = await findUserByEmail(db, input.email)
  const matches = await verifyPassword(input.password, user?.password ?? decoyHash)
  if (user === undefined || user.password === null || !matches) {
    logSecurityEvent(request.log, 'sign_in_refused', user?.id ?? null, { by: 'password' })
    throw new AppError('invalid_credentials', 'Invalid email or password.')
  }
  if (!isOutdated(user.password)) return user
  const password = await hashPassword(input.password)
  return (await replacePasswordHash(db, user, password)) ? { ...user, password } : user
}

/**
 * Signs a user in by email and password.
 * @throws AppError `invalid_credentials` for an unknown email, a wrong password, or an account without one;
 * `rate_limited`; `unavailable` when too many users sign in simultaneously
 */
export async function signIn(context: AccountContext, { request, reply }: Exchange, input: LoginPayload) {
  await limitAttempts(context, request, input.email)
  const user = await startSession(request, reply, await authenticate(context, request, input))
  logSecurityEvent(request.log, 'sign_in', user.id, { by: 'password' })
  return user
}

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
