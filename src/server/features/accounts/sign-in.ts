import type { LoginPayload } from '../../../shared/accounts.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Db } from '../../db/database.ts'
import type { UserRow } from '../../db/schema/index.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { findUserByEmail } from './repo.ts'

let decoy: Promise<string> | undefined

/**
 * Finds the person an email and a password belong to. An unknown address costs the same work as a known one, so that
 * the time of the answer tells nothing.
 *
 * @throws AppError `invalid_credentials` for an unknown address, a wrong password, or an account without one
 */
export async function signIn(db: Db, input: LoginPayload): Promise<UserRow> {
  const user = await findUserByEmail(db, input.email)
  decoy ??= hashPassword('no account has this password')
  const matches = await verifyPassword(input.password, user?.password ?? (await decoy))
  if (user === undefined || user.password === null || !matches) {
    throw new AppError('invalid_credentials', 'Invalid email or password.')
  }
  return user
}
