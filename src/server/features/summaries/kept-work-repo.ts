import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { keptWork, summaries } from '../../db/schema/index.ts'

/** Under which the source of a summary is kept as it was read. */
export const DOCUMENT_KEY = 'document'

/** Bytes of all the work that is kept of a summary; undefined where there is no such summary. */
export async function bytesOfWork(db: Db | Tx, summaryId: string): Promise<number | undefined> {
  const [row] = await db
    .select({ bytes: sql<string>`coalesce(sum(${keptWork.bytes}), 0)` })
    .from(summaries)
    .leftJoin(keptWork, eq(keptWork.summaryId, summaries.id))
    .where(eq(summaries.id, summaryId))
    .groupBy(summaries.id)
  return row === undefined ? undefined : Number(row.bytes)
}

/** Writes one piece of work, new or known. */
export async function saveWork(db: Db | Tx, piece: typeof keptWork.$inferInsert): Promise<void> {
  const { value, bytes, createdAt } = piece
  await db
    .insert(keptWork)
    .values(piece)
    .onConflictDoUpdate({ target: [keptWork.summaryId, keptWork.key], set: { value, bytes, createdAt } })
}

/** One piece of work, packed as it was saved. */
export async function findWork(db: Db | Tx, summaryId: string, key: string): Promise<string | undefined> {
  const [row] = await db
    .select({ value: keptWork.value })
    .from(keptWork)
    .where(and(eq(keptWork.summaryId, summaryId), eq(keptWork.key, key)))
  return row?.value
}

/** Whether the source of a summary is kept as it was read. */
export async function isDocumentKept(db: Db | Tx, summaryId: string): Promise<boolean> {
  const rows = await db
    .select({ key: keptWork.key })
    .from(keptWork)
    .where(and(eq(keptWork.summaryId, summaryId), eq(keptWork.key, DOCUMENT_KEY)))
  return rows.length > 0
}

/** Removes all work that was kept of a summary. */
export async function forgetWork(db: Db | Tx, summaryId: string): Promise<void> {
  await db.delete(keptWork).where(eq(keptWork.summaryId, summaryId))
}

/** Removes work from before a moment. */
export async function deleteWorkBefore(db: Db | Tx, before: Date): Promise<void> {
  await db.delete(keptWork).where(lt(keptWork.createdAt, before))
}
