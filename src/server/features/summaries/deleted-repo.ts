import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import {
  checkpoints,
  type DeletedSummaryRow,
  deletedSummaries,
  type SummaryRow,
  summaries,
  summaryColumns,
  summaryShares,
} from '../../db/schema/index.ts'
import type { Authorized } from '../../platform/request-context.ts'
import { findSummary } from './repo.ts'

export async function deleteSummary(tx: Tx, summary: Authorized<SummaryRow>): Promise<void> {
  await tx.delete(summaries).where(eq(summaries.id, summary.id))
}

/** Moves a summary, its checkpoints and its public link to the deleted ones, from which it can be restored. */
export async function softDelete(tx: Tx, summary: Authorized<SummaryRow>, deletedAt: Date): Promise<void> {
  const { id, userId } = summary
  const row = sql`(SELECT to_jsonb(s) FROM ${summaries} s WHERE s.id = ${id})`
  const work = sql`(SELECT coalesce(jsonb_agg(to_jsonb(k)), '[]') FROM ${checkpoints} k WHERE k.summary_id = ${id})`
  const share = sql`(SELECT to_jsonb(l) FROM ${summaryShares} l WHERE l.summary_id = ${id})`
  await tx
    .insert(deletedSummaries)
    .values({ id, userId, row, work, share, fileUrl: summary.input?.fileUrl ?? null, deletedAt })
  await deleteSummary(tx, summary)
}

type SoftDeleted = Pick<DeletedSummaryRow, 'id' | 'userId' | 'deletedAt'>

/** A deleted summary, locked until the transaction ends. */
export async function lockSoftDeleted(tx: Tx, id: string): Promise<SoftDeleted | undefined> {
  const { userId, deletedAt } = deletedSummaries
  const [row] = await tx
    .select({ id: deletedSummaries.id, userId, deletedAt })
    .from(deletedSummaries)
    .where(and(eq(deletedSummaries.id, id), isNoRepeat))
    .for('update')
  return row
}

/** Restores a deleted summary with its public link. If its idempotency key was used again meanwhile, the newer summary keeps the key. */
export async function restoreDeleted(tx: Tx, { id }: Authorized<SoftDeleted>): Promise<void> {
  await tx.execute(
    sql`INSERT INTO ${summaries} SELECT r.* FROM ${deletedSummaries} d, jsonb_populate_record(NULL::${summaries}, CASE
          WHEN EXISTS (SELECT FROM ${summaries} s WHERE s.user_id = d.user_id AND s.idempotency_key = d.row->>'idempotency_key')
          THEN d.row || '{"idempotency_key": null, "idempotency_hash": null}' ELSE d.row END) r
        WHERE d.id = ${id}`,
  )
  await tx.execute(
    sql`INSERT INTO ${checkpoints} SELECT r.* FROM ${deletedSummaries} d, jsonb_populate_recordset(NULL::${checkpoints}, d.work) r
        WHERE d.id = ${id}`,
  )
  await tx.execute(
    sql`INSERT INTO ${summaryShares} SELECT r.* FROM ${deletedSummaries} d, jsonb_populate_record(NULL::${summaryShares}, d.share) r
        WHERE d.id = ${id} AND d.share IS NOT NULL`,
  )
  await tx.delete(deletedSummaries).where(eq(deletedSummaries.id, id))
}

/** Permanently removes summaries deleted before a moment, and returns the URLs of their files. */
export async function purgeDeletedBefore(db: Db, before: Date): Promise<{ id: string; fileUrl: string | null }[]> {
  const { id, fileUrl } = deletedSummaries
  return db
    .delete(deletedSummaries)
    .where(and(lt(deletedSummaries.deletedAt, before), isNoRepeat))
    .returning({ id, fileUrl })
}

/**
 * A request that was answered with an earlier summary. It has no row in `summaries`; stored beside the deleted summaries,
 * its id and idempotency key lead to the earlier one.
 */
export interface Repeat {
  id: string
  userId: string
  /** The earlier summary. */
  summaryId: string
  idempotencyKey: string | null
  idempotencyHash: string | null
  /** Whether the request was a redo that overwrote the earlier summary. */
  isRedo?: boolean
}

const field = (name: 'repeatOf' | 'idempotencyKey' | 'idempotencyHash' | 'isRedo') =>
  sql<string | null>`${deletedSummaries.row}->>${sql.raw(`'${name}'`)}`

/** Matches deleted summaries and leaves out repeats, which can't be restored. */
const isNoRepeat = sql`${field('repeatOf')} IS NULL`

/** Whether a summary is shown as an earlier one: that of a repeat, unless it was overwritten. */
const isCached = sql<boolean>`${field('isRedo')} IS NULL`

export async function insertRepeat(tx: Tx, repeat: Repeat, now: Date): Promise<void> {
  const { id, userId, summaryId: repeatOf, idempotencyKey, idempotencyHash, isRedo } = repeat
  const row = { repeatOf, idempotencyKey, idempotencyHash, isRedo }
  await tx.insert(deletedSummaries).values({ id, userId, row, work: [], deletedAt: now })
}

/** Replaces a summary by an earlier one; its id leads there. */
export async function replaceByEarlier(
  tx: Tx,
  row: SummaryRow,
  earlier: Pick<Repeat, 'summaryId' | 'isRedo'>,
  now: Date,
): Promise<void> {
  await insertRepeat(tx, { ...row, ...earlier }, now)
  await tx.delete(summaries).where(eq(summaries.id, row.id))
}

const leadsToSummary = and(
  sql`${summaries.id} = (${field('repeatOf')})::uuid`,
  eq(summaries.userId, deletedSummaries.userId),
)

/**
 * The summary with this id, or the one that a repeat with this id led to, marked as cached, or that a redo overwrote.
 */
export async function findSummaryOrEarlier(db: Db, id: string): Promise<SummaryRow | undefined> {
  const row = await findSummary(db, id)
  if (row !== undefined) return row
  const [earlier] = await db
    .select({ ...summaryColumns, cached: isCached })
    .from(deletedSummaries)
    .innerJoin(summaries, leadsToSummary)
    .where(eq(deletedSummaries.id, id))
  return earlier
}

/** The earlier summary that a request with this idempotency key was answered with, and the hash of that request. */
export async function findRepeatByKey(tx: Tx, userId: string, key: string) {
  const [found] = await tx
    .select({ ...summaryColumns, requestHash: field('idempotencyHash'), cached: isCached })
    .from(deletedSummaries)
    .innerJoin(summaries, leadsToSummary)
    .where(and(eq(deletedSummaries.userId, userId), sql`${field('idempotencyKey')} = ${key}`))
  if (found === undefined) return undefined
  const { requestHash, ...row } = found
  return { row: { ...row, cached: row.cached && row.status === 'ready' }, idempotencyHash: requestHash }
}

export async function deleteRepeatsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(deletedSummaries).where(and(lt(deletedSummaries.deletedAt, before), sql`NOT (${isNoRepeat})`))
}
