import { z } from 'zod'
import { keptJobSchema, keptStates } from '../jobs/kept-job.ts'
import { defineContract } from './contract.ts'

export { type KeptJob, type KeptState, keptStates } from '../jobs/kept-job.ts'

const jobId = z.uuid({ error: 'must be the id of a job, as precis jobs list shows it' })

/** What waits, runs, or was given up. */
export const listJobsContract = defineContract({
  name: 'jobs.list',
  input: z.object({
    state: z.enum(keptStates).default('failed'),
    /** Name of the only kind of work that is asked for. */
    kind: z.string().nullable().default(null),
    limit: z.int().min(1).max(10_000).default(100),
  }),
  output: z.object({
    jobs: z.array(keptJobSchema),
    /** Whether there are more than were asked for. */
    more: z.boolean(),
  }),
})
export type JobList = z.output<typeof listJobsContract.output>

/** One of them. */
export const showJobContract = defineContract({
  name: 'jobs.show',
  input: z.object({ id: jobId }),
  output: keptJobSchema,
})

/** Tries again what was given up. */
export const retryJobsContract = defineContract({
  name: 'jobs.retry',
  input: z.object({
    /** Null for all that were given up. */
    id: jobId.nullable(),
    dryRun: z.boolean(),
  }),
  output: z.object({
    retried: z.array(keptJobSchema),
    /** Those that are not tried again in this way, with the reason. */
    left: z.array(z.object({ job: keptJobSchema, reason: z.string() })),
    dryRun: z.boolean(),
  }),
})
export type RetriedJobs = z.output<typeof retryJobsContract.output>
