import { setTimeout as sleep } from 'node:timers/promises'
import { SpanKind } from '@opentelemetry/api'
import { is, SQL, sql } from 'drizzle-orm'
import { fromDrizzle, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { z } from 'zod'
import type { Database, Db, Tx } from '../db/database.ts'
import { rowsOf } from '../db/rows.ts'
import type { Log } from '../platform/log.ts'
import { toLoggableError } from '../platform/loggable-error.ts'
import { runInContextOf, withRequestContext } from '../platform/request-context.ts'
import { traced } from '../platform/traces.ts'

/** Tries after the first one of a job, crashes of its process included, and the waits between them. */
export interface Retries {
  readonly limit: number
  /** Least wait before the first of them, in seconds; it doubles with each, and up to as much again is added by chance. */
  readonly delaySeconds: number
  /** Longest wait, in seconds. */
  readonly maxDelaySeconds: number
}

/** One kind of work, whatever its jobs carry. */
export interface AnyJobKind {
  readonly name: string
  /** How many jobs of this kind one process runs at once. */
  readonly concurrency: number
  /** How many of them may be of one group, so that nobody has a process to themselves; all when left out. */
  readonly perGroup?: number
  /** Longest a job may run before it is handed to another worker, in seconds. */
  readonly expireInSeconds: number
  /** How a job that fails is tried again; at once, four times, when left out. */
  readonly retries?: Retries
  /** How long a job is kept once it is done or given up, in seconds; a week when left out. */
  readonly keptSeconds?: number
  /** Name of the kind that is sent what a job carried that is given up, in one step with giving it up. */
  readonly givenUpTo?: string
  /** Of jobs with one key, no more than one waits for its first try: another one sent meanwhile would do the same. */
  readonly onceWaiting?: boolean
  /** Parses what a job carries, and does the work. */
  readonly run: (raw: unknown, run: JobRun) => Promise<void>
}

/** One kind of work, as `defineJobKind` makes it. */
export interface JobKind<T extends object> extends AnyJobKind {
  /** Types what `send` takes; never called. */
  readonly accepts?: (data: T) => void
  /** The key by which a job waits once. */
  readonly keyOf?: (data: T) => string
}

/** Names a kind of work: what its jobs carry, how it is done, and its bounds. */
export function defineJobKind<T extends object>(
  options: Omit<AnyJobKind, 'run' | 'onceWaiting'> & {
    data: z.ZodType<T>
    keyOf?: (data: T) => string
    handle: (data: T, run: JobRun) => Promise<void>
  },
): JobKind<T> {
  const { data, handle, ...bounds } = options
  return { ...bounds, onceWaiting: bounds.keyOf !== undefined, run: async (raw, run) => handle(data.parse(raw), run) }
}

export interface JobRun {
  /** Aborts when the process shuts down or the job's claim is lost. */
  readonly signal: AbortSignal
  /** Starts before this one: 0 on the first try. */
  readonly earlierTries: number
  /** Whether a failure now is final. */
  readonly lastTry: boolean
  readonly log: Log
}

/** Where a job stands among others of its kind. */
export interface JobPlace {
  /** Whose it is, where a process does no more than so many of one group. */
  group?: string
  /** The highest is taken first, of equals the oldest; 0 when left out. A whole number of 32 bits. */
  priority?: number
}

/** Durable work: what is sent inside a transaction is run if, and only if, that transaction commits. */
export interface JobQueue {
  send<T extends object>(
    tx: Db | Tx,
    kind: Pick<JobKind<T>, 'name' | 'accepts' | 'keyOf'>,
    data: T,
    place?: JobPlace,
  ): Promise<void>
  /** What the jobs carry that wait to be taken, in the order in which they will be, and no more of them than asked for. */
  waiting(kind: Pick<AnyJobKind, 'name'>, limit: number): Promise<unknown[]>
  /** Whether a job with this content is waiting or running. */
  isPending<T extends object>(kind: Pick<JobKind<T>, 'name' | 'accepts'>, data: T): Promise<boolean>
  /** Hears what any process sends on a channel of the database; `onReconnect` when messages may have been missed. */
  listen(channel: string, onMessage: (payload: string) => void, onReconnect: () => void): Promise<() => Promise<void>>
  /** Takes no more jobs: they are left to other processes. Those that run go on, and others can be sent still. */
  rest(): Promise<void>
  /** Settles when no job is running here. */
  idle(): Promise<void>
  /** Takes no more jobs, lets running ones finish for a while, then hands the rest back. */
  stop(graceMs: number): Promise<void>
}

const AT_ONCE: Retries = { limit: 4, delaySeconds: 0, maxDelaySeconds: 0 }
const WEEK_SECONDS = 7 * 24 * 60 * 60
/** A job whose process has not shown life for this long is handed to another. pg-boss takes nothing shorter. */
const HEARTBEAT_SECONDS = 10
const MONITOR_SECONDS = 5
const POLL_SECONDS = 2
/** How often what need not be kept any longer is removed. */
const CLEANING_SECONDS = 10 * 60
/** Where the queue's tables stand. */
export const JOBS_SCHEMA = 'jobs'
/** What the queue's connections to PostgreSQL call themselves. */
export const JOBS_APPLICATION = 'precis-jobs'
/** How long aborted jobs may take to give up. */
const HAND_BACK_MS = 5000

const liveStates: ReadonlySet<string> = new Set(['created', 'retry', 'active'])

/** Waits for work, but no longer than it may take. */
async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController()
  await Promise.race([work, sleep(limitMs, undefined, { signal: timer.signal }).catch(() => {})])
  timer.abort()
}

