import { existsSync } from 'node:fs'
import path from 'node:path'
import { AppError } from '../../shared/errors.ts'
import type { Database } from '../db/database.ts'
import { makeBackup } from '../features/backup/make-backup.ts'
import { openDatabase } from '../open-database.ts'
import { productVersion } from '../platform/product-version.ts'
import type { ObjectStorage } from '../storage/object-storage.ts'
import { openStorage } from '../storage/open-storage.ts'
import type { Made, Restored } from './backup-contracts.ts'
import type { SettingsDeps } from './operator-deps.ts'
import { restore } from './restore.ts'

/** @throws AppError `invalid_input` where nothing is named to move to, `not_found` where there is nothing to move */
function insistOnBoth({ databaseUrl, dataDir }: SettingsDeps['config']): void {
  if (databaseUrl === null) {
    throw new AppError(
      'invalid_input',
      'Set DATABASE_URL to the PostgreSQL that everything is to move to. What is moved stands in DATA_DIR.',
    )
  }
  if (!existsSync(path.join(dataDir, 'pglite')))
    throw new AppError(
      'not_found',
      `There is no embedded database in ${dataDir}. Set DATA_DIR to what the server ran with.`,
    )
}

/** Files as the server had them until now: in the data folder, or in the bucket that is set already. */
async function withFiles<T>(
  { config }: SettingsDeps,
  work: (files: Pick<ObjectStorage, 'get'>) => Promise<T>,
): Promise<T> {
  const disk = await openStorage({ dataDir: config.dataDir, s3: null })
  const named = await openStorage(config)
  try {
    const get: ObjectStorage['get'] = async (key, most) => (await disk.get(key, most)) ?? (await named.get(key, most))
    return await work({ get })
  } finally {
    await disk.close()
    await named.close()
  }
}

/** A backup of the embedded database, which stays: it is the way back. */
async function backUp(deps: SettingsDeps, database: Database, dryRun: boolean, signal: AbortSignal): Promise<Made> {
  const { config, clock } = deps
  return withFiles(deps, async (storage) => {
    const parts = { database, storage, clock, dataDir: config.dataDir, version: productVersion() }
    return makeBackup(parts, { file: null, dryRun }, signal)
  })
}

/**
 * Moves all that is kept from the embedded database of the data folder to an empty PostgreSQL: by a backup, which is
 * read back whole, restored in one transaction and counted. The embedded database is left as it is.
 *
 * @throws AppError as `restore` does; `unavailable` where a server runs on the embedded database
 */
export async function move(
  deps: SettingsDeps,
  { dryRun }: { dryRun: boolean },
  signal: AbortSignal,
): Promise<{ made: Made; restored: Restored | null }> {
  const { config, log } = deps
  insistOnBoth(config)
  // Held until all is there: a server that started meanwhile would take in what is not moved any more.
  const source = await openDatabase({ dataDir: config.dataDir, databaseUrl: null, databaseDirectUrl: null }, log)
  try {
    const made = await backUp(deps, source, dryRun, signal)
    if (dryRun) return { made, restored: null }
    return { made, restored: await restore(deps, { file: made.file, force: false, dryRun: false }, signal) }
  } finally {
    await source.close()
  }
}
