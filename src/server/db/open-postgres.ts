import { SpanKind, trace } from '@opentelemetry/api'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool, type PoolClient } from 'pg'
import { fieldOf } from '../platform/loggable-error.ts'
import { traced } from '../platform/request-context.ts'
import type { Database } from './database.ts'
import { type MigrateOptions, migratePostgres } from './migrate.ts'
import { withoutNames } from './rows.ts'
import * as schema from './schema/index.ts'

/** Requests also wait this long for a free connection, so that a burst of them is served late rather than rejected. */
const CONNECT_TIMEOUT_MS = 30_000
const POOL_SIZE = 10

export interface PostgresOptions {
  /** Skip the migrations, for read-only commands. */
  asItIs?: boolean
  log?: MigrateOptions['log']
  /** URL of the same database without its pooler, for migrations and the job queue, which need their own connections. */
  directUrl?: string | null
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

const MAX_STATEMENT_CHARACTERS = 1000

/** The text of a statement, without its values. */
function statementIn(given: unknown): string {
  const text = typeof given === 'string' ? given : fieldOf(given, 'text')
  return typeof text === 'string' ? text : ''
}

const tracedQuery = async (given: readonly unknown[], ask: () => Promise<unknown>): Promise<unknown> => {
  // Without a span, polling for jobs would create traces of its own.
  if (trace.getActiveSpan() === undefined) return ask()
  const text = statementIn(given[0]).slice(0, MAX_STATEMENT_CHARACTERS)
  const [operation = ''] = text.trimStart().split(/\s/, 1)
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': text }
  return traced(`db ${operation.toLowerCase()}`, attributes, ask, SpanKind.CLIENT)
}

/** Wraps a pool or connection so that each statement becomes a span, also within transactions. */
function withTracedQueries<T extends object>(client: T): T {
  return new Proxy(client, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      const call = (...given: unknown[]): unknown => Reflect.apply(value, target, given)
      if (name === 'query') return async (...given: unknown[]) => tracedQuery(given, async () => call(...given))
      if (name === 'connect') {
        return async () => {
          const connection: unknown = await call()
          return typeof connection === 'object' && connection !== null ? withTracedQueries(connection) : connection
        }
      }
      return call
    },
  })
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
