import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../db/database.ts'
import { rowsOf } from '../db/rows.ts'
import { JOBS_SCHEMA } from './queue.ts'

const jobStates = ['failed', 'waiting', 'running'] as const
/** State of an unfinished job; `failed`: all attempts are used up, so it is in the dead letter queue. */
export type JobState = (typeof jobStates)[number]

/** A job that is not done, without its payload. */
export interface UnfinishedJob {
  id: string
  kind: string
  state: JobState
  /** The ids in the payload, by field. */
  about: Record<string, string>
  /** Attempts that failed. */
  tries: number
  createdAt: Date
  /** Earliest start of the next attempt. */
  notBefore: Date
  endedAt: Date | null
  /** Name and message of the last error, as the log may show them. */
  failure: string | null
}

const table = sql`${sql.identifier(JOBS_SCHEMA)}.job`

/** The states of pg-boss, by ours. Jobs scheduled for later count as waiting. */
const statesOf: Record<JobState, readonly string[]> = {
  waiting: ['created', 'retry'],
  running: ['active'],
  failed: ['failed'],
}

const stateOf = (state: string): JobState | null => jobStates.find((name) => statesOf[name].includes(state)) ?? null

/** Raw statements through Drizzle return times as text. */
const moment = z.string().transform((text) => new Date(text))

const rowSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  state: z.string(),
  retry_count: z.coerce.number(),
  created_on: moment,
  start_after: moment,
  completed_on: moment.nullable(),
  data: z.unknown(),
  failure: z.string().nullable(),
})

/** The ids in a job's payload; the rest of it is not shown. */
function idsIn(data: unknown): Record<string, string> {
  const entries = z.record(z.string(), z.unknown()).safeParse(data).data ?? {}
  return Object.fromEntries(
    Object.entries(entries).flatMap(([name, value]) => {
      const id = z.uuid().safeParse(value)
      return id.success ? [[name, id.data]] : []
    }),
  )
}

function toUnfinishedJob(raw: Record<string, unknown>): UnfinishedJob[] {
  const row = rowSchema.parse(raw)
  const state = stateOf(row.state)
  if (state === null) return []
  return [
    {
      id: row.id,
      kind: row.name,
      state,
      about: idsIn(row.data),
      tries: row.retry_count + (state === 'failed' ? 1 : 0),
      createdAt: row.created_on,
      notBefore: row.start_after,
      endedAt: row.completed_on,
      failure: row.failure,
    },
  ]
}

async function find(db: Db, where: SQL, limit: number): Promise<UnfinishedJob[]> {
  const rows = await rowsOf(
    db,
    sql`SELECT id, name, state::text AS state, retry_count, created_on, start_after, completed_on, data,
               output ->> 'message' AS failure
        FROM ${table} WHERE name NOT LIKE '\\_\\_pgboss%' AND ${where}
        ORDER BY created_on, id LIMIT ${limit}`,
  )
  return rows.flatMap(toUnfinishedJob)
}

const inStates = (state: JobState): SQL =>
  sql`state::text IN (${sql.join(
    statesOf[state].map((name) => sql`${name}`),
    sql`, `,
  )})`

/** Jobs in a state, the oldest first. */
export async function listJobs(
  db: Db,
  { state, kind, limit }: { state: JobState; kind: string | null; limit: number },
): Promise<UnfinishedJob[]> {
  return find(db, kind === null ? inStates(state) : sql`${inStates(state)} AND name = ${kind}`, limit)
}

/** Finds a job; undefined when it does not exist or is done. */
export async function findJob(db: Db, id: string): Promise<UnfinishedJob | undefined> {
  const [job] = await find(db, sql`id = ${id}`, 1)
  return job
}

/**
 * Retries a dead letter soon, as `retry` of pg-boss does.
 *
 * @returns whether the job was still in the dead letter queue
 */
export async function retryJob(db: Db, id: string): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`UPDATE ${table} SET state = 'retry', retry_limit = retry_limit + 1, completed_on = NULL, start_after = now()
        WHERE id = ${id} AND state = 'failed' RETURNING id`,
  )
  return rows.length > 0
}

const depthSchema = z.object({
  name: z.string(),
  state: z.enum(jobStates),
  jobs: z.coerce.number(),
  oldest: z.coerce.number(),
})

/** Counts the jobs of each kind and state, with the seconds for which the oldest has been due. */
export async function countJobs(
  db: Db,
): Promise<{ kind: string; state: JobState; jobs: number; oldestSeconds: number }[]> {
  const rows = await rowsOf(
    db,
    sql`SELECT name, CASE state::text WHEN 'active' THEN 'running' WHEN 'failed' THEN 'failed' ELSE 'waiting' END AS state,
               count(*) AS jobs, greatest(0, extract(epoch FROM now() - min(start_after))) AS oldest
        FROM ${table} WHERE state::text IN ('created', 'retry', 'active', 'failed') AND name NOT LIKE '\\_\\_pgboss%'
        GROUP BY 1, 2`,
  )
  return rows.map((row) => {
    const { name, state, jobs, oldest } = depthSchema.parse(row)
    return { kind: name, state, jobs, oldestSeconds: oldest }
  })
}