/** Told of each try at a job, when it is over. */
type OnTried = (tried: { kind: string; outcome: 'done' | 'failed'; seconds: number }) => void

/** The jobs of a process that are being done. */
interface Running {
  onTried: OnTried
  tasks: Set<Promise<unknown>>
  /** Aborts when they have to stop. */
  stopping: AbortSignal
  log: Log
}

async function prepareQueue(boss: PgBoss, kind: AnyJobKind): Promise<void> {
  const { limit, delaySeconds, maxDelaySeconds } = kind.retries ?? AT_ONCE
  const waits = delaySeconds > 0
  const settings = {
    retryLimit: limit,
    retryDelay: delaySeconds,
    retryBackoff: waits,
    ...(waits ? { retryDelayMax: maxDelaySeconds } : {}),
    deleteAfterSeconds: kind.keptSeconds ?? WEEK_SECONDS,
    expireInSeconds: kind.expireInSeconds,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    ...(kind.givenUpTo === undefined ? {} : { deadLetter: kind.givenUpTo }),
    notify: true,
  }
  if ((await boss.getQueue(kind.name)) === null)
    await boss.createQueue(kind.name, { ...settings, policy: kind.onceWaiting === true ? 'short' : 'standard' })
  else await boss.updateQueue(kind.name, settings)
}

/**
 * Starts the job queue on the product's own database.
 *
 * @param kinds the work this process knows; with `run` false it only sends. A kind that is sent what another one gives
 *   up comes before that one
 */
