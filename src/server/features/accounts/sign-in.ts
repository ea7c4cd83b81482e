import type { FastifyBaseLogger } from 'fastify'
import type { LoginPayload } from '../../../shared/accounts.ts'
import { AppError } from '../../../shared/errors.ts'
import type { UserRow } from '../../db/schema/index.ts'
import { logSecurityEvent } from '../../platform/security-events.ts'
import type { AccountDeps } from './account-deps.ts'
import { replaceHash } from './password-repo.ts'
import { findUserByEmail } from './repo.ts'

/**
 * Finds the person an email and a password belong to. An unknown address, or an account without a password, costs the
 * same work as any other, so that the time of the answer tells nothing.
 *
 * @throws AppError `invalid_credentials` for an unknown address, a wrong password, or an account without one;
 *   `unavailable` when too many sign in at once
 */
export async function signIn(
  { db, passwords, log }: Pick<AccountDeps, 'db' | 'passwords'> & { log: FastifyBaseLogger },
  input: LoginPayload,
): Promise<UserRow> {
  const user = await findUserByEmail(db, input.email)
  const matches = await passwords.verify(input.password, user?.password ?? passwords.decoy)
  if (user === undefined || user.password === null || !matches) {
    logSecurityEvent(log, 'sign_in_refused', user?.id ?? null, { by: 'password' })
    throw new AppError('invalid_credentials', 'Invalid email or password.')
  }
  if (!passwords.isOutdated(user.password)) return user
  const password = await passwords.hash(input.password)
  return (await replaceHash(db, user, password)) ? { ...user, password } : user
}
