import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { users } from '../../db/schema/index.ts'

/** Adds to a user's number of exports. */
export async function countExports(db: Db | Tx, userId: string, count: number): Promise<void> {
  await db
    .update(users)
    .set({ exportsUsed: sql`${users.exportsUsed} + ${count}` })
    .where(eq(users.id, userId))
}
