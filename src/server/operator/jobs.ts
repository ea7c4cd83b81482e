import { AppError } from '../../shared/errors.ts'
import type { Db } from '../db/database.ts'
import { SUMMARIZE } from '../features/summaries/queue.ts'
import { findJob, listJobs as findJobs, type JobState, retryJob, type UnfinishedJob } from '../jobs/unfinished-jobs.ts'
import type { OperatorContext } from './operator-context.ts'

export type { JobState, UnfinishedJob } from '../jobs/unfinished-jobs.ts'

const MAX_RETRIED = 10_000

/** A failed summary has returned its quota, and only its user starts it again. */
const FAILED_SUMMARY =
  'The summary has failed. Its user can retry it with one click, which counts as one summary of their month.'

/** Lists jobs that wait, run, or are in the dead letter queue, oldest first. */
export async function listJobs(
  { openDatabase }: OperatorContext,
  { state, kind, limit }: { state: JobState; kind: string | null; limit: number },
) {
  const { db } = await openDatabase()
  const jobs = await findJobs(db, { state, kind, limit: limit + 1 })
  return { jobs: jobs.slice(0, limit), more: jobs.length > limit }
}
export type JobList = Awaited<ReturnType<typeof listJobs>>

async function requireJob(db: Db, id: string): Promise<UnfinishedJob> {
  const job = await findJob(db, id)
  if (job === undefined) throw new AppError('not_found', 'There is no such job. Finished jobs aren’t shown.')
  return job
}

/** Reads one job. @throws AppError `not_found` for one that is done or does not exist */
export async function showJob({ openDatabase }: OperatorContext, id: string): Promise<UnfinishedJob> {
  return requireJob((await openDatabase()).db, id)
}

async function deadLetters(db: Db, id: string | null): Promise<UnfinishedJob[]> {
  if (id === null) return findJobs(db, { state: 'failed', kind: null, limit: MAX_RETRIED })
  const job = await requireJob(db, id)
  if (job.state === 'failed') return [job]
  throw new AppError('job_not_failed', `This job is not in the dead letter queue: it is ${job.state}.`)
}

/**
 * Retries one dead letter, or with null all of them; `left` lists those that operators cannot retry.
 * @throws AppError `not_found`; `job_not_failed` for a job that waits or runs
 */
export async function retryJobs(
  { log, operator, openDatabase }: OperatorContext,
  { id, dryRun }: { id: string | null; dryRun: boolean },
) {
  const { db } = await openDatabase()
  const retried: UnfinishedJob[] = []
  const left: { job: UnfinishedJob; reason: string }[] = []
  for (const job of await deadLetters(db, id)) {
    if (job.kind === SUMMARIZE.name) left.push({ job, reason: FAILED_SUMMARY })
    else if (dryRun || (await retryJob(db, job.id))) retried.push(job)
  }
  if (!dryRun && retried.length > 0)
    log.info({ event: 'jobs.retried', jobs: retried.map((job) => job.id), operator }, 'an operator retried jobs')
  return { retried, left, dryRun }
}
export type RetriedJobs = Awaited<ReturnType<typeof retryJobs>>
