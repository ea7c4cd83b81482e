import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { languageChoiceSchema, sourceLanguage } from '../shared/languages.ts'
import { type Plan, type PlanCatalogue, planOf } from '../shared/plans/catalogue.ts'
import { heldPlan } from '../shared/plans/held-plan.ts'
import { usagePeriodAt } from '../shared/plans/usage.ts'
import { isVideoUrl, parseSourceUrl } from '../shared/source-url.ts'
import { type Accounts, wireAccounts } from './accounts.ts'
import { buildApp } from './app.ts'
import { type Billing, wireBilling } from './billing.ts'
import type { Database, Tx } from './db/database.ts'
import { removeExpiredHits } from './db/rate-limit-store.ts'
import { removeExpiredLinks } from './features/accounts/links-repo.ts'
import { findUserById, setSummaryLanguage } from './features/accounts/repo.ts'
import { isStillSignedIn, personOf, removeEndedSessions } from './features/accounts/sessions.ts'
import { toUser } from './features/accounts/to-user.ts'
import { createPdfPress } from './features/exports/pdf/press.ts'
import { loadCatalogue } from './features/plans/load-catalogue.ts'
import { giveBackSummary, reserveSummary, takeTurn } from './features/plans/reserve-summary.ts'
import { EventHub } from './features/summaries/event-hub.ts'
import { failStuckSummaries } from './features/summaries/fail-stuck-summaries.ts'
import { removeOldWork } from './features/summaries/kept-work.ts'
import { removeDeletedSummaries } from './features/summaries/restore-summary.ts'
import type { SummaryRouteDeps } from './features/summaries/routes.ts'
import { type RunSummaryDeps, runSummary } from './features/summaries/run-summary.ts'
import type { Pipeline } from './features/summaries/summarize-source.ts'
import { takeMissingWords } from './features/summaries/take-words.ts'
import type { Rights } from './features/summaries/to-summary.ts'
import { removeOldUploads, removeStrayFiles } from './features/uploads/sweep-uploads.ts'
import { openBroadcast } from './jobs/broadcast.ts'
import { defineJobKind, type JobKind, type JobQueue, startJobQueue } from './jobs/queue.ts'
import { wireMyData } from './my-data.ts'
import { openDatabase } from './open-database.ts'
import type { Openings, WorkDeps } from './operator/operator-deps.ts'
import { createPipeline } from './pipeline.ts'
import { requireActor } from './platform/actor.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { isLiveKey } from './platform/config-schema.ts'
import type { Log } from './platform/log.ts'
import type { ObjectStorage } from './storage/object-storage.ts'
import { openStorage } from './storage/open-storage.ts'
import { type Uploads, wireUploads } from './uploads.ts'

/** The whole product, running but for the listening socket. */
export interface Product {
  app: FastifyInstance
  /** What the commands of operators need, open already. */
  openings: Openings
  /** Ends requests and streams, lets running jobs finish for a while or hands them back, closes the database. */
  close(): Promise<void>
}

/** What tests put in place of the real thing. */
export interface ProductParts {
  clock?: Clock
  pipeline?: Pipeline
  /** An open database; the product closes it. */
  database?: Database
  webFolder?: string
  /** How long a request may take to arrive whole, uploads aside. */
  arrivalMs?: number
  /** How long an upload may go without a byte arriving. */
  uploadIdleMs?: number
  /** How long running jobs may go on after `close`. */
  graceMs?: number
  /** How often the house is kept. */
  housekeepingMs?: number
}

type SummaryJob = { summaryId: string }

/** Summaries that one process makes at once: by the built-in engine, which computes, and by models, which are waited for. */
const SUMMARIES_AT_ONCE = { computing: 4, waiting: 8 }
/** What a summary's job may take beyond the summary's own time limit: its end has to be written down. */
const SUMMARY_MARGIN_SECONDS = 5 * 60
const GRACE_MS = 20_000
const ARRIVAL_MS = 30_000
const UPLOAD_IDLE_MS = 30_000
const HOUSEKEEPING_MS = 10 * 60_000
/** Looking through all stored files takes longer than the rest of the housekeeping, and is less urgent. */
const STRAY_FILES_EVERY_MS = 24 * 60 * 60_000
/** How long requests in flight may go on after `close`; the slowest ones are told at once that they should end. */
const REQUEST_GRACE_MS = 5000
const WEB_FOLDER = fileURLToPath(new URL('../../dist/web', import.meta.url))

function rightsIn(catalogue: PlanCatalogue): (plan: string | null) => Rights {
  const advancedPlanName = catalogue.plans.find((plan) => plan.advanced)?.name ?? null
  return (plan) => ({ plan: planOf(catalogue, plan), advancedPlanName })
}

