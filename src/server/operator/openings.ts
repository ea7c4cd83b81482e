import { AppError } from '../../shared/errors.ts'
import { createBillingContext, createSyncContext } from '../composition/billing.ts'
import { emailJobKind } from '../composition/emails.ts'
import { openDatabase } from '../composition/open-database.ts'
import { hasCluster } from '../db/bundled/cluster.ts'
import { billingJobKinds } from '../features/billing/sync/jobs.ts'
import { startJobQueue } from '../jobs/queue.ts'
import { openSmtpMailer } from '../mail/smtp-mailer.ts'
import { loadCatalogue } from '../plans/load-catalogue.ts'
import { systemClock } from '../platform/clock.ts'
import type { OperatorConfig } from '../platform/config.ts'
import type { Log } from '../platform/log.ts'
import type { ObjectStorage } from '../storage/object-storage.ts'
import { openStorage } from '../storage/open-storage.ts'
import type { DataDeps, Openings, SettingsDeps, WorkDeps } from './operator-deps.ts'

/** What the command itself has opened. */
export interface OwnOpenings extends Openings {
  close: () => Promise<void>
}

/** A folder of the wrong name would be taken for an empty product. */
function insistOnData({ databaseUrl, dataDir }: OperatorConfig): void {
  if (databaseUrl !== null || hasCluster(dataDir)) return
  throw new AppError(
    'not_found',
    `There is no database in ${dataDir}. Set DATA_DIR, or DATABASE_URL, to what the server runs with.`,
  )
}

/** A queue that only sends: the jobs are done by the server that runs, or once one is started. */
async function openWork(data: DataDeps, closers: (() => Promise<void>)[]): Promise<WorkDeps> {
  const { config, log, clock, catalogue, database } = data
  const { db } = database
  const { appUrl } = config.http
  const sync = createSyncContext(config, { db, clock, log, catalogue })
  const mailer = config.mail === null ? null : openSmtpMailer({ ...config.mail, appUrl })
  const emailKinds = mailer === null ? [] : [emailJobKind({ db, clock, catalogue, appUrl, mailer })]
  const queue = await startJobQueue(database, [...billingJobKinds(sync), ...emailKinds], { run: false, log })
  closers.unshift(async () => queue.stop(0))
  return { ...data, billing: createBillingContext(config, sync, { queue, canMail: mailer !== null }) }
}

/** Opens for a command what it needs, each once and no sooner; `close` closes it all. */
export function openOwn(readConfig: () => OperatorConfig, log: Log): OwnOpenings {
  const closers: (() => Promise<void>)[] = []
  let settings: SettingsDeps | undefined
  let storage: ObjectStorage | undefined
  let data: DataDeps | undefined
  let work: WorkDeps | undefined

  const openSettings = async (): Promise<SettingsDeps> => {
    if (settings !== undefined) return settings
    const config = readConfig()
    settings = { config, log, clock: systemClock, catalogue: loadCatalogue(config.planCatalogue) }
    return settings
  }
  const openFiles = async (): Promise<ObjectStorage> => {
    if (storage !== undefined) return storage
    const opened = await openStorage((await openSettings()).config)
    closers.unshift(async () => opened.close())
    storage = opened
    return opened
  }
  const openData = async (): Promise<DataDeps> => {
    if (data !== undefined) return data
    const opened = await openSettings()
    insistOnData(opened.config)
    const database = await openDatabase(opened.config, log)
    closers.unshift(async () => database.close())
    data = { ...opened, database, openStorage: openFiles }
    return data
  }
  return {
    settings: openSettings,
    data: openData,
    work: async () => {
      work ??= await openWork(await openData(), closers)
      return work
    },
    close: async () => {
      for (const close of closers.splice(0)) await close()
    },
  }
}
