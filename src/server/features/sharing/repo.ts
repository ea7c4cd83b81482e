import { and, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { firstOf } from '../../db/rows.ts'
import { type SummaryRow, sources, summaries, summaryColumns, summaryShares, users } from '../../db/schema/index.ts'
import type { Authorized } from '../../platform/request-context.ts'

export type ShareRow = typeof summaryShares.$inferSelect

export const findShare = async (db: Db, summary: Authorized<SummaryRow>): Promise<ShareRow | undefined> =>
  firstOf(db.select().from(summaryShares).where(eq(summaryShares.summaryId, summary.id)))

/** Stores a public link; a summary that has one keeps it, and only `includesSource` changes. */
export async function saveShare(db: Db, share: ShareRow): Promise<ShareRow> {
  const [row] = await db
    .insert(summaryShares)
    .values(share)
    .onConflictDoUpdate({ target: summaryShares.summaryId, set: { includesSource: share.includesSource } })
    .returning()
  return row ?? share
}

export async function removeShare(db: Db, summary: Authorized<SummaryRow>): Promise<void> {
  await db.delete(summaryShares).where(eq(summaryShares.summaryId, summary.id))
}

/** The summary behind a token, with what decides how much of it is shown. */
export async function findSharedSummary(db: Db, token: string) {
  const { subscriptionPlan, subscriptionExpiresAt } = getTableColumns(users)
  const [row] = await db
    .select({
      row: summaryColumns,
      includesSource: summaryShares.includesSource,
      owner: { subscriptionPlan, subscriptionExpiresAt },
    })
    .from(summaryShares)
    .innerJoin(summaries, and(eq(summaries.id, summaryShares.summaryId), isNull(summaries.deletedAt)))
    .innerJoin(sources, eq(sources.id, summaries.sourceId))
    .innerJoin(users, eq(users.id, summaries.userId))
    .where(eq(summaryShares.token, token))
  return row
}

export async function sharesOf(db: Db, userId: string): Promise<ShareRow[]> {
  return db
    .select(getTableColumns(summaryShares))
    .from(summaryShares)
    .innerJoin(summaries, eq(summaries.id, summaryShares.summaryId))
    .where(and(eq(summaries.userId, userId), isNull(summaries.deletedAt)))
    .orderBy(summaryShares.createdAt)
}
