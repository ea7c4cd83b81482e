import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { type UserRow, users } from '../../db/schema/index.ts'

/** A person, locked until the transaction ends: nothing of theirs can be added meanwhile. */
export async function lockPerson(tx: Tx, userId: string): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  return row
}

/** Removes a person, and with them every row that is theirs. */
export async function deletePerson(tx: Tx, userId: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, userId))
}
