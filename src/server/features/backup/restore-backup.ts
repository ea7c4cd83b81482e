import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../../shared/errors.ts'
import type { Database, Db } from '../../db/database.ts'
import { databaseErrorOf, isLockTimeout } from '../../db/rows.ts'
import { countServerConnections, removeAllJobs } from '../../jobs/unfinished-jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ObjectStorage } from '../../storage/object-storage.ts'
import { failUnfinishedQuestions } from '../questions/persist.ts'
import { removeDeletedSummaries } from '../summaries/delete.ts'
import { failUnfinished } from '../summaries/persist.ts'
import { damaged, MAX_ENTRY_BYTES, type Manifest, readBackup } from './read-backup.ts'
import { countAccounts, isKnownMigration, productTables, refillTables, withLockedDatabase } from './tables-repo.ts'

interface RestoreTarget {
  database: Database
  storage: Pick<ObjectStorage, 'head' | 'put'>
  clock: Clock
  /** Replaces existing accounts, and ignores running servers. */
  force: boolean
}

/** Accounts that a restore would replace, and why it needs `--force`. The database may not have any tables yet. */
export async function inspectTarget(db: Db): Promise<{ accounts: number; refusal: AppError | null }> {
  const accounts = await countAccounts(db)
  if (accounts > 0) {
    const message = `This database contains ${accounts} ${accounts === 1 ? 'account' : 'accounts'}. --force permanently replaces everything in it with the backup.`
    return { accounts, refusal: new AppError('accounts_exist', message) }
  }
  if ((await countServerConnections(db)) === 0) return { accounts, refusal: null }
  const message =
    'Servers are running on this database. Stop them first. --force restores anyway, and their work in progress is lost.'
  return { accounts, refusal: new AppError('database_in_use', message) }
}

/** @throws AppError `invalid_input` for a backup of a database that this version of the product is too old for */
export function checkMigration({ migration, version }: Manifest): void {
  if (isKnownMigration(migration)) return
  throw new AppError(
    'invalid_input',
    `This backup was made by another version of Precis (${version}), whose database this version doesn’t know. Restore it with that version or a newer one.`,
  )
}

/** Explains errors of the database, whose messages would show what users wrote. */
function explain(error: unknown): unknown {
  const inUse = 'Servers are using this database. Stop them and try again. Nothing was restored.'
  if (isLockTimeout(error)) return new AppError('unavailable', inUse, { cause: error })
  const code = databaseErrorOf(error)?.code ?? ''
  // Invalid data, violated constraints, and columns that do not exist.
  if (/^(?:2[23]...|42703)$/u.test(code)) return damaged(`its rows do not fit the database (${code})`, error)
  return error
}

/**
 * Replaces everything in a database with a backup, in one transaction: a failure leaves it as it was, except for
 * uploads that belong to no row, which maintenance removes. The tables are created as they were when the backup was
 * made, and later migrations then run over the restored rows. Jobs are in no backup, so summaries that were in progress
 * end and can be tried again. Deleted summaries don't come back, even while the deletion could still be undone.
 * @param manifest of this file, from `readBackup`
 * @returns the number of rows by table, of files, and of summaries that ended
 * @throws AppError `invalid_input` for rows that do not fit, `accounts_exist`, `database_in_use`, `unavailable`
 */
export async function restoreBackup(
  { database, storage, clock, force }: RestoreTarget,
  file: string,
  manifest: Manifest,
  signal: AbortSignal,
): Promise<{ rows: Record<string, number>; files: number; ended: number }> {
  const rows = Object.fromEntries(manifest.tables.map(({ name }) => [name, 0]))
  try {
    return await withLockedDatabase(database, async (tx, copyRows) => {
      const { refusal } = await inspectTarget(tx)
      if (refusal !== null && !force) throw refusal
      const restoreEntry = async (name: string, content: Buffer): Promise<void> => {
        const [folder, key = ''] = name.split('/')
        if (folder === 'files' && (await storage.head(key)) === null)
          await storage.put(key, Readable.from([content]), { maxBytes: MAX_ENTRY_BYTES, bytes: content.length })
        if (folder !== 'tables') return
        const table = manifest.tables.find((shape) => shape.name === key)
        if (table === undefined || !productTables.includes(key)) throw damaged(`it has no table ${key}`)
        rows[key] = (rows[key] ?? 0) + (await copyRows(table, content))
      }
      await refillTables(tx, manifest.migration, async () => {
        const restored = await readBackup(file, signal, restoreEntry)
        if (!isDeepStrictEqual(restored, manifest)) throw damaged('it was changed while it was read')
        if (!isDeepStrictEqual(rows, manifest.rows)) throw damaged('it has other rows than its manifest lists')
      })
      await removeAllJobs(tx)
      await removeDeletedSummaries(tx)
      await failUnfinishedQuestions(tx, clock)
      return { rows, files: manifest.files.count, ended: await failUnfinished(tx, clock) }
    })
  } catch (error) {
    throw explain(error)
  }
}