interface Wiring {
  database: Database
  catalogue: PlanCatalogue
  clock: Clock
  hub: EventHub
  pipeline: Pipeline
  storage: ObjectStorage
  uploads: Uploads
  accounts: Accounts
  billing: Billing
  /** Aborted when the product closes. */
  closing: AbortController
}

/** What summaries need of the counters of plans. */
const quotaOf = (catalogue: PlanCatalogue) => ({
  takeTurn,
  reserve: async (tx: Tx, userId: string, now: Date) => reserveSummary(tx, catalogue, userId, now),
  giveBack: giveBackSummary,
})

function summaryJobs(wiring: Wiring, config: Pick<Config, 'ai' | 'summaryTimeoutMs'>): JobKind<SummaryJob> {
  const { database, catalogue, clock, hub, pipeline, uploads } = wiring
  const { db } = database
  const planFor = async (userId: string): Promise<Plan> => {
    const user = await findUserById(db, userId)
    return planOf(catalogue, user === undefined ? null : heldPlan(user, clock.now()))
  }
  const deps: RunSummaryDeps = {
    db,
    clock,
    hub,
    pipeline,
    files: uploads.files,
    planFor,
    ...quotaOf(catalogue),
    timeLimitMs: config.summaryTimeoutMs,
  }
  return defineJobKind({
    name: 'summarize',
    concurrency: config.ai.models.length === 0 ? SUMMARIES_AT_ONCE.computing : SUMMARIES_AT_ONCE.waiting,
    expireInSeconds: Math.ceil(config.summaryTimeoutMs / 1000) + SUMMARY_MARGIN_SECONDS,
    data: z.object({ summaryId: z.uuid() }),
    handle: async ({ summaryId }, run) => runSummary(deps, summaryId, run),
  })
}

function summaryRoutes(wiring: Wiring, queue: JobQueue, jobs: JobKind<SummaryJob>): SummaryRouteDeps {
  const { database, catalogue, clock, hub, pipeline, uploads, closing } = wiring
  const rightsOf = rightsIn(catalogue)
  return {
    db: database.db,
    clock,
    hub,
    summarizer: pipeline.summarizer,
    files: uploads.files,
    closing: closing.signal,
    plans: catalogue.plans,
    parseUrl: parseSourceUrl,
    isVideo: isVideoUrl,
    ...quotaOf(catalogue),
    keepLanguage: setSummaryLanguage,
    planOf: (actor) => planOf(catalogue, actor.plan),
    enqueue: async (tx, summaryId) => queue.send(tx, jobs, { summaryId }),
    rightsOf: (actor) => rightsOf(actor.plan),
    isStillSignedIn,
    languageOf: (request) => languageChoiceSchema.safeParse(personOf(request)?.summaryLanguage).data ?? sourceLanguage,
    usageOf: (request) => {
      requireActor(request)
      const person = personOf(request)
      const now = clock.now()
      return {
        summariesUsed: person === null ? 0 : toUser(person, now).summariesUsed,
        resetsAt: usagePeriodAt(person?.planStartedAt ?? now, now).end.toISOString(),
      }
    },
  }
}

/** @returns what ends it */
function keepHouse(
  wiring: Wiring,
  queue: JobQueue,
  jobs: JobKind<SummaryJob>,
  log: Log,
  everyMs: number,
): () => Promise<void> {
  const { database, catalogue, clock, hub, storage, uploads, billing, closing } = wiring
  const { db } = database
  let strayFilesAt = 0
  const hasJob = async (summaryId: string): Promise<boolean> => queue.isPending(jobs, { summaryId })
  const tidySummaries = async (): Promise<void> => {
    await removeDeletedSummaries({ db, clock, files: uploads.files })
    const taken = await takeMissingWords(db, closing.signal)
    if (taken > 0) log.info({ summaries: taken }, 'summaries of another version can be searched now')
  }
  const tidy = async (): Promise<void> => {
    await tidySummaries()
    await removeEndedSessions(db, clock.now())
    await removeExpiredLinks(db, clock.now())
    await removeExpiredHits(db, clock.now())
    await removeOldWork({ db, clock })
    await billing.tidy(queue)
    const stuck = await failStuckSummaries({ db, clock, hub, files: uploads.files, ...quotaOf(catalogue), hasJob })
    if (stuck > 0) log.warn({ summaries: stuck }, 'summaries without a job were ended')
    const old = await removeOldUploads({ db, clock, storage })
    if (old > 0) log.info({ uploads: old }, 'uploads that nobody used were removed')
    if (clock.now().getTime() - strayFilesAt < STRAY_FILES_EVERY_MS) return
    strayFilesAt = clock.now().getTime()
    const strays = await removeStrayFiles({ db, clock, storage })
    if (strays > 0) log.info({ files: strays }, 'files that belonged to no upload were removed')
  }
  const keep = async (work: () => Promise<void>): Promise<void> =>
    work().catch((error: unknown) => log.warn({ err: error }, 'housekeeping'))
  // A process that never runs for long has to come to this too, and people search as soon as it runs.
  const first = keep(tidySummaries)
  const timer = setInterval(() => void keep(tidy), everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await first
  }
}

