import path from 'node:path'
import type { Database, Tx } from '../../db/database.ts'
import { productTables } from '../../db/product-tables.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ObjectStorage } from '../../storage/object-storage.ts'
import {
  type BackupHead,
  type BackupManifest,
  FORMAT,
  fileName,
  HEAD,
  MANIFEST,
  MAX_FILE_BYTES,
  PART_BYTES,
  partName,
  type TableShape,
} from './backup-format.ts'
import { readFileKeys, readLines, readShapes, useExactText } from './rows-repo.ts'
import { readLevel } from './schema-repo.ts'
import { type ArchiveWriter, removeLeftovers, writeArchive } from './write-archive.ts'

export interface MakeBackupDeps {
  database: Database
  storage: Pick<ObjectStorage, 'get'>
  clock: Clock
  /** Of the product. */
  version: string
  dataDir: string
}

/** What a backup holds, for whoever has made it. */
export interface MadeBackup {
  file: string
  bytes: number
  createdAt: string
  rows: Record<string, number>
  files: { count: number; bytes: number; gone: number }
  /** Nothing was written. */
  dryRun: boolean
}

/** Tables that no backup holds, and why. What is not named here is in it. */
export const leftOut: Record<string, string> = {
  sessions: 'Everybody signs in again after a restore: a session that was ended since must not come back.',
  deleted_summaries: 'What people have deleted does not come back, also where they had a moment to take that back.',
  rate_limits: 'Counters of minutes and hours begin anew.',
}

/** Rows of a table, collected into entries. */
async function addTable(writer: ArchiveWriter, tx: Tx, shape: TableShape, signal: AbortSignal): Promise<number> {
  let rows = 0
  let part = 0
  let lines: string[] = []
  let length = 0
  const flush = async (): Promise<void> => {
    if (lines.length === 0) return
    part += 1
    await writer.add(partName(shape.name, part), Buffer.from(`${lines.join('\n')}\n`))
    lines = []
    length = 0
  }
  for await (const found of readLines(tx, shape)) {
    signal.throwIfAborted()
    for (const line of found) {
      lines.push(line)
      length += line.length
      if (length >= PART_BYTES) await flush()
    }
    rows += found.length
  }
  await flush()
  return rows
}

interface Snapshot {
  createdAt: string
  rows: Record<string, number>
  /** Of the files that the rows speak of. */
  keys: string[]
}

/** All rows, as they were at one moment. */
async function addRows(
  writer: ArchiveWriter,
  { version, clock }: MakeBackupDeps,
  tx: Tx,
  signal: AbortSignal,
): Promise<Snapshot> {
  await useExactText(tx)
  const tables = await readShapes(
    tx,
    productTables.filter((name) => !Object.hasOwn(leftOut, name)),
  )
  const head: BackupHead = {
    product: 'precis',
    format: FORMAT,
    version,
    createdAt: clock.now().toISOString(),
    migration: await readLevel(tx),
    tables,
    leftOut,
  }
  await writer.add(HEAD, Buffer.from(`${JSON.stringify(head, null, 2)}\n`))
  const rows: Record<string, number> = {}
  for (const shape of tables) rows[shape.name] = await addTable(writer, tx, shape, signal)
  return { createdAt: head.createdAt, rows, keys: await readFileKeys(tx) }
}

/** Files are read after the rows: one that has been read meanwhile is gone, and its row says what to do about that. */
async function addFiles(
  writer: ArchiveWriter,
  { storage }: MakeBackupDeps,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<MadeBackup['files']> {
  const files = { count: 0, bytes: 0, gone: 0 }
  for (const key of keys) {
    signal.throwIfAborted()
    const bytes = await storage.get(key, MAX_FILE_BYTES)
    if (bytes === null) {
      files.gone += 1
    } else {
      await writer.add(fileName(key), bytes)
      files.count += 1
      files.bytes += bytes.length
    }
  }
  return files
}

/** Where a backup goes that nobody gave a name: precis-20261122T031500Z.tar.gz. */
function defaultFile({ dataDir, clock }: MakeBackupDeps): string {
  const moment = clock
    .now()
    .toISOString()
    .replace(/\.\d+|[:-]/gu, '')
  return path.join(dataDir, 'backups', `precis-${moment}.tar.gz`)
}

/**
 * Writes all that the product keeps into one file: the rows of one moment, and the files that they speak of. Servers go
 * on meanwhile.
 *
 * @param file where to; null for one named by the time in the folder `backups` of the data folder
 * @param dryRun whether all is only read and counted, and nothing written
 * @throws AppError `conflict` where the name is taken, `unavailable` where nothing can be written
 */
export async function makeBackup(
  deps: MakeBackupDeps,
  { file, dryRun }: { file: string | null; dryRun: boolean },
  signal: AbortSignal,
): Promise<MadeBackup> {
  const target = file ?? defaultFile(deps)
  if (file === null && !dryRun) await removeLeftovers(path.dirname(target), deps.clock.now())
  let made: Omit<MadeBackup, 'bytes'> | undefined
  const bytes = await writeArchive(
    target,
    async (writer) => {
      const snapshot = await deps.database.db.transaction(async (tx) => addRows(writer, deps, tx, signal), {
        isolationLevel: 'repeatable read',
        accessMode: 'read only',
      })
      const files = await addFiles(writer, deps, snapshot.keys, signal)
      const { entries } = writer
      const manifest: BackupManifest = {
        entries: [...entries],
        rows: snapshot.rows,
        files: { count: files.count, bytes: files.bytes },
      }
      await writer.add(MANIFEST, Buffer.from(`${JSON.stringify(manifest)}\n`))
      made = { file: target, createdAt: snapshot.createdAt, rows: snapshot.rows, files, dryRun }
    },
    { now: deps.clock.now(), signal, dryRun },
  )
  if (made === undefined) throw new Error('An archive that is whole has been filled.')
  return { ...made, bytes }
}
