import { and, eq, isNull, lt, not } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { firstOf } from '../../db/rows.ts'
import { type SummaryRow, sources, summaries, summaryAliases, summaryColumns } from '../../db/schema/index.ts'
import { type Actor, type Authorized, authorizeOwner } from '../../platform/request-context.ts'
import { deleteSummary, findSummary } from './repo.ts'

/** A request that was answered with an earlier summary, to which its id and its idempotency key lead. */
type Alias = Omit<typeof summaryAliases.$inferInsert, 'createdAt'>

export async function insertAlias(tx: Tx, alias: Alias, now: Date): Promise<void> {
  await tx.insert(summaryAliases).values({ ...alias, createdAt: now })
}

/** Replaces a summary by an earlier one; its id leads there. */
export async function replaceByEarlier(
  tx: Tx,
  row: SummaryRow,
  earlier: Pick<Alias, 'summaryId' | 'isRedo'>,
  now: Date,
): Promise<void> {
  const { id, userId, idempotencyKey, idempotencyHash } = row
  await insertAlias(tx, { id, userId, idempotencyKey, idempotencyHash, ...earlier }, now)
  await deleteSummary(tx, row)
}

const selectEarlier = (db: Db) =>
  db
    .select({
      ...summaryColumns,
      // A summary that a redo replaced is not an earlier one.
      cached: not(summaryAliases.isRedo).mapWith(Boolean),
      requestHash: summaryAliases.idempotencyHash,
    })
    .from(summaryAliases)
    .innerJoin(summaries, and(eq(summaries.id, summaryAliases.summaryId), isNull(summaries.deletedAt)))
    .innerJoin(sources, eq(sources.id, summaries.sourceId))

/** The summary with this id, or the earlier one that the id leads to. */
export async function findSummaryOrEarlier(db: Db, id: string): Promise<SummaryRow | undefined> {
  const row = await findSummary(db, id)
  if (row !== undefined) return row
  const earlier = await firstOf(selectEarlier(db).where(eq(summaryAliases.id, id)))
  if (earlier === undefined) return undefined
  const { requestHash: _, ...found } = earlier
  return found
}

/**
 * One of the user's summaries. The id of a repeat leads to the earlier summary.
 * @throws AppError `not_found` when there is none, or it is another user's
 */
export const findOwnSummary = async (db: Db, actor: Actor, id: string): Promise<Authorized<SummaryRow>> =>
  authorizeOwner(actor, await findSummaryOrEarlier(db, id), 'summary')

/** The earlier summary that a request with this idempotency key was answered with, and the hash of that request. */
export async function findEarlierByKey(tx: Tx, userId: string, key: string) {
  const found = await firstOf(
    selectEarlier(tx).where(and(eq(summaryAliases.userId, userId), eq(summaryAliases.idempotencyKey, key))),
  )
  if (found === undefined) return undefined
  const { requestHash, ...row } = found
  return { row: { ...row, cached: row.cached && row.status === 'ready' }, idempotencyHash: requestHash }
}

export async function deleteAliasesBefore(db: Db, before: Date): Promise<void> {
  await db.delete(summaryAliases).where(lt(summaryAliases.createdAt, before))
}
