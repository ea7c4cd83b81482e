import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { AppError } from '../../../shared/errors.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ObjectStorage } from '../../storage/object-storage.ts'
import { writeWhole } from '../../storage/write-whole.ts'
import { describeEntry, FORMAT, MANIFEST, MAX_ENTRY_BYTES, type Manifest } from './read-backup.ts'
import { readTables, type Snapshot } from './tables-repo.ts'

export interface BackupSource {
  database: Database
  storage: Pick<ObjectStorage, 'get'>
  clock: Clock
  version: string
  dataDir: string
}

interface Entry {
  name: string
  content: Uint8Array
}

export interface MadeBackup extends Pick<Manifest, 'createdAt' | 'rows' | 'files'> {
  file: string
  bytes: number
  /** Nothing was written. */
  dryRun: boolean
}

/** Content of the backup: all rows as of one moment, the uploads that they refer to, and the manifest. Fills in `made`. */
async function* contentOf({ database, storage, version }: BackupSource, made: MadeBackup): AsyncGenerator<Entry> {
  const { createdAt, files } = made
  const entries: Manifest['entries'] = []
  const listed = (name: string, content: Uint8Array): Entry => {
    entries.push(describeEntry(name, content))
    return { name, content }
  }
  const snapshot: Snapshot = { migration: 0, tables: [], rows: made.rows, keys: [] }
  for await (const { table, rows } of readTables(database, snapshot))
    yield listed(`tables/${table}/${String(entries.length + 1).padStart(6, '0')}.copy`, rows)
  const { keys, ...shape } = snapshot
  for (const key of keys) {
    const content = await storage.get(key, MAX_ENTRY_BYTES)
    // An upload that was summarized and removed meanwhile has a row that asks for it again.
    if (content === null) continue
    files.count += 1
    files.bytes += content.length
    yield listed(`files/${key}`, content)
  }
  const manifest: Manifest = { product: 'precis', format: FORMAT, version, createdAt, ...shape, entries, files }
  yield { name: MANIFEST, content: Buffer.from(JSON.stringify(manifest)) }
}

/** Creates a tar archive: the blocks of each entry, cut from an archive with only this entry, and two empty blocks. */
async function* tarOf(entries: AsyncIterable<Entry>, mtime: Date): AsyncGenerator<Buffer> {
  const end = Buffer.alloc(1024)
  for await (const { name, content } of entries) {
    const archive = pack()
    archive.entry({ name, mode: 0o600, mtime }, Buffer.from(content))
    archive.finalize()
    yield (await buffer(archive)).subarray(0, -end.length)
  }
  yield end
}

/** Such as precis-20261122T031500Z.tar.gz. */
export const backupName = (prefix: string, moment: Date): string =>
  `${prefix}-${moment.toISOString().replaceAll(/\.\d+|[:-]/gu, '')}.tar.gz`

/**
 * Writes all rows as of one moment, and the uploads that they refer to, into one file, while servers go on. The file
 * gets its name when it is complete and on the disk, and only its owner may read it.
 * @param file null for one named by the time in the folder `backups` of the data folder
 * @param dryRun reads and counts everything, and writes nothing
 * @throws AppError `file_exists`, `unavailable` when it cannot be written
 */
export async function makeBackup(
  source: BackupSource,
  { file, dryRun }: { file: string | null; dryRun: boolean },
  signal: AbortSignal,
): Promise<MadeBackup> {
  const now = source.clock.now()
  const target = file ?? path.join(source.dataDir, 'backups', backupName('precis', now))
  const taken = new AppError('file_exists', `${target} is there already, and is not replaced. Choose another name.`)
  const files = { count: 0, bytes: 0 }
  const made: MadeBackup = { file: target, bytes: 0, createdAt: now.toISOString(), rows: {}, files, dryRun }
  const write = async (body: AsyncIterable<Uint8Array>): Promise<void> => {
    if (dryRun) for await (const chunk of body) made.bytes += chunk.length
    else {
      const bytes = await writeWhole(target, body)
      if (bytes === null) throw taken
      made.bytes = bytes
    }
  }
  if ((await stat(target).catch(() => null)) !== null) throw taken
  try {
    if (!dryRun) await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
    await pipeline(tarOf(contentOf(source, made), now), createGzip(), write, { signal })
    return made
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    const message = `The backup could not be written to ${target}, and no file was left there.`
    throw new AppError('unavailable', message, { cause: error })
  }
}