/** Ends the HTTP side: requests in flight may finish, but one that never does is cut off. */
async function closeRequests(app: FastifyInstance): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), REQUEST_GRACE_MS)
  await app.close()
  clearTimeout(cutOff)
}

/** Everything that the parts of the product share. */
async function wire(
  config: Config,
  log: Log,
  { catalogue, database }: Pick<Wiring, 'catalogue' | 'database'>,
  parts: ProductParts,
): Promise<Wiring> {
  const clock = parts.clock ?? systemClock
  const pipeline = parts.pipeline ?? createPipeline(config, log)
  const storage = await openStorage(config)
  const closing = new AbortController()
  return {
    database,
    catalogue,
    clock,
    pipeline,
    storage,
    closing,
    hub: new EventHub((error) => log.warn({ err: error }, 'watchers of a summary could not be told')),
    accounts: wireAccounts({ config, log, db: database.db, clock, catalogue }),
    billing: wireBilling({ config, log, db: database.db, clock, catalogue }),
    uploads: wireUploads({
      config,
      log,
      clock,
      catalogue,
      pipeline,
      storage,
      db: database.db,
      closing: closing.signal,
      uploadIdleMs: parts.uploadIdleMs ?? UPLOAD_IDLE_MS,
    }),
  }
}

/**
 * Starts the product: database, jobs, storage, HTTP app. A start that fails leaves nothing open.
 *
 * @throws PlanCatalogueError, AppError `unavailable` when the data folder is in use, and what the database says
 */
export async function startProduct(config: Config, log: Log, parts: ProductParts = {}): Promise<Product> {
  const catalogue = loadCatalogue(config.planCatalogue)
  const database = parts.database ?? (await openDatabase(config, log))
  try {
    return await assemble(config, log, await wire(config, log, { catalogue, database }, parts), parts)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** A key of the wrong kind works as well as the right one: only the log can say so before somebody pays. */
function warnOfKey({ stripe, production }: Config, log: Log): void {
  if (stripe === null || isLiveKey(stripe.secretKey) === production) return
  if (production) log.warn('STRIPE_SECRET_KEY is a test key, in production: nobody is charged')
  else log.warn('STRIPE_SECRET_KEY is a live key, outside production: people are charged')
}

async function assemble(config: Config, log: Log, wiring: Wiring, parts: ProductParts): Promise<Product> {
  const { database, catalogue, clock, hub, pipeline, storage, accounts, billing, closing } = wiring
  warnOfKey(config, log)
  const jobs = summaryJobs(wiring, config)
  const myData = wireMyData({
    config,
    clock,
    hub,
    storage,
    rightsOf: rightsIn(catalogue),
    leaveBilling: billing.leaveBy,
  })
  const kinds = [jobs, ...accounts.jobs, ...myData.kinds, ...billing.kinds]
  const queue = await startJobQueue(database, kinds, { run: config.role !== 'web', log })
  const broadcast = await openBroadcast(database, queue, {
    channel: 'summary_events',
    onMessage: (payload) => hub.receive(payload),
    onGap: () => hub.gap(),
    log,
  })
  hub.connect(async (payload) => broadcast.send(payload))

  const isReady = async (): Promise<boolean> =>
    !closing.signal.aborted &&
    (await database.ping().then(
      () => true,
      () => false,
    ))
  const press = createPdfPress()
  const billingDeps = billing.by(queue, accounts.postBy(queue))
  const app = await buildApp({
    config,
    log,
    clock,
    database,
    catalogue,
    accounts: accounts.routes(queue, myData.by(queue)),
    summaries: summaryRoutes(wiring, queue, jobs),
    billing: billingDeps,
    refreshDue: billing.refreshDue,
    uploads: wiring.uploads.routes,
    press,
    arrivalMs: parts.arrivalMs ?? ARRIVAL_MS,
    webFolder: parts.webFolder ?? WEB_FOLDER,
    isReady,
  })
  const stopHousekeeping = keepHouse(wiring, queue, jobs, log, parts.housekeepingMs ?? HOUSEKEEPING_MS)
  const operated: WorkDeps = {
    config,
    catalogue,
    clock,
    log,
    database,
    openStorage: async () => storage,
    billing: billingDeps,
  }
  return {
    app,
    openings: { settings: async () => operated, data: async () => operated, work: async () => operated },
    close: async () => {
      closing.abort()
      await Promise.all([stopHousekeeping(), closeRequests(app), queue.stop(parts.graceMs ?? GRACE_MS)])
      accounts.close()
      await broadcast.close()
      await press.close()
      await pipeline.ingest.close()
      await storage.close()
      await database.close()
    },
  }
}
