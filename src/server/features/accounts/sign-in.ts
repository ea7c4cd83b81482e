import type { FastifyBaseLogger } from 'fastify'
import type { LoginPayload } from '../../../shared/accounts.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Db } from '../../db/database.ts'
import type { UserRow } from '../../db/schema/index.ts'
import { logSecurityEvent } from '../../platform/security-events.ts'
import { decoyHash, hashPassword, isOutdated, verifyPassword } from './password.ts'
import { replaceHash } from './password-repo.ts'
import { findUserByEmail } from './repo.ts'

/**
 * Finds the person an email and a password belong to. An unknown address, or an account without a password, costs the
 * same work as any other, so that the time of the answer tells nothing.
 *
 * @throws AppError `invalid_credentials` for an unknown address, a wrong password, or an account without one;
 *   `unavailable` when too many sign in at once
 */
export async function signIn({ db, log }: { db: Db; log: FastifyBaseLogger }, input: LoginPayload): Promise<UserRow> {
  const user = await findUserByEmail(db, input.email)
  const matches = await verifyPassword(input.password, user?.password ?? decoyHash)
  if (user === undefined || user.password === null || !matches) {
    logSecurityEvent(log, 'sign_in_refused', user?.id ?? null, { by: 'password' })
    throw new AppError('invalid_credentials', 'Invalid email or password.')
  }
  if (!isOutdated(user.password)) return user
  const password = await hashPassword(input.password)
  return (await replaceHash(db, user, password)) ? { ...user, password } : user
}
