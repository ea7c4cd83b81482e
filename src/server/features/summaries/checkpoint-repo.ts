import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import { and, eq, lt, ne, sql } from 'drizzle-orm'
import type { WorkMemory } from '../../../summarizer/index.ts'
import type { Context, Db, Tx } from '../../db/database.ts'
import { checkpoints, SOURCE_KEY, summaries } from '../../db/schema/index.ts'

/** Key of the parsed source while its summary is being created; afterwards it is SOURCE_KEY. */
const DOCUMENT_KEY = 'document'

/** Total bytes of a summary's checkpoints; undefined if the summary doesn't exist. */
async function checkpointBytes(db: Db, summaryId: string): Promise<number | undefined> {
  const [row] = await db
    .select({ bytes: sql<string>`coalesce(sum(${checkpoints.bytes}), 0)` })
    .from(summaries)
    .leftJoin(checkpoints, eq(checkpoints.summaryId, summaries.id))
    .where(eq(summaries.id, summaryId))
    .groupBy(summaries.id)
  return row === undefined ? undefined : Number(row.bytes)
}

async function saveCheckpoint(db: Db, piece: typeof checkpoints.$inferInsert): Promise<void> {
  const { value, bytes, createdAt } = piece
  await db
    .insert(checkpoints)
    .values(piece)
    .onConflictDoUpdate({ target: [checkpoints.summaryId, checkpoints.key], set: { value, bytes, createdAt } })
}

const isCheckpoint = (summaryId: string, key: string) =>
  and(eq(checkpoints.summaryId, summaryId), eq(checkpoints.key, key))

/** A checkpoint as stored, compressed. */
async function findCheckpoint(db: Db, summaryId: string, key: string): Promise<string | undefined> {
  const [row] = await db.select({ value: checkpoints.value }).from(checkpoints).where(isCheckpoint(summaryId, key))
  return row?.value
}

/** Whether a summary has a checkpoint of its parsed source. */
export const hasDocumentCheckpoint = async (db: Db, summaryId: string): Promise<boolean> =>
  (await db.$count(checkpoints, isCheckpoint(summaryId, DOCUMENT_KEY))) > 0

export async function deleteCheckpoints(db: Db, summaryId: string): Promise<void> {
  await db.delete(checkpoints).where(eq(checkpoints.summaryId, summaryId))
}

/** Removes the checkpoints of a finished summary, but keeps its parsed source for reading beside the summary. */
export async function keepSource(tx: Tx, summaryId: string): Promise<void> {
  await tx.delete(checkpoints).where(and(eq(checkpoints.summaryId, summaryId), ne(checkpoints.key, DOCUMENT_KEY)))
  await tx.update(checkpoints).set({ key: SOURCE_KEY }).where(eq(checkpoints.summaryId, summaryId))
}

/** Copies the kept source of a summary to one that is redone from it; false if it wasn't kept. */
export async function copySource(tx: Tx, fromId: string, toId: string, createdAt: Date): Promise<boolean> {
  const value = await findCheckpoint(tx, fromId, SOURCE_KEY)
  if (value === undefined) return false
  await saveCheckpoint(tx, { summaryId: toId, key: DOCUMENT_KEY, value, bytes: value.length, createdAt })
  return true
}

/** Replaces the kept source of a summary by that of another. */
export async function moveSource(tx: Tx, fromId: string, toId: string): Promise<void> {
  await deleteCheckpoints(tx, toId)
  await tx.update(checkpoints).set({ summaryId: toId }).where(eq(checkpoints.summaryId, fromId))
}

/** JSON of a finished summary's source; null if it wasn't kept. */
export async function findSource(db: Db, summaryId: string): Promise<Buffer | null> {
  const value = await findCheckpoint(db, summaryId, SOURCE_KEY)
  return value === undefined ? null : unpack(value)
}

/** Maximum bytes of one checkpoint: several times the text of the longest books. */
const MAX_CHECKPOINT_BYTES = 16 * 1024 * 1024
/** Maximum stored bytes of one summary's checkpoints. */
const MAX_STORED_BYTES = 24 * 1024 * 1024
const MAX_KEY_LENGTH = 300
/** How long checkpoints of a failed summary are kept for a retry. */
const KEPT_MS = 24 * 60 * 60_000

const deflateBytes = promisify(deflate)
const inflateBytes = promisify(inflate)

const unpack = async (stored: string): Promise<Buffer> =>
  inflateBytes(Buffer.from(stored, 'base64'), { maxOutputLength: MAX_CHECKPOINT_BYTES })

/** Removes checkpoints older than a day, except the sources of finished summaries. */
export async function removeOldCheckpoints({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS)
  await db.delete(checkpoints).where(and(lt(checkpoints.createdAt, before), ne(checkpoints.key, SOURCE_KEY)))
}

/** Results of earlier attempts at one summary. Never throws: what can't be stored or read is done again. */
export function openCheckpoints({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>, summaryId: string) {
  const get = async <T>(key: string, read: (json: Buffer) => T): Promise<T | undefined> => {
    try {
      const value = await findCheckpoint(db, summaryId, key)
      return value === undefined ? undefined : read(await unpack(value))
    } catch (error) {
      log.warn({ err: error, summaryId }, 'a checkpoint could not be read')
      return undefined
    }
  }
  const set = async (key: string, json: string | Uint8Array): Promise<boolean> => {
    try {
      if (Buffer.byteLength(json) > MAX_CHECKPOINT_BYTES || key.length > MAX_KEY_LENGTH) return false
      const packed = (await deflateBytes(json)).toString('base64')
      const stored = await checkpointBytes(db, summaryId)
      if (stored === undefined || stored + packed.length > MAX_STORED_BYTES) return false
      await saveCheckpoint(db, { summaryId, key, value: packed, bytes: packed.length, createdAt: clock.now() })
      return true
    } catch (error) {
      log.warn({ err: error, summaryId }, 'a checkpoint could not be stored')
      return false
    }
  }
  return {
    /** JSON of the parsed source; not parsed here, since a long book would block the event loop. */
    document: async (): Promise<Uint8Array | null> => (await get(DOCUMENT_KEY, (json) => json)) ?? null,
    /** Stores the JSON of the parsed source; false if it could not be stored. */
    saveDocument: async (json: Uint8Array): Promise<boolean> => set(DOCUMENT_KEY, json),
    /** Storage for the summarizer's intermediate results. */
    memory: {
      get: async (key) => get<unknown>(`summarizer ${key}`, (json) => JSON.parse(json.toString())),
      set: async (key, value) => void (await set(`summarizer ${key}`, JSON.stringify(value))),
    } satisfies WorkMemory,
  }
}
export type Checkpoints = ReturnType<typeof openCheckpoints>
