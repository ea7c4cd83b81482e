import type { RegisterPayload } from '../../../shared/accounts.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Db } from '../../db/database.ts'
import type { UserRow } from '../../db/schema/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { hashPassword } from './password.ts'
import { insertUser } from './repo.ts'

/**
 * Creates an account with email and password.
 *
 * @throws AppError `email_taken` when the address, in any case, has an account
 */
export async function registerUser(db: Db, clock: Clock, input: RegisterPayload): Promise<UserRow> {
  const password = await hashPassword(input.password)
  const user = await insertUser(
    db,
    { email: input.email, password, firstName: input.firstName, lastName: input.lastName },
    clock.now(),
  )
  if (user === undefined)
    throw new AppError('email_taken', 'An account with this email already exists. Please sign in.')
  return user
}
