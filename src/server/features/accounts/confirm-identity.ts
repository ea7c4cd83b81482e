import type { FastifyRequest } from 'fastify'
import { minutes, retention } from '../../../shared/account/retention.ts'
import { AppError } from '../../../shared/errors.ts'
import type { UserRow } from '../../db/schema/index.ts'
import { logSecurityEvent } from '../../platform/security-events.ts'
import type { AccountContext } from './context.ts'
import { verifyPassword } from './password/password-hash.ts'
import { sessionOf } from './session/session-plugin.ts'

/** Returns whether the session was authenticated within the last minutes. */
export function isRecentlySignedIn(request: FastifyRequest, now: Date): boolean {
  const session = sessionOf(request)
  return session !== null && now.getTime() - session.authenticatedAt.getTime() < minutes(retention.recentSignInMinutes)
}

/**
 * Re-authenticates the signed-in user before a sensitive change: by password or, without one, by a recent sign-in.
 * @throws AppError `wrong_password`, `sign_in_again`, `rate_limited`
 */
export async function confirmIdentity(
  { clock, limits }: AccountContext,
  request: FastifyRequest,
  user: UserRow,
  currentPassword: string | undefined,
): Promise<void> {
  if (user.password === null) {
    if (isRecentlySignedIn(request, clock.now())) return
    throw new AppError('sign_in_again', 'Please sign in again to do this.')
  }
  await limits.confirmIdentity(request)
  if (currentPassword !== undefined && (await verifyPassword(currentPassword, user.password))) return
  logSecurityEvent(request.log, 'sign_in_refused', user.id, { by: 'confirmation' })
  throw new AppError('wrong_password', 'This is not your password.')
}
