import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../db/database.ts'
import { rowsOf } from '../db/rows.ts'
import { type KeptJob, type KeptState, keptStates } from './kept-job.ts'
import { JOBS_SCHEMA } from './queue.ts'

const table = sql`${sql.identifier(JOBS_SCHEMA)}.job`

/** The states that pg-boss has, by ours. What is put off until later waits, too. */
const statesOf: Record<KeptState, readonly string[]> = {
  waiting: ['created', 'retry'],
  running: ['active'],
  failed: ['failed'],
}

const stateOf = (state: string): KeptState | null => keptStates.find((name) => statesOf[name].includes(state)) ?? null

/** Hand-written statements through Drizzle return times as text. */
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

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

/** What a job is about: the ids that it carries, and nothing else of it. */
function idsIn(data: unknown): Record<string, string> {
  const entries = z.record(z.string(), z.unknown()).safeParse(data).data ?? {}
  return Object.fromEntries(
    Object.entries(entries).flatMap(([name, value]) => {
      const id = z.uuid().safeParse(value)
      return id.success ? [[name, id.data]] : []
    }),
  )
}

function toKeptJob(raw: Record<string, unknown>): KeptJob[] {
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
      createdAt: row.created_on.toISOString(),
      notBefore: row.start_after.toISOString(),
      endedAt: iso(row.completed_on),
      failure: row.failure,
    },
  ]
}

async function find(db: Db, where: SQL, limit: number): Promise<KeptJob[]> {
  const rows = await rowsOf(
    db,
    sql`SELECT id, name, state::text AS state, retry_count, created_on, start_after, completed_on, data,
               output ->> 'message' AS failure
        FROM ${table} WHERE name NOT LIKE '\\_\\_pgboss%' AND ${where}
        ORDER BY created_on, id LIMIT ${limit}`,
  )
  return rows.flatMap(toKeptJob)
}

const inStates = (state: KeptState): SQL =>
  sql`state::text IN (${sql.join(
    statesOf[state].map((name) => sql`${name}`),
    sql`, `,
  )})`

/** Jobs in a state, the oldest first. */
export async function listJobs(
  db: Db,
  { state, kind, limit }: { state: KeptState; kind: string | null; limit: number },
): Promise<KeptJob[]> {
  return find(db, kind === null ? inStates(state) : sql`${inStates(state)} AND name = ${kind}`, limit)
}

/** One job; undefined when there is none, or it was done. */
export async function findJob(db: Db, id: string): Promise<KeptJob | undefined> {
  const [job] = await find(db, sql`id = ${id}`, 1)
  return job
}

/**
 * Has a job that was given up tried once more, soon: what pg-boss's own `retry` does, and at once.
 *
 * @returns whether it was still given up
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
  state: z.enum(keptStates),
  jobs: z.coerce.number(),
  oldest: z.coerce.number(),
})

/** How many jobs of each kind are in each state, and for how long the oldest of them has been due, in seconds. */
export async function countJobs(
  db: Db,
): Promise<{ kind: string; state: KeptState; jobs: number; oldestSeconds: number }[]> {
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
