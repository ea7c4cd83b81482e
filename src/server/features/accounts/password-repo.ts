import { and, eq, isNull } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { type UserRow, users } from '../../db/schema/index.ts'

type WithPassword = Pick<UserRow, 'id' | 'password'>

/** Whoever has this password still, or has none still. */
const unchanged = ({ id, password }: WithPassword) =>
  and(eq(users.id, id), password === null ? isNull(users.password) : eq(users.password, password))

/** Puts another hash of the same password in the place of one. False when the password has changed meanwhile. */
export async function replaceHash(db: Db | Tx, user: WithPassword, password: string): Promise<boolean> {
  const changed = await db.update(users).set({ password }).where(unchanged(user)).returning({ id: users.id })
  return changed.length > 0
}

/**
 * Gives a person another password.
 *
 * @param user the person as they were when they proved who they are
 * @returns undefined when the password has changed meanwhile, or the person is gone
 */
export async function writePassword(
  tx: Tx,
  user: WithPassword,
  password: string,
  now: Date,
): Promise<UserRow | undefined> {
  const [row] = await tx.update(users).set({ password, updatedAt: now }).where(unchanged(user)).returning()
  return row
}
