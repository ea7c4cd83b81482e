import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { z } from 'zod'
import { openDatabase } from '../../src/server/composition/open-database.ts'
import type { Database } from '../../src/server/db/database.ts'
import { openPostgres } from '../../src/server/db/open-postgres.ts'
import { rowsOf } from '../../src/server/db/rows.ts'
import { users } from '../../src/server/db/schema/index.ts'
import { startPostgres } from '../../tests/support/postgres-server.ts'
import { type ServerProcess, startServer } from '../../tests/support/process.ts'
import { tidePools } from '../../tests/support/texts.ts'
import { type ModelProcess, startModelProcess } from '../summarizer/model-log.ts'
import { type MemoryUse, watchMemory } from './memory.ts'
import { SECRET, signIn } from './seed-users.ts'

const PEOPLE = 100
const EACH = 5
const MODEL_MS = 2000
const STREAM_WITHIN_MS = 20 * 60_000
/** Summaries that one process creates concurrently with language models. */
const AT_ONCE = 8

/** Result of a run. */
export interface MakingReport {
  seconds: number
  /** Minimum time of the model's calls at full concurrency. */
  modelSeconds: number
  ready: number
  /** Findings. */
  findings: string[]
  /** From the request to the end of each summary, in milliseconds. */
  latencies: number[]
  memory: Map<string, MemoryUse>
}

