import { AppError } from '../../shared/errors.ts'
import type { Db } from '../db/database.ts'
import { SUMMARIZE } from '../features/summaries/queue.ts'
import type { KeptJob } from '../jobs/kept-job.ts'
import { findJob, listJobs, retryJob } from '../jobs/kept-jobs.ts'
import { defineAction } from './action.ts'
import { listJobsContract, type RetriedJobs, retryJobsContract, showJobContract } from './job-contracts.ts'

/** More at once than anybody looks through. */
const MOST_AT_ONCE = 10_000

/** A summary that was given up has ended: its person was told so, and paid nothing for it. */
const ENDED =
  'The summary has ended as failed, and its person has it tried again with one click: that takes one of their month.'

async function find(db: Db, id: string): Promise<KeptJob> {
  const job = await findJob(db, id)
  if (job === undefined) throw new AppError('not_found', 'There is no such job. One that is done is not shown.')
  return job
}

async function given(db: Db, id: string | null): Promise<KeptJob[]> {
  if (id === null) return listJobs(db, { state: 'failed', kind: null, limit: MOST_AT_ONCE })
  const job = await find(db, id)
  if (job.state === 'failed') return [job]
  throw new AppError('job_not_failed', `This job was not given up: it is ${job.state}.`)
}

export const jobActions = [
  defineAction(listJobsContract, {
    needs: 'data',
    run: async ({ database: { db } }, { limit, ...query }) => {
      const jobs = await listJobs(db, { ...query, limit: limit + 1 })
      return { jobs: jobs.slice(0, limit), more: jobs.length > limit }
    },
  }),
  defineAction(showJobContract, {
    needs: 'data',
    run: async ({ database: { db } }, { id }) => find(db, id),
  }),
  defineAction(retryJobsContract, {
    needs: 'data',
    run: async ({ database: { db }, log }, { id, dryRun }, { operator }) => {
      const done: RetriedJobs = { retried: [], left: [], dryRun }
      for (const job of await given(db, id)) {
        if (job.kind === SUMMARIZE.name) done.left.push({ job, reason: ENDED })
        else if (dryRun || (await retryJob(db, job.id))) done.retried.push(job)
      }
      if (!dryRun && done.retried.length > 0)
        log.info({ jobs: done.retried.map((job) => job.id), operator }, 'jobs that were given up are tried again')
      return done
    },
  }),
]
