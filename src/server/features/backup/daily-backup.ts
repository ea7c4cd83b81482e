import { readdir, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from '../../platform/log.ts'
import { openDiskStorage } from '../../storage/disk-storage.ts'
import { type BackupSource, backupName, type MadeBackup, makeBackup } from './make-backup.ts'
import { readBackup } from './read-backup.ts'
import { countAccounts, databaseBytes } from './tables-repo.ts'

interface DailyBackupOptions extends BackupSource {
  log: Log
  keep: number
  /** Free space of a folder in bytes; replaced by tests. */
  freeBytes?: (folder: string) => Promise<number>
}

const DAY_MS = 24 * 60 * 60_000
/** Backups that an operator makes have other names, and stay. */
const DAILY = 'precis-daily'

/** Names of daily backups, the newest first: each has its time, as a copied file may have any date. */
async function listDaily(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => /^precis-daily-\d{8}T\d{6}Z\.tar\.gz$/u.test(name))
    .toSorted()
    .toReversed()
}

/** Removes unfinished files that killed processes left more than a day ago. */
async function removeLeftovers(folder: string, now: Date): Promise<void> {
  const storage = await openDiskStorage(folder)
  for await (const { key } of storage.listOlderThan(new Date(now.getTime() - DAY_MS)))
    if (key.includes('.part-')) await storage.delete(key)
}

const spaceLeft = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * Makes a backup in the data folder when the last daily one is a day old, verifies it, and then removes the oldest.
 * Null when none is due, there are no accounts, or the disk has less free space than the database takes.
 * @throws AppError as `makeBackup` and `readBackup` do; older backups stay then
 */
export async function backUpDaily(options: DailyBackupOptions, signal: AbortSignal): Promise<MadeBackup | null> {
  const { database, dataDir, clock, keep, log, freeBytes = spaceLeft } = options
  if (keep === 0) return null
  const folder = path.join(dataDir, 'backups')
  const [newest] = await listDaily(folder)
  const now = clock.now()
  if (newest !== undefined && newest > backupName(DAILY, new Date(now.getTime() - DAY_MS))) return null
  if ((await countAccounts(database.db)) === 0) return null
  const neededBytes = await databaseBytes(database.db)
  const free = await freeBytes(dataDir)
  if (free < neededBytes) {
    log.warn({ freeBytes: free, neededBytes }, 'no daily backup was made: there is too little room for one')
    return null
  }
  await removeLeftovers(folder, now)
  const made = await makeBackup(options, { file: path.join(folder, backupName(DAILY, now)), dryRun: false }, signal)
  try {
    await readBackup(made.file, signal)
  } catch (error) {
    await rm(made.file, { force: true })
    throw error
  }
  log.info({ file: path.basename(made.file), bytes: made.bytes }, 'a daily backup was made and read back')
  for (const name of (await listDaily(folder)).slice(keep)) await rm(path.join(folder, name), { force: true })
  return made
}