/** Processes that create summaries, and their database. */
interface Place {
  web: ServerProcess
  processes: Record<string, ServerProcess>
  /** Opens the database. */
  look: <T>(work: (database: Database) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

const settings = (models: ModelProcess): Record<string, string> => ({
  NODE_ENV: 'test',
  SESSION_SECRET: SECRET,
  RATE_LIMIT_FACTOR: '1000',
  AI_MODELS: 'local:qwen3:8b',
  LOCAL_AI_URL: `${models.origin}/local/v1`,
})

async function closing<T>(database: Database, work: (database: Database) => Promise<T>): Promise<T> {
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** One web process and two workers on PostgreSQL. */
async function openCluster(models: ModelProcess, cookies: Map<string, string>): Promise<Place> {
  const server = await startPostgres({ settings: { synchronous_commit: 'on' } })
  const { host, port, user, password } = server.address
  const url = `postgres://${user}:${password}@${host}:${port}/postgres`
  const look: Place['look'] = async (work) => {
    const database = await openPostgres(url, () => {})
    return closing(database, work)
  }
  await look(async (database) => addUsers(database, cookies))
  const env = { ...settings(models), DATABASE_URL: url }
  const web = await startServer({ ...env, ROLE: 'web' })
  const first = await startServer({ ...env, ROLE: 'worker' })
  const second = await startServer({ ...env, ROLE: 'worker' })
  const processes = { web, 'worker 1': first, 'worker 2': second }
  return {
    web,
    processes,
    look,
    close: async () => {
      for (const one of Object.values(processes)) await one.stop('SIGTERM')
      await server.stop()
    },
  }
}

/** One process on the bundled database. */
async function openBundled(models: ModelProcess, cookies: Map<string, string>): Promise<Place> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'precis-bench-'))
  const look: Place['look'] = async (work) => {
    const config = { dataDir, databaseUrl: null, databaseDirectUrl: null }
    return closing(await openDatabase(config, pino({ level: 'silent' })), work)
  }
  await look(async (database) => addUsers(database, cookies))
  const web = await startServer({ ...settings(models), DATA_DIR: dataDir })
  return {
    web,
    processes: { 'the process': web },
    look,
    close: async () => {
      await web.stop('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function addUsers({ db }: Database, cookies: Map<string, string>): Promise<void> {
  const clients = await db
    .insert(users)
    .values(Array.from({ length: PEOPLE }, (_, n) => ({ email: `person${n}@example.com`, subscriptionPlan: 'pro' })))
    .returning({ id: users.id })
  const ids = clients.map(({ id }) => id)
  const signedIn = await signIn(db, ids, { secret: SECRET, secure: false })
  for (const [n, userId] of ids.entries()) cookies.set(userId, signedIn[n]!)
}

/** Requests a summary, and follows it to its end. */
async function makeOne(origin: string, cookie: string, content: string): Promise<{ id: string; end: string }> {
  const asked = await fetch(`${origin}/api/summaries`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify({ content }),
  })
  const body: unknown = await asked.json()
  if (asked.status !== 202) return { id: '', end: `${asked.status} ${JSON.stringify(body)}` }
  const { id } = z.object({ id: z.string() }).parse(body)
  const stream = await fetch(`${origin}/api/summaries/${id}/events`, {
    headers: { cookie },
    signal: AbortSignal.timeout(STREAM_WITHIN_MS),
  })
  const told = await stream.text()
  return { id, end: /^event: (ready|failed)$/m.exec(told)?.[1] ?? `a stream that told no end (${stream.status})` }
}

const numberOf = (row: Record<string, unknown> | undefined, name: string): number => Number(row?.[name])

/** Compares the responses with the rows and with the model's count. */
async function settle({ db }: Database, ids: readonly string[], calls: number): Promise<string[]> {
  const findings: string[] = []
  const expectSame = (what: string, is: number, should: number): void => {
    if (is !== should) findings.push(`${what}: ${is} and not ${should}`)
  }
  const [rows] = await rowsOf(
    db,
    sql`SELECT count(*) AS total, count(*) FILTER (WHERE status = 'ready') AS ready,
          sum((SELECT sum((used->>'calls')::int) FROM jsonb_array_elements(usage) used)) AS calls FROM summaries`,
  )
  expectSame('rows of summaries', numberOf(rows, 'total'), PEOPLE * EACH)
  expectSame('rows that are ready', numberOf(rows, 'ready'), PEOPLE * EACH)
  expectSame('different ids that people were told', new Set(ids).size, PEOPLE * EACH)
  expectSame('calls that the model saw, beside those that summaries hold', calls, numberOf(rows, 'calls'))
  const [counted] = await rowsOf(
    db,
    sql`SELECT count(*) FILTER (WHERE summaries_used = ${EACH}::int) AS right FROM users`,
  )
  expectSame('people with the right count', numberOf(counted, 'right'), PEOPLE)
  const [jobs] = await rowsOf(
    db,
    sql`SELECT count(*) AS total, count(*) FILTER (WHERE state = 'completed' AND retry_count = 0) AS once
        FROM jobs.job WHERE name = 'summarize'`,
  )
  expectSame('jobs that were done at the first try', numberOf(jobs, 'once'), PEOPLE * EACH)
  expectSame('jobs in all', numberOf(jobs, 'total'), PEOPLE * EACH)
  return findings
}

/** A hundred users each request five summaries concurrently, from a model that takes two seconds per answer. */
export async function makeMany(kind: 'cluster' | 'bundled'): Promise<MakingReport> {
  const models = await startModelProcess(MODEL_MS)
  const cookies = new Map<string, string>()
  const place = await (kind === 'cluster' ? openCluster : openBundled)(models, cookies)
  try {
    const remembered = watchMemory(place.processes)
    const startedAt = performance.now()
    const latencies: number[] = []
    const made = await Promise.all(
      [...cookies].flatMap(([userId, cookie]) =>
        Array.from({ length: EACH }, async (_, n) => {
          const one = await makeOne(place.web.origin, cookie, `Notebook ${n} of ${userId}.\n\n${tidePools}`)
          latencies.push(performance.now() - startedAt)
          return one
        }),
      ),
    )
    const seconds = (performance.now() - startedAt) / 1000
    const memory = remembered()
    const calls = await models.takeCalls()
    const workers = kind === 'cluster' ? 2 : 1
    const others = made.filter(({ end }) => end !== 'ready').map(({ id, end }) => `${id} ended with ${end}`)
    const ids = made.map(({ id }) => id)
    return {
      seconds,
      modelSeconds: (calls.length * MODEL_MS) / 1000 / (workers * AT_ONCE),
      ready: made.length - others.length,
      findings: [...others, ...(await place.look(async (database) => settle(database, ids, calls.length)))],
      latencies,
      memory,
    }
  } finally {
    await place.close()
    await models.stop()
  }
}
