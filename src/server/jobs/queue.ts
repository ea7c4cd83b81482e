import { SpanKind } from '@opentelemetry/api'
import { is, SQL, sql } from 'drizzle-orm'
import { fromDrizzle, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Database, Db } from '../db/database.ts'
import { rowsOf } from '../db/rows.ts'
import { waitAtMost } from '../platform/concurrency.ts'
import type { Log } from '../platform/log.ts'
import { toLoggableError } from '../platform/loggable-error.ts'
import { runInContextOf, traced, withRequestContext } from '../platform/request-context.ts'
import type { AnyJobKind, JobKind, JobRun, Retries } from './job-kind.ts'

interface SendOptions {
  /** Group that `perGroup` counts. */
  group?: string
  /** Jobs with a higher priority run first, older ones first among equals; 0 if omitted. A 32-bit integer. */
  priority?: number
}

interface ChannelOptions {
  channel: string
  onMessage: (payload: string) => void
  /** Called when messages may have been missed: receivers read the rows again. */
  onGap: () => void
}

/** Short messages from any process to all processes, including this one. Lost ones must not matter: rows hold the state. */
export interface Channel {
  /** @returns false when the message is too long; nothing is sent then */
  send(payload: string): Promise<boolean>
  close(): Promise<void>
}

/** Durable jobs: one that is sent within a transaction runs if and only if that transaction commits. */
export interface JobQueue {
  send<T extends object>(
    tx: Db,
    kind: Pick<JobKind<T>, 'name' | 'accepts' | 'keyOf'>,
    data: T,
    options?: SendOptions,
  ): Promise<void>
  /** The data of the next waiting jobs, in the order in which they will run. */
  waiting(kind: Pick<AnyJobKind, 'name'>, limit: number): Promise<unknown[]>
  /** Whether a job with this data is waiting or running. */
  isPending<T extends object>(kind: Pick<JobKind<T>, 'name' | 'accepts'>, data: T): Promise<boolean>
  openChannel(options: ChannelOptions): Promise<Channel>
  /** Takes no more jobs and leaves them to other processes. Running jobs continue, and sending still works. */
  pause(): Promise<void>
  /** Resolves when no job is running in this process. */
  idle(): Promise<void>
  /** Takes no more jobs, gives running ones time to finish, then hands the rest back. */
  stop(graceMs: number): Promise<void>
}

const IMMEDIATE_RETRIES: Retries = { limit: 4, delaySeconds: 0, maxDelaySeconds: 0 }
const WEEK_SECONDS = 7 * 24 * 60 * 60
/** A job whose process sends no heartbeat for this long goes to another process. pg-boss accepts nothing shorter. */
const HEARTBEAT_SECONDS = 10
const MONITOR_SECONDS = 5
const POLL_SECONDS = 2
/** Connections for the queue's short statements, each a PostgreSQL process. One more connection listens. */
const QUEUE_CONNECTIONS = 4
/** Interval between removals of expired jobs. */
const CLEANUP_SECONDS = 10 * 60
export const JOBS_SCHEMA = 'jobs'
/** `application_name` of the queue's connections. */
export const JOBS_APPLICATION = 'precis-jobs'
/** Time for aborted jobs to end. */
const HAND_BACK_MS = 5000
/** PostgreSQL rejects payloads of 8000 bytes and more. */
const MAX_PAYLOAD_BYTES = 7900

/** Called after each attempt at a job. */
type OnTried = (tried: { kind: string; outcome: 'done' | 'failed'; seconds: number }) => void

interface Running {
  onTried: OnTried
  tasks: Set<Promise<unknown>>
  /** Aborts when running jobs must stop. */
  stopping: AbortSignal
  log: Log
}

async function startWorkers(boss: PgBoss, kind: AnyJobKind, work: Running): Promise<void> {
  // One notification may announce several jobs, so every job that begins wakes all workers.
  const wakeWorkers = (): void => {
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
      wakeWorkers()
      await runInContextOf(job.data, async () => runJob(kind, job, work))
    },
  )
}

/** pg-boss would store every property of the error, such as the row that PostgreSQL rejected. */
const storableError = ({ type, message }: { type: string; message: string }) => new Error(`${type}: ${message}`)

