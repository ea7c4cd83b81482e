import { openDatabase } from '../composition/open-database.ts'
import { hasCluster } from '../db/bundled/cluster.ts'
import type { Tx } from '../db/database.ts'
import { type CheckedBackup, checkArchive } from '../features/backup/read-archive.ts'
import {
  checkLevel,
  lookAtTarget,
  type RestoredRows,
  refusalOf,
  restoreBackup,
  type Target,
} from '../features/backup/restore-backup.ts'
import { failUnfinished } from '../features/summaries/persist.ts'
import { openStorage } from '../storage/open-storage.ts'
import type { Restored } from './backup-contracts.ts'
import type { SettingsDeps } from './operator-deps.ts'

/** What a backup says of itself. */
const factsOf = ({ file, head, manifest }: CheckedBackup) => ({
  file,
  createdAt: head.createdAt,
  version: head.version,
  rows: manifest.rows,
  files: manifest.files.count,
})

/** What a restore would meet. Looking makes nothing: neither a database nor its tables. */
async function look({ config, log }: SettingsDeps): Promise<Target> {
  if (config.databaseUrl === null && !hasCluster(config.dataDir)) return { people: 0, inUse: false }
  const database = await openDatabase(config, log, { asItIs: true })
  try {
    return await lookAtTarget(database.db)
  } finally {
    await database.close()
  }
}

async function replace(
  { config, log, clock }: SettingsDeps,
  backup: CheckedBackup,
  force: boolean,
  signal: AbortSignal,
): Promise<RestoredRows> {
  const database = await openDatabase(config, log, { replaceMissing: true })
  try {
    const storage = await openStorage(config)
    try {
      const endUnfinished = async (tx: Tx): Promise<number> => failUnfinished(tx, clock)
      return await restoreBackup({ database, storage, force, endUnfinished }, backup, signal)
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
 * @throws AppError `invalid_input` for a file that is no whole backup, `conflict` where people would lose what they have
 *   or servers run, unless `force` is set
 */
export async function restore(
  deps: SettingsDeps,
  { file, force, dryRun }: { file: string; force: boolean; dryRun: boolean },
  signal: AbortSignal,
): Promise<Restored> {
  const backup = await checkArchive(file, signal)
  checkLevel(backup)
  const target = await look(deps)
  const refusal = force ? null : refusalOf(target)
  if (dryRun) return { ...factsOf(backup), replaced: target.people, ended: null, refusal: refusal?.message ?? null }
  if (refusal !== null) throw refusal
  const { rows, files, ended } = await replace(deps, backup, force, signal)
  return { ...factsOf(backup), rows, files, ended, replaced: target.people, refusal: null }
}
