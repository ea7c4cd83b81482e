import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import { minutes, retention } from '../../../shared/retention.ts'
import type { UserRow } from '../../db/schema/index.ts'
import { logSecurityEvent } from '../../platform/security-events.ts'
import type { AccountDeps } from './account-deps.ts'
import { verifyPassword } from './password.ts'
import { sessionOf } from './sessions.ts'

/** Whether the person has signed in with this browser within the last minutes. */
export function isSignedInLately(request: FastifyRequest, now: Date): boolean {
  const session = sessionOf(request)
  return session !== null && now.getTime() - session.authenticatedAt.getTime() < minutes(retention.recentSignInMinutes)
}

/**
 * Makes sure that the one who asks is the person, and not somebody who sat down at an open browser: by the password,
 * or, where there is none, by a sign-in of the last minutes.
 *
 * @param person the signed-in person
 * @throws AppError `wrong_password`, `sign_in_again`, `rate_limited`
 */
export async function confirmPerson(
  { clock, limits }: Pick<AccountDeps, 'clock' | 'limits'>,
  request: FastifyRequest,
  person: UserRow,
  currentPassword: string | undefined,
): Promise<void> {
  if (person.password === null) {
    if (isSignedInLately(request, clock.now())) return
    throw new AppError('sign_in_again', 'Please sign in again to do this.')
  }
  await limits.confirmPerson(request)
  if (currentPassword !== undefined && (await verifyPassword(currentPassword, person.password))) return
  logSecurityEvent(request.log, 'sign_in_refused', person.id, { by: 'confirmation' })
  throw new AppError('wrong_password', 'This is not your password.')
}
