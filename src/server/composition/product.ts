import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { suggestLocalModel, withLocalModel } from '../../pipeline/local-models.ts'
import { createPipeline, type Pipeline } from '../../pipeline/pipeline.ts'
import { hasPrices } from '../../shared/plans/catalogue.ts'
import type { Context, Database } from '../db/database.ts'
import { billingJobKinds } from '../features/billing/sync/jobs.ts'
import { createPdfRenderer } from '../features/exports/pdf/pdf-renderer.ts'
import { questionJobs } from '../features/questions/job.ts'
import { EventHub } from '../features/summaries/events.ts'
import { summaryJobs } from '../features/summaries/job.ts'
import { MAX_QUEUED, QueuePositions } from '../features/summaries/queue.ts'
import { createSourceReader } from '../features/summaries/source/source-reader.ts'
import { removeFilesJobKind } from '../features/user-data/delete-account.ts'
import { startJobQueue } from '../jobs/queue.ts'
import type { OperatorContext } from '../operator/operator-context.ts'
import { loadCatalogue } from '../plans/load-catalogue.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import { warnOfSettings } from '../platform/config/startup-warnings.ts'
import { type ConnectionLimits, connectionLimits } from '../platform/http/http-server.ts'
import { type BodyLimits, bodyLimits } from '../platform/http/request-body.ts'
import type { Log } from '../platform/log.ts'
import { createMetrics } from '../platform/metrics.ts'
import { operatorName } from '../platform/process.ts'
import { openStorage } from '../storage/open-storage.ts'
import { type AppContext, buildApp } from './app.ts'
import { createRefresh, openStripe, withPayments } from './billing.ts'
import { emailJobKind, openMailer } from './emails.ts'
import { startMaintenance } from './maintenance.ts'
import { openDatabase } from './open-database.ts'

/** The running product, without its listening socket. */
export interface Product {
  app: FastifyInstance
  /** Context for operator commands in tests; outside of tests, each command opens its own. */
  operator: OperatorContext
  /**
   * Reports not ready and keeps serving until load balancers notice; then ends requests and streams, gives running jobs
   * time to finish, hands the others back, and closes the database.
   */
  close(): Promise<void>
  /** Takes no more jobs, waits for all running ones, and closes. For workers. */
  retire(): Promise<void>
}

/** Replacements for tests, and hooks. */
export interface ProductParts {
  onClosed?: () => Promise<void>
  clock?: Clock
  pipeline?: Pipeline
  /** Base URLs of local model servers by name; unset: their usual ports on this machine. */
  localOrigins?: Readonly<Record<string, string>>
  /** An open database, which the product closes. */
  database?: Database
  webFolder?: string
  /** Time limit for receiving a request body, except for uploads. */
  bodyTimeoutMs?: number
  /** Lower limits on connections. */
  connections?: Partial<ConnectionLimits>
  /** Lower limits on the bytes of unfinished request bodies. */
  bodies?: Partial<BodyLimits>
  /** Time limit for an upload without progress. */
  uploadIdleMs?: number
  /** Resolves when load balancers have noticed the shutdown. */
  drained?: () => Promise<void>
  /** Time for running jobs to finish after `close`. */
  graceMs?: number
  maintenanceMs?: number
  maxWaiting?: number
}

const GRACE_MS = 20_000
const BODY_TIMEOUT_MS = 30_000
const UPLOAD_IDLE_MS = 30_000
const MAINTENANCE_MS = 10 * 60_000
/** Time for requests in progress to finish after `close`. */
const REQUEST_GRACE_MS = 5000
const WEB_FOLDER = fileURLToPath(new URL('../../../dist/web', import.meta.url))

/** Closes the HTTP server; requests that don't finish in time are cut off. */
async function closeRequests(app: FastifyInstance): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), REQUEST_GRACE_MS)
  await app.close()
  clearTimeout(cutOff)
}

/**
 * Starts the product: database, jobs, storage, HTTP app. A start that fails leaves nothing open.
 * @throws PlanCatalogueError; ConfigError without Stripe in production, if the catalogue has prices; AppError
 * `unavailable` when the bundled PostgreSQL cannot be started; errors of the database
 */
