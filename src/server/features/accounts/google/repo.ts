import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/database.ts'
import { type UserRow, users } from '../../../db/schema/index.ts'
import { hasEmail } from '../users-repo.ts'

/** Serializes callbacks of the same Google account until the transaction ends. */
export async function lockGoogleAccount(tx: Tx, googleId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`google ${googleId}`}, 0))`)
}

/** Finds the user of a Google account and locks the row until the transaction ends. */
export async function findUserByGoogleId(tx: Tx, googleId: string): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.googleId, googleId)).for('update')
  return row
}

/** Finds the user with an email, ignoring case, and locks the row until the transaction ends. */
export async function lockUserByEmail(tx: Tx, email: string): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(hasEmail(email)).for('update')
  return row
}
