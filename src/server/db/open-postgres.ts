import { drizzle } from 'drizzle-orm/node-postgres'
import type { Database } from './database.ts'
import { type MigrateOptions, migratePostgres } from './migrate.ts'
import * as schema from './schema/index.ts'
import { SturdyPool } from './sturdy-pool.ts'

const CONNECT_TIMEOUT_MS = 10_000
const POOL_SIZE = 10

export interface PostgresOptions {
  /** Leave out the migrations: somebody only looks. */
  asItIs?: boolean
  /** Is told how migrations go. */
  log?: MigrateOptions['log']
}

/**
 * Opens a PostgreSQL and brings it up to date.
 *
 * @param onError told of connections that break while idle; the pool replaces them by itself
 */
export async function openPostgres(
  connectionString: string,
  onError: (error: Error) => void,
  { asItIs = false, log }: PostgresOptions = {},
): Promise<Database> {
  const pool = new SturdyPool({
    connectionString,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'precis',
  })
  pool.on('error', onError)
  try {
    if (!asItIs) await migratePostgres(pool, log === undefined ? {} : { log })
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    engine: 'postgres',
    db: drizzle(pool, { schema, casing: 'snake_case' }),
    jobs: { backend: 'postgres', connectionString },
    copy: null,
    ping: async () => {
      await pool.query('SELECT 1')
    },
    close: async () => {
      await pool.end()
    },
  }
}