export async function startProduct(given: Config, log: Log, parts: ProductParts = {}): Promise<Product> {
  const catalogue = loadCatalogue(given.planCatalogue)
  const config = await withLocalModel(withPayments(given, catalogue), log, parts.localOrigins)
  if (given.stripe !== null && config.stripe === null) log.warn({ event: 'config.no_prices' }, IGNORED_STRIPE)
  const database = parts.database ?? (await openDatabase(config, log))
  try {
    const product = await assemble(
      { config, log, catalogue, clock: parts.clock ?? systemClock, db: database.db },
      database,
      parts,
    )
    // Not awaited: it must not delay the start.
    if (!given.ai.isAuto && config.role !== 'web') void suggestLocalModel(config, log, parts.localOrigins)
    return product
  } catch (error) {
    await database.close()
    throw error
  }
}

const IGNORED_STRIPE =
  'the Stripe settings are ignored, because the plan catalogue has no prices: subscriptions at Stripe continue until you cancel them there'

async function assemble(base: Context & { config: Config }, database: Database, parts: ProductParts): Promise<Product> {
  const { config, log, catalogue, clock, db } = base
  warnOfSettings(config, log)
  const pipeline = parts.pipeline ?? createPipeline(config, log)
  const storage = await openStorage(config)
  const sources = createSourceReader(db)
  const hub = new EventHub((error) => log.warn({ err: error }, 'an event of a summary could not be published'))
  const metrics = createMetrics()
  /** Aborts when shutdown begins: the product still serves, but should get no new requests. */
  const draining = new AbortController()
  /** Aborts when the product closes. */
  const closing = new AbortController()
  const mailer = openMailer(config)
  const jobContext = {
    ...base,
    storage,
    pipeline,
    sources,
    hub,
    metrics,
    closing: closing.signal,
    uploadIdleMs: parts.uploadIdleMs ?? UPLOAD_IDLE_MS,
    stripe: openStripe(config),
    canMail: mailer !== null,
  }
  const [deadLetter, jobs] = summaryJobs(jobContext)
  const [unanswered, answers] = questionJobs(jobContext)
  const emailKinds = mailer === null ? [] : [emailJobKind({ ...base, mailer })]
  const billingKinds = hasPrices(catalogue) ? billingJobKinds(jobContext) : []
  const kinds = [deadLetter, jobs, unanswered, answers, ...emailKinds, removeFilesJobKind(storage), ...billingKinds]
  const queue = await startJobQueue(database, kinds, { run: config.role !== 'web', log, onTried: metrics.jobTried })
  const events = await queue.openChannel({
    channel: 'summary_events',
    onMessage: (payload) => hub.receive(payload),
    onGap: () => hub.gap(),
  })
  hub.connect(async (payload) => events.send(payload))

  const isReady = async (): Promise<boolean> =>
    !draining.signal.aborted &&
    (await database.ping().then(
      () => true,
      () => false,
    ))
  const pdf = createPdfRenderer()
  // Workers get no requests, so they don't wait for load balancers.
  const drained = parts.drained ?? (async () => sleep(config.role === 'worker' ? 0 : config.shutdownDrainMs))
  const positions = new QueuePositions(queue, parts.maxWaiting ?? MAX_QUEUED)
  const context: AppContext = { ...jobContext, queue, pdf, positions }
  const app = await buildApp({
    context,
    refreshUser: createRefresh(context),
    draining: draining.signal,
    bodyTimeoutMs: parts.bodyTimeoutMs ?? BODY_TIMEOUT_MS,
    connections: { ...connectionLimits, maxPerAddress: config.http.connectionsPerAddress, ...parts.connections },
    bodies: { ...bodyLimits, ...parts.bodies },
    webFolder: parts.webFolder ?? WEB_FOLDER,
    isReady,
  })
  const stopMaintenance = startMaintenance(context, {
    database,
    jobs,
    answers,
    intervalMs: parts.maintenanceMs ?? MAINTENANCE_MS,
  })
  const operator: OperatorContext = {
    config,
    catalogue,
    clock,
    log,
    operator: operatorName(),
    openDatabase: async () => database,
    openStorage: async () => storage,
    openBilling: async () => context,
  }
  const end = async (): Promise<void> => {
    draining.abort()
    await queue.pause()
    await drained()
    closing.abort()
    await Promise.all([stopMaintenance(), closeRequests(app), queue.stop(parts.graceMs ?? GRACE_MS)])
    mailer?.close()
    await events.close()
    await pdf.close()
    await Promise.all([pipeline.close(), sources.close()])
    await storage.close()
    await database.close()
    await parts.onClosed?.()
  }
  let ended: Promise<void> | undefined
  const close = async (): Promise<void> => {
    ended ??= end()
    return ended
  }
  return {
    app,
    operator,
    close,
    retire: async () => {
      await queue.pause()
      await queue.idle()
      await close()
    },
  }
}
