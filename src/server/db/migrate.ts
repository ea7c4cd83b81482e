import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import type { Log } from '../platform/log.ts'
import { buildIndexesAhead } from './build-indexes.ts'
import { pendingMigrations } from './pending-migrations.ts'
import { isLockTimeout } from './violations.ts'

/** Where the migrations stand. */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** Any number that no other program on the same database uses as an advisory lock. Who holds it keeps servers from starting. */
export const MIGRATION_LOCK = 7_283_401

/**
 * How long a migration waits for a table that others are using. Whoever comes after it to the same table waits behind
 * it, so this is the longest pause that people who are being served can notice of one try.
 */
const LOCK_TIMEOUT_MS = 2000
/** A table that is not to be had so often is in use by something that has to be looked at. */
const TRIES = 20
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 10_000
const TURN_PAUSE_MS = 250
/** How often a start that takes long says so. */
const WORD_EVERY_MS = 10_000

export interface MigrateOptions {
  /** Is told what is applied, and what is waited for; nobody is when left out. */
  log?: Pick<Log, 'info' | 'warn'>
  /** Where the migrations stand, if not among the product's own. */
  folder?: string
  lockTimeoutMs?: number
  tries?: number
}

const lockedSchema = z.tuple([z.object({ locked: z.boolean() })])

/** Says now and then, while something is waited for, that it is. */
async function saying<T>(line: (seconds: number) => void, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const timer = setInterval(() => line(Math.round((performance.now() - startedAt) / 1000)), WORD_EVERY_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/**
 * Waits for the turn of this process. It asks again and again: a statement that waits is a transaction that is open, and
 * an index that is built beside the traffic waits for all of those, so the two would wait for each other.
 */
async function takeTurn(client: PoolClient, { log }: MigrateOptions): Promise<void> {
  const isLocked = async (): Promise<boolean> => {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS locked', [MIGRATION_LOCK])
    return lockedSchema.parse(rows)[0].locked
  }
  if (await isLocked()) return
  log?.info('another process is bringing the database up to date: waiting for it')
  await saying(
    (seconds) => log?.info({ seconds }, 'still waiting for another process to bring the database up to date'),
    async () => {
      while (!(await isLocked())) await sleep(TURN_PAUSE_MS)
    },
  )
}

/** Applies what is pending in one transaction; one that does not get a table is given up and tried again. */
async function applyPatiently(client: PoolClient, options: MigrateOptions & { folder: string }): Promise<void> {
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
          'The database could not be brought up to date: a table is in use by a transaction that does not end. Look for it in pg_stat_activity, and start again.',
          { cause: error },
        )
      }
      log?.warn({ tries: done }, 'a migration waits for a table that is in use, and is tried again')
      await sleep(Math.min(FIRST_PAUSE_MS * 2 ** (done - 1), MAX_PAUSE_MS))
    }
  }
}

async function applyPending(client: PoolClient, options: MigrateOptions & { folder: string }): Promise<void> {
  const { log, folder } = options
  const pending = await pendingMigrations(client, folder)
  if (pending.length === 0) return
  const migrations = pending.map(({ name }) => name)
  log?.info({ migrations }, 'bringing the database up to date')
  const startedAt = performance.now()
  await saying(
    (seconds) => log?.info({ seconds, migrations }, 'still bringing the database up to date'),
    async () => {
      const indexes = await buildIndexesAhead(client, pending)
      if (indexes.length > 0) log?.info({ indexes }, 'indexes were built beside the traffic')
      await applyPatiently(client, options)
    },
  )
  log?.info({ migrations, ms: Math.round(performance.now() - startedAt) }, 'the database is up to date')
}

/**
 * Brings a PostgreSQL up to date, while servers of the version before go on using it. Processes that start together
 * take turns under an advisory lock; the later ones find nothing left to do, and one of an earlier version than the
 * database finds nothing either.
 *
 * @throws AppError `unavailable` when a table is not to be had, after minutes
 */
export async function migratePostgres(pool: Pool, options: MigrateOptions = {}): Promise<void> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await takeTurn(client, options)
    await applyPending(client, { ...options, folder: options.folder ?? migrationsFolder })
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    // A connection that failed may hold the lock or a setting still: ending it gives both back.
    if (broken === undefined) await client.query('RESET lock_timeout')
    if (broken === undefined) await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK])
    client.release(broken)
  }
}
