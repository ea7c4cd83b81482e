import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { users } from '../../db/schema/index.ts'

/** Counts more exports of a person. */
export async function countExports(db: Db | Tx, userId: string, count: number): Promise<void> {
  await db
    .update(users)
    .set({ exportsUsed: sql`${users.exportsUsed} + ${count}` })
    .where(eq(users.id, userId))
}