async function runJob(kind: AnyJobKind, job: JobWithMetadata<unknown>, work: Running): Promise<void> {
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
  const report = (outcome: 'done' | 'failed'): void =>
    work.onTried({ kind: kind.name, outcome, seconds: (performance.now() - startedAt) / 1000 })
  try {
    await task
    report('done')
  } catch (error) {
    report('failed')
    if (!work.stopping.aborted) {
      if (run.lastTry) log.error({ err: error }, 'a job failed after all retries')
      else log.warn({ err: error }, 'a job will be retried')
    }
    throw storableError(toLoggableError(error))
  } finally {
    work.tasks.delete(task)
  }
}

const liveStates: ReadonlySet<string> = new Set(['created', 'retry', 'active'])

async function prepareQueue(boss: PgBoss, kind: AnyJobKind): Promise<void> {
  const { limit, delaySeconds, maxDelaySeconds } = kind.retries ?? IMMEDIATE_RETRIES
  const waits = delaySeconds > 0
  const settings = {
    retryLimit: limit,
    retryDelay: delaySeconds,
    retryBackoff: waits,
    ...(waits ? { retryDelayMax: maxDelaySeconds } : {}),
    deleteAfterSeconds: kind.keptSeconds ?? WEEK_SECONDS,
    expireInSeconds: kind.expireInSeconds,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    ...(kind.deadLetter === undefined ? {} : { deadLetter: kind.deadLetter }),
    notify: true,
  }
  if ((await boss.getQueue(kind.name)) === null)
    await boss.createQueue(kind.name, { ...settings, policy: kind.deduplicated === true ? 'short' : 'standard' })
  else await boss.updateQueue(kind.name, settings)
}

/**
 * Starts the job queue on the product's own database.
 * @param kinds kinds of jobs, dead-letter kinds before those that refer to them
 * @param options `run` is false for processes that only send jobs
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
    max: QUEUE_CONNECTIONS,
    application_name: JOBS_APPLICATION,
    useListenNotify: true,
    supervise: options.run,
    schedule: false,
    monitorIntervalSeconds: MONITOR_SECONDS,
    superviseIntervalSeconds: MONITOR_SECONDS,
    maintenanceIntervalSeconds: CLEANUP_SECONDS,
    notifyHeartbeatIntervalMs: 5000,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue'))
  await boss.start()
  for (const kind of kinds) await prepareQueue(boss, kind)

  const stopping = new AbortController()
  const running = new Set<Promise<unknown>>()
  if (options.run) {
    const work = { onTried: options.onTried ?? (() => {}), stopping: stopping.signal, tasks: running, log }
    for (const kind of kinds) await startWorkers(boss, kind, work)
  }
  const pause = async (): Promise<void> => {
    await Promise.all(kinds.map((kind) => boss.offWork(kind.name, { wait: false })))
  }
  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.allSettled(running)
  }
  return {
    pause,
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
    openChannel: async (channel) => openChannel(boss, database.db, log, channel),
    stop: async (graceMs) => {
      await pause()
      await waitAtMost(graceMs, Promise.allSettled(running))
      stopping.abort()
      await waitAtMost(HAND_BACK_MS, Promise.allSettled(running))
      await boss.stop({ graceful: true, timeout: HAND_BACK_MS })
    },
  }
}

async function openChannel(
  boss: PgBoss,
  db: Db,
  log: Log,
  { channel, onMessage, onGap }: ChannelOptions,
): Promise<Channel> {
  // Listeners run in an event of the connection: an error would end the process.
  const guard = <A extends unknown[]>(listener: (...args: A) => void) => {
    return (...args: A): void => {
      try {
        listener(...args)
      } catch (error) {
        log.error({ err: error, channel }, 'message handler failed')
      }
    }
  }
  const jobsDb = boss.getDb()
  if (jobsDb.listen === undefined) throw new Error('The job database cannot listen.')
  const subscription = await jobsDb.listen(channel, guard(onMessage), guard(onGap))
  return {
    send: async (payload) => {
      if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES) return false
      await rowsOf(db, sql`SELECT pg_notify(${channel}, ${payload})`)
      return true
    },
    close: async () => {
      await subscription.close().catch((error: unknown) => log.debug({ err: error }, 'channel was closed already'))
    },
  }
}

/** Reads waiting jobs in the order in which pg-boss takes them. */
async function listWaiting(db: Db, name: string, limit: number): Promise<unknown[]> {
  const rows = await rowsOf(
    db,
    sql`SELECT data FROM ${sql.identifier(JOBS_SCHEMA)}.job
        WHERE name = ${name} AND state < 'active' AND NOT blocked AND start_after <= now()
        ORDER BY priority DESC, created_on LIMIT ${limit}`,
  )
  return rows.map(({ data }) => data)
}
