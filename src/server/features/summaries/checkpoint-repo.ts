import { and, eq, lt, sql } from 'drizzle-orm'
import type { WorkMemory } from '../../../summarizer/index.ts'
import type { Context, Db } from '../../db/database.ts'
import { checkpoints, summaries } from '../../db/schema/index.ts'
import { packJson, reviewDocuments, unpackJson } from './source-repo.ts'

/** Maximum stored bytes of one summary's checkpoints. */
const MAX_STORED_BYTES = 24 * 1024 * 1024
const MAX_KEY_LENGTH = 300
/** How long checkpoints are kept for a retry. */
const KEPT_MS = 24 * 60 * 60_000

/** Total bytes of a summary's checkpoints; undefined if the summary doesn't exist. */
async function checkpointBytes(db: Db, summaryId: string): Promise<number | undefined> {
  const [row] = await db
    .select({ bytes: sql<string>`coalesce(sum(octet_length(${checkpoints.value})), 0)` })
    .from(summaries)
    .leftJoin(checkpoints, eq(checkpoints.summaryId, summaries.id))
    .where(eq(summaries.id, summaryId))
    .groupBy(summaries.id)
  return row === undefined ? undefined : Number(row.bytes)
}

export async function deleteCheckpoints(db: Db, summaryId: string): Promise<void> {
  await db.delete(checkpoints).where(eq(checkpoints.summaryId, summaryId))
}

/** Removes checkpoints older than a day, and the texts that were read for summaries that failed before. */
export async function removeOldCheckpoints({ db, clock }: Context): Promise<void> {
  const now = clock.now()
  await db.delete(checkpoints).where(lt(checkpoints.createdAt, new Date(now.getTime() - KEPT_MS)))
  await reviewDocuments(db, now)
}

/**
 * Storage for the summarizer's intermediate results of one summary. Never throws: what can't be stored or read is done
 * again.
 */
export function openCheckpoints({ db, clock, log }: Context, summaryId: string): WorkMemory {
  return {
    get: async (key) => {
      try {
        const [row] = await db
          .select({ value: checkpoints.value })
          .from(checkpoints)
          .where(and(eq(checkpoints.summaryId, summaryId), eq(checkpoints.key, key)))
        return row === undefined ? undefined : JSON.parse((await unpackJson(row.value)).toString())
      } catch (error) {
        log.warn({ err: error, summaryId }, 'a checkpoint could not be read')
        return undefined
      }
    },
    set: async (key, json) => {
      try {
        const value = await packJson(JSON.stringify(json))
        const stored = await checkpointBytes(db, summaryId)
        if (value === null || key.length > MAX_KEY_LENGTH || stored === undefined) return
        if (stored + value.length > MAX_STORED_BYTES) return
        const createdAt = clock.now()
        await db
          .insert(checkpoints)
          .values({ summaryId, key, value, createdAt })
          .onConflictDoUpdate({ target: [checkpoints.summaryId, checkpoints.key], set: { value, createdAt } })
      } catch (error) {
        log.warn({ err: error, summaryId }, 'a checkpoint could not be stored')
      }
    },
  }
}
