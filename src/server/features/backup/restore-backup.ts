import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../../shared/errors.ts'
import type { Database, Db, Tx } from '../../db/database.ts'
import { productTables } from '../../db/product-tables.ts'
import { countServerConnections, removeAllJobs } from '../../jobs/all-jobs.ts'
import type { ObjectStorage } from '../../storage/object-storage.ts'
import { damaged, keyOf, MAX_FILE_BYTES, type TableShape, tableOf } from './backup-format.ts'
import { type CheckedBackup, readChecked } from './read-archive.ts'
import { countRowsOf, forgetReadings, insertLines, readShapes, useExactText } from './rows-repo.ts'
import {
  emptyTables,
  keepServersOut,
  knownLevels,
  migrateFrom,
  readLevel,
  rebuildTables,
  waitAtMost,
} from './schema-repo.ts'

export interface RestoreDeps {
  database: Database
  storage: Pick<ObjectStorage, 'get' | 'put' | 'delete'>
  /** Replace what is there, whatever stands against it. */
  force: boolean
  /** Ends summaries whose work was under way, so that people can try them again; how many there were. */
  endUnfinished: (tx: Tx) => Promise<number>
}

export interface RestoredRows {
  rows: Record<string, number>
  files: number
  /** Summaries that were being made when the backup was. */
  ended: number
}

/** How long a server that has not been stopped may hold on to a table. */
const LOCK_SECONDS = 30

/** @throws AppError `invalid_input` for a backup of a database that this version of the product is too old for */
export function checkLevel({ head }: CheckedBackup): void {
  const levels = knownLevels()
  if (head.migration > levels.last || !levels.has(head.migration)) {
    throw new AppError(
      'invalid_input',
      `This backup was made by another Precis (${head.version}), with a database that this version does not know. Restore it with that version or a newer one.`,
    )
  }
}

/** Who and what a restore would meet in a database. */
export interface Target {
  people: number
  /** Whether servers are connected to it. */
  inUse: boolean
}

/** Looks at a database that may not have any tables yet. */
export async function lookAtTarget(db: Db | Tx): Promise<Target> {
  const [users] = await readShapes(db, ['users'])
  return {
    people: users === undefined ? 0 : await countRowsOf(db, users.name),
    inUse: (await countServerConnections(db)) > 0,
  }
}

/** Why a backup is not put into a database unless somebody insists; null where nothing stands against it. */
export function refusalOf({ people, inUse }: Target): AppError | null {
  if (people > 0) {
    return new AppError(
      'conflict',
      `This database holds the accounts of ${people} ${people === 1 ? 'person' : 'people'}. --force replaces everything in it with the backup, for good.`,
    )
  }
  if (!inUse) return null
  return new AppError(
    'conflict',
    'Servers are running on this database. Stop them first. --force restores all the same, and what they are doing is lost.',
  )
}

/** Tables as they were when the backup was made, empty. */
async function prepareTables(tx: Tx, { head }: CheckedBackup): Promise<Map<string, TableShape>> {
  const present = (await readShapes(tx, productTables)).map(({ name }) => name)
  if (head.migration === (await readLevel(tx))) await emptyTables(tx, present)
  else await rebuildTables(tx, present, head.migration)
  const shapes = new Map(
    (
      await readShapes(
        tx,
        head.tables.map(({ name }) => name),
      )
    ).map((shape) => [shape.name, shape]),
  )
  for (const table of head.tables) {
    if (!isDeepStrictEqual(shapes.get(table.name)?.columns, table.columns))
      throw damaged(`its table ${table.name} is not one of its time`)
  }
  return shapes
}

/** Puts files where no file of that name is; what is there already is the same, or the restore ends. */
class Files {
  readonly #storage: RestoreDeps['storage']
  readonly #put: string[] = []
  count = 0

  constructor(storage: RestoreDeps['storage']) {
    this.#storage = storage
  }

  async add(key: string, bytes: Buffer): Promise<void> {
    const present = await this.#storage.get(key, MAX_FILE_BYTES)
    if (present === null) {
      this.#put.push(key)
      const body = (async function* () {
        yield bytes
      })()
      await this.#storage.put(key, body, { maxBytes: MAX_FILE_BYTES, bytes: bytes.length })
    } else if (!bytes.equals(present)) {
      throw new AppError('conflict', `Another file of the name ${key} is kept already. Nothing was restored.`)
    }
    this.count += 1
  }

  async remove(): Promise<void> {
    // What cannot be removed belongs to no row, and goes with what is old.
    for (const key of this.#put) await this.#storage.delete(key).catch(() => {})
  }
}

async function restoreEntries(
  tx: Tx,
  backup: CheckedBackup,
  shapes: Map<string, TableShape>,
  files: Files,
  signal: AbortSignal,
): Promise<void> {
  for await (const { name, bytes } of readChecked(backup, signal)) {
    const shape = shapes.get(tableOf(name) ?? '')
    const key = keyOf(name)
    if (shape !== undefined) await insertLines(tx, shape, bytes.toString('utf8'))
    else if (key !== null) await files.add(key, bytes)
  }
}

async function compareCounts(tx: Tx, { manifest }: CheckedBackup): Promise<Record<string, number>> {
  const rows: Record<string, number> = {}
  for (const [table, expected] of Object.entries(manifest.rows)) {
    rows[table] = await countRowsOf(tx, table)
    if (rows[table] !== expected) {
      throw damaged(`${table} has ${rows[table]} rows after the restore and had ${expected}`)
    }
  }
  return rows
}

/** What the database itself refuses; its own words would show what people wrote. */
function explain(error: unknown): unknown {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if (inner instanceof AppError) return error
    if (!('code' in inner) || typeof inner.code !== 'string' || !/^[\dA-Z]{5}$/u.test(inner.code)) continue
    if (inner.code === '55P03') {
      return new AppError(
        'unavailable',
        'Servers are using this database. Stop them and try again. Nothing was restored.',
        { cause: error },
      )
    }
    // Data that is none (class 22), or that breaks a rule of its table (class 23).
    if (/^2[23]/u.test(inner.code)) return damaged(`its rows do not fit the database (${inner.code})`, error)
  }
  return error
}

/**
 * Replaces all that is in a database with a backup, in one transaction: whatever goes wrong leaves it as it was. Tables
 * take the shape that they had when the backup was made, and once the rows are in them the migrations that have been
 * written since run over both. Work that was under way then is not done any more: its jobs are in no backup.
 *
 * @param backup which `checkArchive` and `checkLevel` have let pass
 * @throws AppError `invalid_input` for rows that are none, `conflict`, `unavailable`, `cancelled`
 */
export async function restoreBackup(
  { database, storage, force, endUnfinished }: RestoreDeps,
  backup: CheckedBackup,
  signal: AbortSignal,
): Promise<RestoredRows> {
  const files = new Files(storage)
  try {
    return await database.db.transaction(async (tx) => {
      await waitAtMost(tx, LOCK_SECONDS)
      await keepServersOut(tx)
      const refusal = force ? null : refusalOf(await lookAtTarget(tx))
      if (refusal !== null) throw refusal
      await useExactText(tx)
      const shapes = await prepareTables(tx, backup)
      await restoreEntries(tx, backup, shapes, files, signal)
      const rows = await compareCounts(tx, backup)
      await migrateFrom(tx, backup.head.migration)
      await removeAllJobs(tx)
      await forgetReadings(tx)
      return { rows, files: files.count, ended: await endUnfinished(tx) }
    })
  } catch (error) {
    await files.remove()
    throw explain(error)
  }
}
