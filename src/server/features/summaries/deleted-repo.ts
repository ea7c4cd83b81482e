import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import {
  type DeletedSummaryRow,
  deletedSummaries,
  keptWork,
  type SummaryRow,
  summaries,
} from '../../db/schema/index.ts'
import type { Authorized } from '../../platform/actor.ts'
import { isNoRepeat } from './repeats-repo.ts'

/** Removes a summary for good; only with the proof that it is the asker's own. */
export async function deleteSummary(tx: Tx, summary: Authorized<SummaryRow>): Promise<void> {
  await tx.delete(summaries).where(eq(summaries.id, summary.id))
}

/**
 * Puts a summary away, with what was kept of the work on it, so that it can be brought back; only with the proof that it
 * is the asker's own. The rows never leave the database on the way.
 */
export async function putAway(tx: Tx, summary: Authorized<SummaryRow>, deletedAt: Date): Promise<void> {
  const { id, userId } = summary
  const row = sql`(SELECT to_jsonb(s) FROM ${summaries} s WHERE s.id = ${id})`
  const work = sql`(SELECT coalesce(jsonb_agg(to_jsonb(k)), '[]') FROM ${keptWork} k WHERE k.summary_id = ${id})`
  await tx
    .insert(deletedSummaries)
    .values({ id, userId, row, work, fileUrl: summary.input?.fileUrl ?? null, deletedAt })
  await deleteSummary(tx, summary)
}

/** What is told of a summary that was put away: enough to know whose it is, and since when. */
export type PutAway = Pick<DeletedSummaryRow, 'id' | 'userId' | 'deletedAt'>

/** A summary that was put away, locked until the transaction ends. */
export async function lockPutAway(tx: Tx, id: string): Promise<PutAway | undefined> {
  const { userId, deletedAt } = deletedSummaries
  const [row] = await tx
    .select({ id: deletedSummaries.id, userId, deletedAt })
    .from(deletedSummaries)
    .where(and(eq(deletedSummaries.id, id), isNoRepeat))
    .for('update')
  return row
}

/**
 * Brings a summary back as it was; only with the proof that it is the asker's own. Its idempotency key may have been
 * used again meanwhile, and then stays with the newer one.
 */
export async function bringBack(tx: Tx, { id }: Authorized<PutAway>): Promise<void> {
  await tx.execute(
    sql`INSERT INTO ${summaries} SELECT r.* FROM ${deletedSummaries} d, jsonb_populate_record(NULL::${summaries}, CASE
          WHEN EXISTS (SELECT FROM ${summaries} s WHERE s.user_id = d.user_id AND s.idempotency_key = d.row->>'idempotency_key')
          THEN d.row || '{"idempotency_key": null, "idempotency_hash": null}' ELSE d.row END) r
        WHERE d.id = ${id}`,
  )
  await tx.execute(
    sql`INSERT INTO ${keptWork} SELECT r.* FROM ${deletedSummaries} d, jsonb_populate_recordset(NULL::${keptWork}, d.work) r
        WHERE d.id = ${id}`,
  )
  await tx.delete(deletedSummaries).where(eq(deletedSummaries.id, id))
}

/** Removes for good what was put away before a moment, and names the files that were kept for it. */
export async function removePutAwayBefore(
  db: Db | Tx,
  before: Date,
): Promise<{ id: string; fileUrl: string | null }[]> {
  const { id, fileUrl } = deletedSummaries
  return db
    .delete(deletedSummaries)
    .where(and(lt(deletedSummaries.deletedAt, before), isNoRepeat))
    .returning({ id, fileUrl })
}
