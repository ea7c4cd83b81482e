import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import type { Log } from '../platform/log.ts'
import { isLockTimeout } from './rows.ts'

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** Advisory lock of migrations; servers wait for it when they start. Any number that no other program uses. */
export const MIGRATION_LOCK = 7_283_401

/**
 * How long a migration waits for a lock on a table. Later queries of the table queue behind it, so this is also the
 * longest pause for users.
 */
const LOCK_TIMEOUT_MS = 2000
/** After this many attempts, an operator has to find out what locks the table. */
const TRIES = 20
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 10_000
const LOCK_POLL_MS = 250

export interface MigrateOptions {
  log?: Pick<Log, 'info' | 'warn'>
  /** The product's own migrations if omitted. */
  folder?: string
  lockTimeoutMs?: number
  tries?: number
}

const lockedSchema = z.tuple([z.object({ locked: z.boolean() })])

/**
 * Acquires the advisory lock by polling: a statement that waits for it would be an open transaction, which the concurrent
 * creation of an index waits for, so both would deadlock.
 */
async function acquireLock(client: PoolClient, { log }: MigrateOptions): Promise<void> {
  const isLocked = async (): Promise<boolean> => {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS locked', [MIGRATION_LOCK])
    return lockedSchema.parse(rows)[0].locked
  }
  if (await isLocked()) return
  log?.info('waiting for another process that migrates the database')
  while (!(await isLocked())) await sleep(LOCK_POLL_MS)
}

/** Applies the pending migrations in one transaction, and retries when a table is locked. */
async function applyWithRetries(client: PoolClient, options: MigrateOptions & { folder: string }): Promise<void> {
  const { log, folder, lockTimeoutMs = LOCK_TIMEOUT_MS, tries = TRIES } = options
  await client.query(`SET lock_timeout = ${lockTimeoutMs}`)
  for (let done = 1; ; done += 1) {
    try {
      await migrate(drizzle(client), { migrationsFolder: folder })
      return
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (done >= tries) {
        throw new AppError(
          'unavailable',
          'The database could not be migrated: a transaction that does not end locks a table. Find it in pg_stat_activity, end it, and start Precis again.',
          { cause: error },
        )
      }
      log?.warn({ tries: done }, 'a migration is retried: a table is locked')
      await sleep(Math.min(FIRST_PAUSE_MS * 2 ** (done - 1), MAX_PAUSE_MS))
    }
  }
}

const foundSchema = z.tuple([z.object({ found: z.boolean() })])
const lastSchema = z.tuple([z.object({ last: z.coerce.number() })])

/** The migrations that Drizzle's migrator will apply, in order: those later than the last one applied to the database. */
async function pendingMigrations(client: PoolClient, folder: string): Promise<MigrationMeta[]> {
  const migrations = readMigrationFiles({ migrationsFolder: folder })
  const { rows: found } = await client.query(`SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS found`)
  if (!foundSchema.parse(found)[0].found) return migrations
  const { rows } = await client.query('SELECT max(created_at) AS last FROM drizzle.__drizzle_migrations')
  const [{ last }] = lastSchema.parse(rows)
  return migrations.filter(({ folderMillis }) => folderMillis > last)
}

async function applyPending(client: PoolClient, options: MigrateOptions & { folder: string }): Promise<void> {
  const { log, folder } = options
  const pending = await pendingMigrations(client, folder)
  if (pending.length === 0) return
  const migrations = pending.length
  log?.info({ migrations }, 'migrating the database')
  const startedAt = performance.now()
  await applyWithRetries(client, options)
  log?.info({ migrations, ms: Math.round(performance.now() - startedAt) }, 'migrated the database')
}

/**
 * Migrates a PostgreSQL database while servers of the previous version use it. Processes that start together take turns
 * with an advisory lock; the later ones find nothing to do.
 * @throws AppError `unavailable` when a table stays locked for minutes
 */
export async function migratePostgres(pool: Pool, options: MigrateOptions = {}): Promise<void> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await acquireLock(client, options)
    await applyPending(client, { ...options, folder: options.folder ?? migrationsFolder })
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    // Closing a failed connection releases the lock and resets the timeout.
    if (broken === undefined) await client.query('RESET lock_timeout')
    if (broken === undefined) await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK])
    client.release(broken)
  }
}
