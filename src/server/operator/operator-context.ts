import { AppError } from '../../shared/errors.ts'
import type { PlanCatalogue } from '../../shared/plans/catalogue.ts'
import { createBillingContext, createSyncContext, withPayments } from '../composition/billing.ts'
import { emailJobKind } from '../composition/emails.ts'
import { openDatabase } from '../composition/open-database.ts'
import { hasCluster } from '../db/bundled/cluster.ts'
import type { Database } from '../db/database.ts'
import type { BillingContext } from '../features/billing/context.ts'
import { billingJobKinds } from '../features/billing/sync/jobs.ts'
import { startJobQueue } from '../jobs/queue.ts'
import { openSmtpMailer } from '../mail/smtp-mailer.ts'
import { loadCatalogue } from '../plans/load-catalogue.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { OperatorConfig } from '../platform/config/config.ts'
import type { Log } from '../platform/log.ts'
import type { ObjectStorage } from '../storage/object-storage.ts'
import { openStorage } from '../storage/open-storage.ts'

/** Context of operator commands. The database, the storage and the job queue open on first use. */
export interface OperatorContext {
  config: OperatorConfig
  catalogue: PlanCatalogue
  clock: Clock
  log: Log
  /** Account name on this machine, recorded with changes. */
  operator: string
  openDatabase: () => Promise<Database>
  /** Separate from the database, as the machine may lack the keys of an S3 bucket. */
  openStorage: () => Promise<ObjectStorage>
  openBilling: () => Promise<BillingContext>
}

/** Rejects a data folder without a database: a mistyped path would otherwise look like an empty product. */
function requireData({ databaseUrl, dataDir }: OperatorConfig): void {
  if (databaseUrl !== null || hasCluster(dataDir)) return
  throw new AppError(
    'not_found',
    `There is no database in ${dataDir}. Set DATA_DIR, or DATABASE_URL, to what the server runs with.`,
  )
}

/**
 * Creates the context of one operator command.
 * @throws PlanCatalogueError, ConfigError; opening throws AppError `not_found` without a database, `unavailable`
 */
export function createOperatorContext(
  given: OperatorConfig,
  log: Log,
  operator: string,
): OperatorContext & { close: () => Promise<void> } {
  const clock = systemClock
  const catalogue = loadCatalogue(given.planCatalogue)
  const config = withPayments(given, catalogue)
  const closers: (() => Promise<void>)[] = []
  let database: Database | undefined

  const openData = async (): Promise<Database> => {
    if (database !== undefined) return database
    requireData(config)
    const opened = await openDatabase(config, log)
    closers.unshift(async () => opened.close())
    database = opened
    return opened
  }
  return {
    config,
    catalogue,
    clock,
    log,
    operator,
    openDatabase: openData,
    openStorage: async () => {
      const storage = await openStorage(config)
      closers.unshift(async () => storage.close())
      return storage
    },
    openBilling: async () => {
      const opened = await openData()
      const { db } = opened
      const { appUrl } = config.http
      const sync = createSyncContext(config, { db, clock, log, catalogue })
      const mailer = config.mail === null ? null : openSmtpMailer({ ...config.mail, appUrl })
      const emailKinds = mailer === null ? [] : [emailJobKind({ db, clock, log, catalogue, appUrl, mailer })]
      // The queue only sends: a server runs the jobs.
      const queue = await startJobQueue(opened, [...billingJobKinds(sync), ...emailKinds], { run: false, log })
      closers.unshift(async () => queue.stop(0))
      return createBillingContext(config, sync, { queue, canMail: mailer !== null })
    },
    close: async () => {
      for (const close of closers) await close()
    },
  }
}
