import type { AppError } from '../../shared/errors.ts'
import { openDatabase } from '../composition/open-database.ts'
import { hasCluster } from '../db/bundled/cluster.ts'
import { type Manifest, readBackup } from '../features/backup/read-backup.ts'
import { checkMigration, inspectTarget, restoreBackup } from '../features/backup/restore-backup.ts'
import { openStorage } from '../storage/open-storage.ts'
import type { Restored } from './backup-contracts.ts'
import type { SettingsDeps } from './operator-deps.ts'

/** Accounts that a restore would replace, and why it needs `--force`. Creates neither a database nor its tables. */
async function look({ config, log }: SettingsDeps): Promise<{ accounts: number; refusal: AppError | null }> {
  if (config.databaseUrl === null && !hasCluster(config.dataDir)) return { accounts: 0, refusal: null }
  const database = await openDatabase(config, log, { asItIs: true })
  try {
    return await inspectTarget(database.db)
  } finally {
    await database.close()
  }
}

async function replace(
  { config, log, clock }: SettingsDeps,
  file: string,
  manifest: Manifest,
  { force, signal }: { force: boolean; signal: AbortSignal },
) {
  const database = await openDatabase(config, log, { replaceMissing: true })
  try {
    const storage = await openStorage(config)
    try {
      return await restoreBackup({ database, storage, clock, force }, file, manifest, signal)
    } finally {
      await storage.close()
    }
  } finally {
    await database.close()
  }
}

/**
 * Restores a backup: looks through all of it first, then at what is there, and only then touches anything.
 *
 * @throws AppError `invalid_input` for a file that is no whole backup, `accounts_exist` or `database_in_use` unless
 *   `force` is set
 */
export async function restore(
  deps: SettingsDeps,
  { file, force, dryRun }: { file: string; force: boolean; dryRun: boolean },
  signal: AbortSignal,
): Promise<Restored> {
  const manifest = await readBackup(file, signal)
  checkMigration(manifest)
  const { accounts, ...found } = await look(deps)
  const refusal = force ? null : found.refusal
  const { createdAt, version, rows, files } = manifest
  const facts = { file, createdAt, version, rows, files: files.count, replaced: accounts }
  if (dryRun) return { ...facts, ended: null, refusal: refusal?.message ?? null }
  if (refusal !== null) throw refusal
  return { ...facts, ...(await replace(deps, file, manifest, { force, signal })), refusal: null }
}
