import { SpanKind } from '@opentelemetry/api'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Log } from '../platform/log.ts'
import { toLoggableError } from '../platform/loggable-error.ts'
import { runInContextOf, traced } from '../platform/request-context.ts'
import type { AnyJobKind, JobRun } from './job-kind.ts'

const POLL_SECONDS = 2

/** Called after each attempt at a job. */
export type OnTried = (tried: { kind: string; outcome: 'done' | 'failed'; seconds: number }) => void

interface Running {
  onTried: OnTried
  tasks: Set<Promise<unknown>>
  /** Aborts when running jobs must stop. */
  stopping: AbortSignal
  log: Log
}

export async function startWorkers(boss: PgBoss, kind: AnyJobKind, work: Running): Promise<void> {
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
