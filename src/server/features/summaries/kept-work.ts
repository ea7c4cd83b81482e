import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import type { WorkMemory } from '../../../summarizer/index.ts'
import type { Db } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { bytesOfWork, DOCUMENT_KEY, deleteWorkBefore, findWork, saveWork } from './kept-work-repo.ts'

/** Longest piece that is kept, in bytes: the text of the longest books, several times over. */
const MAX_PIECE_BYTES = 16 * 1024 * 1024
/** All pieces of one summary, as they are stored. */
const MAX_STORED_BYTES = 24 * 1024 * 1024
const MAX_KEY_LENGTH = 300
/** How long work on a failed summary waits for another try. */
const KEPT_MS = 24 * 60 * 60_000

const deflateBytes = promisify(deflate)
const inflateBytes = promisify(inflate)

/** Text, because the embedded database takes that in many times faster than bytes. */
async function pack(json: string | Uint8Array): Promise<string> {
  return (await deflateBytes(json)).toString('base64')
}

async function unpack(stored: string): Promise<Buffer> {
  return inflateBytes(Buffer.from(stored, 'base64'), { maxOutputLength: MAX_PIECE_BYTES })
}

export interface KeptWorkDeps {
  db: Db
  clock: Clock
  log: Log
}

/** Removes work that nobody came back to within a day. */
export async function removeOldWork({ db, clock }: Pick<KeptWorkDeps, 'db' | 'clock'>): Promise<void> {
  await deleteWorkBefore(db, new Date(clock.now().getTime() - KEPT_MS))
}

/** What has been done already of one summary. Nothing here throws: what cannot be kept is done again. */
export interface KeptWork {
  /** The JSON of the document: parsing that of a long book would stall the main thread. */
  document(): Promise<Uint8Array | null>
  /**
   * @param json of a packed document
   * @returns whether it is kept now
   */
  keepDocument(json: Uint8Array): Promise<boolean>
  /** For the summarizer's own pieces. */
  memory: WorkMemory
}

/** Opens what is kept of a summary. */
export function openKeptWork({ db, clock, log }: KeptWorkDeps, summaryId: string): KeptWork {
  const get = async <T>(key: string, read: (json: Buffer) => T): Promise<T | undefined> => {
    try {
      const value = await findWork(db, summaryId, key)
      return value === undefined ? undefined : read(await unpack(value))
    } catch (error) {
      log.warn({ err: error, summaryId }, 'work that was kept could not be read')
      return undefined
    }
  }
  const set = async (key: string, json: string | Uint8Array): Promise<boolean> => {
    try {
      if (Buffer.byteLength(json) > MAX_PIECE_BYTES || key.length > MAX_KEY_LENGTH) return false
      const packed = await pack(json)
      const held = await bytesOfWork(db, summaryId)
      if (held === undefined || held + packed.length > MAX_STORED_BYTES) return false
      await saveWork(db, { summaryId, key, value: packed, bytes: packed.length, createdAt: clock.now() })
      return true
    } catch (error) {
      log.warn({ err: error, summaryId }, 'work could not be kept')
      return false
    }
  }
  return {
    document: async () => (await get(DOCUMENT_KEY, (json) => json)) ?? null,
    keepDocument: async (json) => set(DOCUMENT_KEY, json),
    memory: {
      get: async (key) => get<unknown>(`summarizer ${key}`, (json) => JSON.parse(json.toString())),
      set: async (key, value) => void (await set(`summarizer ${key}`, JSON.stringify(value))),
    },
  }
}
