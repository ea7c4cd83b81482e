import { Client } from 'pg'
import pino from 'pino'
import { openPostgres } from '../../src/server/db/open-postgres.ts'
import { startJobQueue } from '../../src/server/jobs/queue.ts'
import { createDatabase, type TestDatabase } from './postgres.ts'
import { type RunQuery, resetDatabase, schemaSnapshot } from './reset-database.ts'

/** Migrates a template, including the job queue's own tables, which take longest. */
async function migrate(url: string): Promise<void> {
  const database = await openPostgres(url, () => {})
  const queue = await startJobQueue(database, [], { run: false, log: pino({ level: 'silent' }) })
  await queue.stop(0)
  await database.close()
}

/** Runs `work` with a separate connection. */
async function connected<T>(url: string, work: (ask: RunQuery) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(async (statement) => (await client.query<Record<string, unknown>>(statement)).rows)
  } finally {
    await client.end()
  }
}

const cutOthers = `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid()`

let shape: string | undefined
const idle: TestDatabase[] = []

/**
 * A migrated, empty PostgreSQL. Its `drop` closes remaining connections and resets it for the next test of the process:
 * copying the template takes longer than most tests.
 */
export async function createMigratedDatabase(): Promise<TestDatabase> {
  const known = idle.pop()
  if (known !== undefined) return known
  const created = await createDatabase({ migrate })
  shape ??= await connected(created.url, schemaSnapshot)
  const leave = async (ask: RunQuery): Promise<boolean> => {
    await ask(cutOthers)
    return resetDatabase(ask, shape!)
  }
  const reused: TestDatabase = {
    url: created.url,
    drop: async () => {
      // After any failure, the next test gets a new database.
      if (await connected(created.url, leave).catch(() => false)) idle.push(reused)
      else await created.drop()
    },
  }
  return reused
}
