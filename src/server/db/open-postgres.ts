import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool, type PoolClient } from 'pg'
import type { Database } from './database.ts'
import { type MigrateOptions, migratePostgres } from './migrate.ts'
import { withoutNames } from './rows.ts'
import * as schema from './schema/index.ts'
import { withTracedQueries } from './traced-queries.ts'

const CONNECT_TIMEOUT_MS = 10_000
const POOL_SIZE = 10

export interface PostgresOptions {
  /** Skip the migrations, for read-only commands. */
  asItIs?: boolean
  /** Log of migrations. */
  log?: MigrateOptions['log']
  /** URL of the same database without its pooler, for migrations and the job queue, which need their own connections. */
  directUrl?: string | null
  /** Whether to trace statements. */
  tracing?: boolean
}

type Taken = (error: Error | undefined, client: PoolClient | undefined, done: (release?: unknown) => void) => void

/**
 * Releases a connection as soon as it breaks, and ignores a second release. The pool handles errors of idle connections
 * only, so an error of a checked-out one would end the process; and Drizzle doesn't release a connection that breaks
 * before the first statement of a transaction, so the pool would run out of connections.
 */
function guarded(client: PoolClient): PoolClient {
  const release = client.release.bind(client)
  let isReleased = false
  const onError = (error: Error): void => client.release(error)
  client.release = (error) => {
    if (isReleased) return
    isReleased = true
    release(error)
    client.off('error', onError)
  }
  client.on('error', onError)
  return client
}

/** A connection pool that survives restarts of the database server. */
class SturdyPool extends Pool {
  override connect(): Promise<PoolClient>
  override connect(taken: Taken): void
  override connect(taken?: Taken): Promise<PoolClient> | void {
    // With a callback, the pool itself connects for one query and handles errors.
    if (taken !== undefined) return super.connect(taken)
    return super.connect().then(guarded)
  }
}

const openPool = (connectionString: string, max: number): SturdyPool =>
  new SturdyPool({ connectionString, max, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, application_name: 'precis' })

/** Migrates a database without its pooler, whose connections keep no lock between statements. */
async function migrate(pool: SturdyPool, directUrl: string | null, options: MigrateOptions): Promise<void> {
  if (directUrl === null) return migratePostgres(pool, options)
  const direct = openPool(directUrl, 1)
  direct.on('error', () => {})
  try {
    await migratePostgres(direct, options)
  } finally {
    await direct.end()
  }
}

/**
 * Opens a PostgreSQL database and migrates it.
 *
 * @param onError called when an idle connection breaks; the pool replaces it
 */
export async function openPostgres(
  connectionString: string,
  onError: (error: Error) => void,
  { asItIs = false, log, directUrl = null, tracing = false }: PostgresOptions = {},
): Promise<Database> {
  const pool = openPool(connectionString, POOL_SIZE)
  pool.on('error', onError)
  try {
    if (!asItIs) await migrate(pool, directUrl, log === undefined ? {} : { log })
  } catch (error) {
    await pool.end()
    throw error
  }
  const db = drizzle(tracing ? withTracedQueries(pool) : pool, { schema, casing: 'snake_case' })
  if (directUrl !== null) withoutNames(db)
  return {
    db,
    pool,
    directUrl: directUrl ?? connectionString,
    ping: async () => {
      await pool.query('SELECT 1')
    },
    close: async () => {
      await pool.end()
    },
  }
}
