import type { AppError } from '../../shared/errors.ts'
import { openDatabase } from '../composition/open-database.ts'
import { hasCluster } from '../db/bundled/cluster.ts'
import { type MadeBackup, makeBackup } from '../features/backup/make-backup.ts'
import { type Manifest, readBackup } from '../features/backup/read-backup.ts'
import { checkMigration, inspectTarget, restoreBackup } from '../features/backup/restore-backup.ts'
import { productVersion } from '../platform/process.ts'
import { openStorage } from '../storage/open-storage.ts'
import type { OperatorContext } from './operator-context.ts'

/** Makes a backup, or with `dryRun` only counts its content. @throws AppError as `makeBackup` */
export async function backUp(
  { config, clock, ...context }: OperatorContext,
  wanted: { file: string | null; dryRun: boolean },
  signal: AbortSignal,
): Promise<MadeBackup> {
  const database = await context.openDatabase()
  const storage = await context.openStorage()
  const source = { database, storage, clock, dataDir: config.dataDir, version: productVersion() }
  return makeBackup(source, wanted, signal)
}

/** Accounts that a restore would replace, and why it needs `--force`. Creates neither a database nor its tables. */
async function inspect({ config, log }: OperatorContext): Promise<{ accounts: number; refusal: AppError | null }> {
  if (config.databaseUrl === null && !hasCluster(config.dataDir)) return { accounts: 0, refusal: null }
  const database = await openDatabase(config, log, { asItIs: true })
  try {
    return await inspectTarget(database.db)
  } finally {
    await database.close()
  }
}

async function replace(
  { config, log, clock }: OperatorContext,
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
 * Restores a backup: verifies all of it, then checks the target, and only then changes anything. A dry run returns why
 * the restore would be refused.
 * @throws AppError `invalid_input` for an incomplete backup, `accounts_exist` or `database_in_use` unless `force` is
 * set
 */
export async function restore(
  context: OperatorContext,
  { file, force, dryRun }: { file: string; force: boolean; dryRun: boolean },
  signal: AbortSignal,
) {
  const manifest = await readBackup(file, signal)
  checkMigration(manifest)
  const { accounts, ...found } = await inspect(context)
  const refusal = force ? null : found.refusal
  const { createdAt, version, rows, files } = manifest
  const facts = { file, createdAt, version, rows, files: files.count, replaced: accounts }
  if (dryRun) return { ...facts, ended: null, refusal: refusal?.message ?? null }
  if (refusal !== null) throw refusal
  return { ...facts, ...(await replace(context, file, manifest, { force, signal })), refusal: null }
}
export type RestoreResult = Awaited<ReturnType<typeof restore>>
