import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { users } from '../../db/schema/index.ts'

/** Counts one more export of a person. */
export async function countExport(db: Db | Tx, userId: string): Promise<void> {
  await db
    .update(users)
    .set({ exportsUsed: sql`${users.exportsUsed} + 1` })
    .where(eq(users.id, userId))
}
