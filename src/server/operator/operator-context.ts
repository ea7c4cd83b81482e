import { AppError } from '../../shared/errors.ts'
import { openStripe, withPayments } from '../composition/billing.ts'
import { emailJobKind, openMailer } from '../composition/emails.ts'
import { openDatabase } from '../composition/open-database.ts'
import { hasCluster } from '../db/bundled/cluster.ts'
import type { Context, Database } from '../db/database.ts'
import type { BillingContext } from '../features/billing/context.ts'
import { billingJobKinds } from '../features/billing/sync/jobs.ts'
import { startJobQueue } from '../jobs/queue.ts'
import { loadCatalogue } from '../plans/load-catalogue.ts'
import { systemClock } from '../platform/clock.ts'
import type { OperatorConfig } from '../platform/config/config.ts'
import type { Log } from '../platform/log.ts'
import type { ObjectStorage } from '../storage/object-storage.ts'
import { openStorage } from '../storage/open-storage.ts'

/** Context of operator commands. The database, the storage and the job queue open on first use. */
export interface OperatorContext extends Omit<Context, 'db'> {
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
  const catalogue = loadCatalogue(given.planCatalogue)
  const config = withPayments(given, catalogue)
  const base = { config, catalogue, clock: systemClock, log }
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
    ...base,
    operator,
    openDatabase: openData,
    openStorage: async () => {
      const storage = await openStorage(config)
      closers.unshift(async () => storage.close())
      return storage
    },
    openBilling: async () => {
      const opened = await openData()
      const sync = { ...base, db: opened.db, stripe: openStripe(config) }
      const mailer = openMailer(config)
      const emailKinds = mailer === null ? [] : [emailJobKind({ ...sync, mailer })]
      // The queue only sends: a server runs the jobs.
      const queue = await startJobQueue(opened, [...billingJobKinds(sync), ...emailKinds], { run: false, log })
      closers.unshift(async () => queue.stop(0))
      return { ...sync, queue, canMail: mailer !== null }
    },
    close: async () => {
      for (const close of closers) await close()
    },
  }
}
