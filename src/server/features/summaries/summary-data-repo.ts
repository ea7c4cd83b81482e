import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { type SummaryRow, summaries, summaryColumns } from '../../db/schema/index.ts'
import { type ListPosition, unfinished } from './repo.ts'

/** The next of a person's summaries after a position, oldest first. */
export async function summariesAfter(
  db: Db | Tx,
  userId: string,
  after: ListPosition | null,
  limit: number,
): Promise<SummaryRow[]> {
  // Compared as one value, so that the index leads there: an OR would have all earlier rows read again for each page.
  const later =
    after === null
      ? undefined
      : sql`(${summaries.createdAt}, ${summaries.id}) > (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
  return db
    .select(summaryColumns)
    .from(summaries)
    .where(and(eq(summaries.userId, userId), later))
    .orderBy(asc(summaries.createdAt), asc(summaries.id))
    .limit(limit)
}

/** Ids of a person's summaries that are still being made. */
export async function unfinishedIds(db: Db | Tx, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: summaries.id })
    .from(summaries)
    .where(and(eq(summaries.userId, userId), inArray(summaries.status, [...unfinished])))
  return rows.map(({ id }) => id)
}
