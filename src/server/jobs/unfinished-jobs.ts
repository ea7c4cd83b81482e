import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, Tx } from '../db/database.ts'
import { firstOf, isWritten, onlyOf, parsedRows, rowsOf } from '../db/rows.ts'
import { JOBS_APPLICATION, JOBS_SCHEMA } from './queue.ts'

const jobStates = ['failed', 'waiting', 'running'] as const
/** State of an unfinished job; `failed`: all attempts are used up, so it is in the dead letter queue. */
export type JobState = (typeof jobStates)[number]

const table = sql`${sql.identifier(JOBS_SCHEMA)}.job`

/** The state of a row of pg-boss. Jobs scheduled for later count as waiting. */
const state = sql`CASE state::text WHEN 'active' THEN 'running' WHEN 'failed' THEN 'failed' ELSE 'waiting' END`
const isUnfinished = sql`state::text IN ('created', 'retry', 'active', 'failed') AND name NOT LIKE '\\_\\_pgboss%'`

/** Raw statements through Drizzle return times as text. */
const moment = z.string().transform((text) => new Date(text))

/** The ids in a job's payload; the rest of it is not shown. */
function idsIn(data: unknown): Record<string, string> {
  const entries = Object.entries(z.record(z.string(), z.unknown()).safeParse(data).data ?? {})
  return Object.fromEntries(
    entries.flatMap(([name, value]) => {
      const id = z.uuid().safeParse(value)
      return id.success ? [[name, id.data]] : []
    }),
  )
}

const jobSchema = z.object({
  id: z.uuid(),
  kind: z.string(),
  state: z.enum(jobStates),
  /** The ids in the payload, by field. */
  about: z.unknown().transform(idsIn),
  tries: z.coerce.number(),
  createdAt: moment,
  /** Earliest start of the next attempt. */
  notBefore: moment,
  endedAt: moment.nullable(),
  /** Name and message of the last error, as the log may show them. */
  failure: z.string().nullable(),
})
/** A job that is not done, without its payload. */
export type UnfinishedJob = z.output<typeof jobSchema>

async function find(db: Db, where: SQL, limit: number): Promise<UnfinishedJob[]> {
  return parsedRows(
    db,
    jobSchema,
    sql`SELECT id, name AS kind, ${state} AS state, data AS about, retry_count + (state::text = 'failed')::int AS tries,
               created_on AS "createdAt", start_after AS "notBefore", completed_on AS "endedAt",
               output ->> 'message' AS failure
        FROM ${table} WHERE ${isUnfinished} AND ${where}
        ORDER BY created_on, id LIMIT ${limit}`,
  )
}

/** Jobs in a state, the oldest first. */
export async function listJobs(db: Db, wanted: { state: JobState; kind: string | null; limit: number }) {
  const isOfKind = wanted.kind === null ? sql`true` : sql`name = ${wanted.kind}`
  return find(db, sql`${state} = ${wanted.state} AND ${isOfKind}`, wanted.limit)
}

/** Finds a job; undefined when it does not exist or is done. */
export const findJob = async (db: Db, id: string): Promise<UnfinishedJob | undefined> =>
  firstOf(find(db, sql`id = ${id}`, 1))

/** Retries a dead letter soon, as `retry` of pg-boss does. False if it is no longer in the dead letter queue. */
export async function retryJob(db: Db, id: string): Promise<boolean> {
  return isWritten(
    db.execute(
      sql`UPDATE ${table} SET state = 'retry', retry_limit = retry_limit + 1, completed_on = NULL, start_after = now()
          WHERE id = ${id} AND state = 'failed'`,
    ),
  )
}

const depthSchema = z.object({
  kind: z.string(),
  state: z.enum(jobStates),
  jobs: z.coerce.number(),
  oldestSeconds: z.coerce.number(),
})

/** Counts the jobs of each kind and state, with the seconds for which the oldest has been due. */
export async function countJobs(db: Db): Promise<z.infer<typeof depthSchema>[]> {
  return parsedRows(
    db,
    depthSchema,
    sql`SELECT name AS kind, ${state} AS state, count(*) AS jobs,
               greatest(0, extract(epoch FROM now() - min(start_after))) AS "oldestSeconds"
        FROM ${table} WHERE ${isUnfinished} GROUP BY 1, 2`,
  )
}

const countSchema = z.object({ count: z.coerce.number() })

/** How many connections the servers of this database hold for their jobs: where there are none, no server runs. */
export async function countServerConnections(db: Db): Promise<number> {
  const statement = sql`SELECT count(*) AS count FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = ${JOBS_APPLICATION}`
  return (await onlyOf(parsedRows(db, countSchema, statement))).count
}

/** Forgets all work that waits or runs, where there has ever been any. */
export async function removeAllJobs(tx: Tx): Promise<void> {
  const table = `${JOBS_SCHEMA}.job`
  const [found] = await rowsOf(tx, sql`SELECT to_regclass(${table}) AS found`)
  if (found?.['found'] !== null) await tx.execute(sql.raw(`DELETE FROM ${table}`))
}
