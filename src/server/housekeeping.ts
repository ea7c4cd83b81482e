import { maintainBilling } from './billing.ts'
import { removeExpiredHits } from './db/rate-limit-store.ts'
import { removeExpiredLinks } from './features/accounts/email/email-links-repo.ts'
import { deleteEndedSessions, idleSince } from './features/accounts/session/sessions-repo.ts'
import { backUpDaily } from './features/backup/daily-backup.ts'
import { removeOldCheckpoints } from './features/summaries/checkpoint-repo.ts'
import { purgeDeletedSummaries } from './features/summaries/delete.ts'
import { failStuckSummaries } from './features/summaries/persist.ts'
import { indexMissingSummaries } from './features/summaries/search-repo.ts'
import { removeOldUploads, removeStrayFiles } from './features/uploads/remove-uploads.ts'
import type { JobKind, JobQueue } from './jobs/queue.ts'
import type { Config } from './platform/config.ts'
import type { Log } from './platform/log.ts'
import { productVersion } from './platform/product-version.ts'
import type { Wiring } from './wiring.ts'

/** Looking through all stored files takes longer than the rest of the housekeeping, and is less urgent. */
const STRAY_FILES_EVERY_MS = 24 * 60 * 60_000

export interface HouseDeps {
  queue: JobQueue
  jobs: JobKind<{ summaryId: string }>
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'backupKeep'>
  log: Log
  /** How often, in milliseconds. */
  everyMs: number
}

/**
 * Removes what is over, and ends what hangs, now and then for as long as the product runs.
 *
 * @returns what ends it
 */
export function keepHouse(wiring: Wiring, { queue, jobs, config, log, everyMs }: HouseDeps): () => Promise<void> {
  const { database, context, billing, closing } = wiring
  const { db, clock, storage } = context
  let strayFilesAt = 0
  const hasJob = async (summaryId: string): Promise<boolean> => queue.isPending(jobs, { summaryId })
  const tidySummaries = async (): Promise<void> => {
    await purgeDeletedSummaries(context)
    const taken = await indexMissingSummaries(db, closing.signal)
    if (taken > 0) log.info({ summaries: taken }, 'summaries of another version can be searched now')
  }
  const tidy = async (): Promise<void> => {
    await tidySummaries()
    await deleteEndedSessions(db, { now: clock.now(), seenAfter: idleSince(clock.now()) })
    await removeExpiredLinks(db, clock.now())
    await removeExpiredHits(db, clock.now())
    await removeOldCheckpoints(context)
    await maintainBilling({ ...billing, queue })
    const stuck = await failStuckSummaries(context, hasJob)
    if (stuck > 0) log.warn({ summaries: stuck }, 'summaries without a job were ended')
    const old = await removeOldUploads(context)
    if (old > 0) log.info({ uploads: old }, 'uploads that nobody used were removed')
    if (clock.now().getTime() - strayFilesAt < STRAY_FILES_EVERY_MS) return
    strayFilesAt = clock.now().getTime()
    const strays = await removeStrayFiles(context)
    if (strays > 0) log.info({ files: strays }, 'files that belonged to no upload were removed')
  }
  // A PostgreSQL server has backups of its own; the bundled one lives and dies with its directory.
  const backUp = async (): Promise<void> => {
    const { dataDir, databaseUrl, backupKeep } = config
    if (databaseUrl !== null) return
    const version = productVersion()
    await backUpDaily({ database, storage, clock, log, dataDir, version, keep: backupKeep }, closing.signal)
  }
  const keep = async (work: () => Promise<void>): Promise<void> =>
    work().catch((error: unknown) => log.warn({ err: error }, 'housekeeping'))
  // A process that never runs for long has to come to this too, and people search as soon as it runs.
  const first = keep(tidySummaries)
  let backingUp = Promise.resolve()
  const timer = setInterval(() => {
    void keep(tidy)
    backingUp = backingUp.then(async () => keep(backUp))
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await Promise.all([first, backingUp])
  }
}
