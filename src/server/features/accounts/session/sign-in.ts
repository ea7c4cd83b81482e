import type { FastifyRequest } from 'fastify'
import type { LoginPayload } from '../../../../shared/account/accounts.ts'
import { AppError } from '../../../../shared/errors.ts'
import type { UserRow } from '../../../db/schema/index.ts'
import type { Exchange } from '../../../platform/http/call-routes.ts'
import { logSecurityEvent } from '../../../platform/security-events.ts'
import type { AccountContext } from '../context.ts'
import { decoyHash, hashPassword, isOutdated, verifyPassword } from '../password/password-hash.ts'
import { findUserByEmail, replacePasswordHash } from '../users-repo.ts'
import { startSession } from './start-session.ts'

/** Counts the attempt by address and by account, or by browser where the account knows it. */
async function limitAttempts(
  { db, clock, limits }: AccountContext,
  request: FastifyRequest,
  email: string,
): Promise<void> {
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
export async function signIn(
  context: AccountContext,
  { request, reply }: Exchange,
  input: LoginPayload,
): Promise<UserRow> {
  await limitAttempts(context, request, input.email)
  const user = await startSession(request, reply, await authenticate(context, request, input))
  logSecurityEvent(request.log, 'sign_in', user.id, { by: 'password' })
  return user
}
