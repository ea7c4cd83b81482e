import { readdir, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from '../../platform/log.ts'
import { type MadeBackup, type MakeBackupDeps, makeBackup } from './make-backup.ts'
import { checkArchive } from './read-archive.ts'
import { countRowsOf, databaseSize } from './rows-repo.ts'
import { removeLeftovers } from './write-archive.ts'

export interface DailyBackupDeps extends MakeBackupDeps {
  log: Log
  /** How many of its own are kept. */
  keep: number
  /** Bytes that may still be written where the backups are; asked of the file system when left out. */
  freeBytes?: (folder: string) => Promise<number>
}

const DAY_MS = 24 * 60 * 60_000
/** Backups that somebody has made by hand are called otherwise, and stay. */
const ownName = /^precis-daily-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/

const nameAt = (moment: Date): string => `precis-daily-${moment.toISOString().replaceAll(/\.\d+|[:-]/gu, '')}.tar.gz`

/** Names of those that are there, the newest first. */
async function ownBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => ownName.test(name)).sort((a, b) => b.localeCompare(a, 'en'))
}

/** When one was begun, by its name: a copy of the file may be of any date. */
const momentOf = (name: string): number => Date.parse(name.replace(ownName, '$1-$2-$3T$4:$5:$6Z'))

const spaceLeft = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * Makes a backup in the data folder when the last of its kind is a day old, reads it back from beginning to end, and
 * removes those that are too many. One that cannot be read is removed and complained of; older ones stay then.
 *
 * @returns what was made; null where none was due, or there is no room for one
 * @throws AppError as `makeBackup` and `checkArchive` do
 */
export async function backUpDaily(deps: DailyBackupDeps, signal: AbortSignal): Promise<MadeBackup | null> {
  const { dataDir, clock, keep, log, freeBytes = spaceLeft } = deps
  if (keep === 0) return null
  const now = clock.now()
  const folder = path.join(dataDir, 'backups')
  const [newest] = await ownBackups(folder)
  if (newest !== undefined && now.getTime() - momentOf(newest) < DAY_MS) return null
  // An installation that nobody has used has nothing to lose.
  if ((await countRowsOf(deps.database.db, 'users')) === 0) return null
  // A backup is at most as large as the database it is of.
  const needed = await databaseSize(deps.database.db)
  const free = await freeBytes(dataDir)
  if (free < needed) {
    log.warn({ freeBytes: free, neededBytes: needed }, 'no daily backup was made: there is too little room for one')
    return null
  }
  await removeLeftovers(folder, now)
  const made = await makeBackup(deps, { file: path.join(folder, nameAt(now)), dryRun: false }, signal)
  try {
    await checkArchive(made.file, signal)
  } catch (error) {
    await rm(made.file, { force: true })
    throw error
  }
  const { bytes } = made
  log.info({ file: path.basename(made.file), bytes }, 'a daily backup was made and read back')
  for (const name of (await ownBackups(folder)).slice(keep)) await rm(path.join(folder, name), { force: true })
  return made
}
