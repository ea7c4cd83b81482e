import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { UserRow } from '../../db/schema/index.ts'
import { findUserByEmail, findUserById } from './repo.ts'

/**
 * The person whom an operator names by email, whatever its case, or by id.
 *
 * @throws AppError `not_found` when there is none
 */
export async function findPerson(db: Db | Tx, who: string): Promise<UserRow> {
  const named = who.trim()
  const isId = z.uuid().safeParse(named).success
  const row = isId ? await findUserById(db, named.toLowerCase()) : await findUserByEmail(db, named)
  if (row !== undefined) return row
  throw new AppError('not_found', `Nobody here has the ${isId ? 'id' : 'email address'} ${named}.`)
}
