import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { deletedSummaries, type SummaryRow, summaries, summaryColumns } from '../../db/schema/index.ts'
import { lookUpSummary } from './repo.ts'

/**
 * A request that was answered with an earlier summary. It has no row in `summaries`: what is kept, beside the summaries
 * that were deleted a moment ago, is where its id and its idempotency key lead.
 */
export interface Repeat {
  id: string
  userId: string
  /** The earlier summary. */
  summaryId: string
  idempotencyKey: string | null
  idempotencyHash: string | null
}

const field = (name: 'repeatOf' | 'idempotencyKey' | 'idempotencyHash') =>
  sql<string | null>`${deletedSummaries.row}->>${sql.raw(`'${name}'`)}`

/** Matches deleted summaries and leaves out repeats, which can't be restored. */
export const isNoRepeat = sql`${field('repeatOf')} IS NULL`

/** Keeps where a repeat leads. */
export async function insertRepeat(tx: Tx, repeat: Repeat, now: Date): Promise<void> {
  const { id, userId, summaryId: repeatOf, idempotencyKey, idempotencyHash } = repeat
  const row = { repeatOf, idempotencyKey, idempotencyHash }
  await tx.insert(deletedSummaries).values({ id, userId, row, work: [], deletedAt: now })
}

/** Replaces a summary that turned out to repeat an earlier one: its id leads there from now on. */
export async function replaceByEarlier(tx: Tx, row: SummaryRow, summaryId: string, now: Date): Promise<void> {
  await insertRepeat(tx, { ...row, summaryId }, now)
  await tx.delete(summaries).where(eq(summaries.id, row.id))
}

const leadsToSummary = and(
  sql`${summaries.id} = (${field('repeatOf')})::uuid`,
  eq(summaries.userId, deletedSummaries.userId),
)

/** The summary with this id, or the earlier one that a repeat with this id led to, marked as cached. */
export async function findSummaryOrEarlier(db: Db, id: string): Promise<SummaryRow | undefined> {
  const row = await lookUpSummary(db, id)
  if (row !== undefined) return row
  const [earlier] = await db
    .select(summaryColumns)
    .from(deletedSummaries)
    .innerJoin(summaries, leadsToSummary)
    .where(eq(deletedSummaries.id, id))
  return earlier && { ...earlier, cached: true }
}

/** The earlier summary that a request with this idempotency key was answered with, and the hash of that request. */
export async function findRepeatByKey(
  tx: Tx,
  userId: string,
  key: string,
): Promise<{ row: SummaryRow; idempotencyHash: string | null } | undefined> {
  const [found] = await tx
    .select({ ...summaryColumns, requestHash: field('idempotencyHash') })
    .from(deletedSummaries)
    .innerJoin(summaries, leadsToSummary)
    .where(and(eq(deletedSummaries.userId, userId), sql`${field('idempotencyKey')} = ${key}`))
  if (found === undefined) return undefined
  const { requestHash, ...row } = found
  return { row: { ...row, cached: row.status === 'ready' }, idempotencyHash: requestHash }
}

/** Forgets where repeats from before a moment led. */
export async function deleteRepeatsBefore(db: Db | Tx, before: Date): Promise<void> {
  await db.delete(deletedSummaries).where(and(lt(deletedSummaries.deletedAt, before), sql`NOT (${isNoRepeat})`))
}
