import { asc, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { cancellationRequests } from '../../db/schema/index.ts'

/** All of a person's requests to cancel their subscription, the oldest first. */
export async function cancellationRequestsOf(db: Db | Tx, userId: string) {
  return db
    .select()
    .from(cancellationRequests)
    .where(eq(cancellationRequests.userId, userId))
    .orderBy(asc(cancellationRequests.createdAt))
}