export async function startJobQueue(
  database: Database,
  kinds: readonly AnyJobKind[],
  options: { run: boolean; log: Log; onTried?: OnTried },
): Promise<JobQueue> {
  const { log } = options
  const boss = new PgBoss({
    connectionString: database.directUrl,
    schema: JOBS_SCHEMA,
    application_name: JOBS_APPLICATION,
    useListenNotify: true,
    supervise: options.run,
    schedule: false,
    monitorIntervalSeconds: MONITOR_SECONDS,
    superviseIntervalSeconds: MONITOR_SECONDS,
    maintenanceIntervalSeconds: CLEANING_SECONDS,
    notifyHeartbeatIntervalMs: 5000,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue'))
  await boss.start()
  for (const kind of kinds) await prepareQueue(boss, kind)

  const stopping = new AbortController()
  const running = new Set<Promise<unknown>>()
  if (options.run) {
    for (const kind of kinds)
      await startWorkers(boss, kind, {
        onTried: options.onTried ?? (() => {}),
        stopping: stopping.signal,
        tasks: running,
        log,
      })
  }
  const rest = async (): Promise<void> => {
    await Promise.all(kinds.map((kind) => boss.offWork(kind.name, { wait: false })))
  }
  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.allSettled(running)
  }
  return {
    rest,
    idle,
    send: async (tx, kind, data, { group, priority = 0 } = {}) => {
      await boss.send(kind.name, withRequestContext(data), {
        priority,
        ...(group === undefined ? {} : { group: { id: group } }),
        ...(kind.keyOf === undefined ? {} : { singletonKey: kind.keyOf(data) }),
        db: fromDrizzle({ execute: async (query) => ({ rows: is(query, SQL) ? await rowsOf(tx, query) : [] }) }, sql),
      })
    },
    waiting: async (kind, limit) => listWaiting(database.db, kind.name, limit),
    isPending: async (kind, data) => {
      const jobs = await boss.findJobs(kind.name, { data })
      return jobs.some((job) => liveStates.has(job.state))
    },
    listen: async (channel, onMessage, onReconnect) => {
      const db = boss.getDb()
      if (db.listen === undefined) throw new Error('The job database cannot listen.')
      const handle = await db.listen(channel, onMessage, onReconnect)
      return async () => handle.close()
    },
    stop: async (graceMs) => {
      await rest()
      await within(graceMs, Promise.allSettled(running))
      stopping.abort()
      await within(HAND_BACK_MS, Promise.allSettled(running))
      await boss.stop({ graceful: true, timeout: HAND_BACK_MS })
    },
  }
}

/**
 * What stands in the row of a job that has failed. pg-boss writes down all that hangs on an error, and on one of the
 * database that is the row it has refused.
 */
function keptFailure(error: unknown): Error {
  const { type, message } = toLoggableError(error)
  return new Error(`${type}: ${message}`)
}

/** In the order in which pg-boss takes them. */
async function listWaiting(db: Db, name: string, limit: number): Promise<unknown[]> {
  const rows = await rowsOf(
    db,
    sql`SELECT data FROM ${sql.identifier(JOBS_SCHEMA)}.job
        WHERE name = ${name} AND state < 'active' AND NOT blocked AND start_after <= now()
        ORDER BY priority DESC, created_on LIMIT ${limit}`,
  )
  return rows.map(({ data }) => data)
}

function logFailure(log: Log, error: unknown, job: JobWithMetadata<unknown>): void {
  if (job.retryCount < job.retryLimit) log.warn({ err: error }, 'a job will be tried again')
  else log.error({ err: error }, 'a job was given up')
}

/** Starts as many workers for a kind of work as may run at once. */
async function startWorkers(boss: PgBoss, kind: AnyJobKind, work: Running): Promise<void> {
  // There may be more than one is told of: all look again when a job begins, and when it is done.
  const lookAgain = (): void => {
    for (const { id, name } of boss.getWipData()) if (name === kind.name) boss.notifyWorker(id)
  }
  await boss.work(
    kind.name,
    {
      pollingIntervalSeconds: POLL_SECONDS,
      notifyPollingIntervalSeconds: POLL_SECONDS,
      includeMetadata: true,
      localConcurrency: kind.concurrency,
      ...(kind.perGroup === undefined ? {} : { localGroupConcurrency: kind.perGroup }),
    },
    async ([job]) => {
      if (job === undefined) return
      lookAgain()
      await runInContextOf(job.data, async () => doJob(kind, job, work))
    },
  )
}

/** One try at a job. */
async function doJob(kind: AnyJobKind, job: JobWithMetadata<unknown>, work: Running): Promise<void> {
  const log = work.log.child({ job: kind.name, jobId: job.id, try: job.retryCount + 1 })
  const run: JobRun = {
    signal: AbortSignal.any([job.signal, work.stopping]),
    earlierTries: job.retryCount,
    lastTry: job.retryCount >= job.retryLimit,
    log,
  }
  const attributes = { 'precis.job.kind': kind.name, 'precis.job.id': job.id, 'precis.job.try': job.retryCount + 1 }
  const task = traced(`job ${kind.name}`, attributes, async () => kind.run(job.data, run), SpanKind.CONSUMER)
  work.tasks.add(task)
  const startedAt = performance.now()
  const tell = (outcome: 'done' | 'failed'): void =>
    work.onTried({ kind: kind.name, outcome, seconds: (performance.now() - startedAt) / 1000 })
  try {
    await task
    tell('done')
  } catch (error) {
    tell('failed')
    if (!work.stopping.aborted) logFailure(log, error, job)
    throw keptFailure(error)
  } finally {
    work.tasks.delete(task)
  }
}
