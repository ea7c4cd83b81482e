import type { Database } from '../db/database.ts'
import { removeExpiredHits } from '../db/rate-limit-store.ts'
import { removeExpiredLinks } from '../features/accounts/email/email-links-repo.ts'
import { removeExpiredInvitations } from '../features/accounts/invitations/invitations-repo.ts'
import { deleteEndedSessions } from '../features/accounts/session/sessions-repo.ts'
import { backUpDaily } from '../features/backup/daily-backup.ts'
import { failStuckQuestions, forgetPurgedSources } from '../features/questions/persist.ts'
import { removeOldCheckpoints } from '../features/summaries/checkpoint-repo.ts'
import { purgeDeletedSummaries } from '../features/summaries/delete.ts'
import { removeOldModelUsage } from '../features/summaries/model-usage-repo.ts'
import { failStuckSummaries } from '../features/summaries/persist.ts'
import { removeOldUploads, removeStrayFiles } from '../features/uploads/remove-uploads.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { productVersion } from '../platform/process.ts'
import type { AppContext } from './app.ts'
import { maintainBilling } from './billing.ts'

/** Listing all stored files takes longer than the other maintenance jobs and is less urgent. */
const STRAY_FILES_EVERY_MS = 24 * 60 * 60_000

interface MaintenanceOptions {
  database: Database
  jobs: JobKind<{ summaryId: string }>
  answers: JobKind<{ questionId: string }>
  intervalMs: number
}

/** Starts removing expired data, ending stuck summaries, and daily backups. Returns a function that stops it. */
export function startMaintenance(context: AppContext, { database, jobs, answers, intervalMs }: MaintenanceOptions) {
  const { db, clock, config, log, queue } = context
  let strayFilesAt = 0
  const hasJob = async (summaryId: string): Promise<boolean> => queue.isPending(jobs, { summaryId })
  const maintain = async (): Promise<void> => {
    await purgeDeletedSummaries(context)
    await forgetPurgedSources(context)
    await failStuckQuestions(context, async (questionId) => queue.isPending(answers, { questionId }))
    await deleteEndedSessions(db, clock.now())
    await removeExpiredLinks(db, clock.now())
    await removeExpiredInvitations(db, clock.now())
    await removeExpiredHits(db, clock.now())
    await removeOldCheckpoints(context)
    await removeOldModelUsage(context)
    await maintainBilling(context)
    const stuck = await failStuckSummaries(context, hasJob)
    if (stuck > 0) log.warn({ summaries: stuck }, 'ended summaries without a job')
    const old = await removeOldUploads(context)
    if (old > 0) log.info({ uploads: old }, 'removed unused uploads')
    if (clock.now().getTime() - strayFilesAt < STRAY_FILES_EVERY_MS) return
    strayFilesAt = clock.now().getTime()
    const strays = await removeStrayFiles(context)
    if (strays > 0) log.info({ files: strays }, 'removed files without an upload')
  }
  // An external database server is backed up separately.
  const backUp = async (): Promise<void> => {
    const { dataDir, databaseUrl, backupKeep: keep } = config
    if (databaseUrl !== null) return
    await backUpDaily({ ...context, database, dataDir, version: productVersion(), keep }, context.closing)
  }
  const run = async (work: () => Promise<void>): Promise<void> =>
    work().catch((error: unknown) => log.warn({ event: 'maintenance.failed', err: error }, 'maintenance failed'))
  // Also when the process starts, since it may not run for long.
  const first = run(async () => void (await purgeDeletedSummaries(context)))
  let backups = Promise.resolve()
  const timer = setInterval(() => {
    void run(maintain)
    backups = backups.then(async () => run(backUp))
  }, intervalMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await Promise.all([first, backups])
  }
}
