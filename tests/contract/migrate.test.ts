import { Pool, type PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MIGRATION_LOCK, type MigrateOptions, migratePostgres } from '../../src/server/db/migrate.ts'
import { migrationsWith } from '../support/extra-migration.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'

const user = `INSERT INTO users (email) VALUES (gen_random_uuid() || '@example.com')`

describe('migrations of a PostgreSQL in use', () => {
  let database: TestDatabase
  let pool: Pool
  let lines: string[]
  let log: NonNullable<MigrateOptions['log']>
  const removals: (() => Promise<void>)[] = []

  const planted = async (...statements: string[]): Promise<string> => {
    const { folder, remove } = await migrationsWith(statements)
    removals.push(remove)
    return folder
  }
  const applied = async (): Promise<number> =>
    (await pool.query('SELECT 1 FROM drizzle.__drizzle_migrations')).rowCount!
  /** A transaction that stays open until `end` is called. */
  const during = async (statement: string, work: (holder: PoolClient) => Promise<void>): Promise<void> => {
    const holder = await pool.connect()
    try {
      await holder.query('BEGIN')
      await holder.query(statement)
      await work(holder)
    } finally {
      await holder.query('ROLLBACK')
      holder.release()
    }
  }

  beforeAll(async () => {
    database = await createDatabase()
  })
  beforeEach(async () => {
    await database.drop()
    database = await createDatabase()
    pool = new Pool({ connectionString: database.url })
    // Dropping the database ends connections that are still closing.
    pool.on('connect', (client) => client.on('error', () => {}))
    await migratePostgres(pool)
    lines = []
    const say = (...words: unknown[]): void => {
      lines.push(String(words.at(-1)))
    }
    log = { info: say, warn: say }
    return async () => pool.end()
  })
  afterAll(async () => {
    await database.drop()
    for (const remove of removals) await remove()
  })

  it('logs the migrations it applies, and nothing without pending ones', async () => {
    await migratePostgres(pool, { log })
    expect(lines).toEqual([])
    await migratePostgres(pool, { log, folder: await planted('ALTER TABLE users ADD COLUMN hue text;') })
    expect(lines).toEqual(['migrating the database', 'migrated the database'])
  })

  it('waits while another process migrates, and logs it', async () => {
    const before = await applied()
    const folder = await planted('ALTER TABLE users ADD COLUMN hue text;')
    let migrating: Promise<void> | undefined
    await during(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`, async () => {
      migrating = migratePostgres(pool, { log, folder })
      await expect.poll(() => lines).toEqual(['waiting for another process that migrates the database'])
    })
    await migrating
    expect(await applied()).toBe(before + 1)
  })

  it("doesn't block readers while it waits for a table lock, and continues once it is free", async () => {
    const folder = await planted('ALTER TABLE users ADD COLUMN hue text;')
    let migrating: Promise<void> | undefined
    await during('SELECT 1 FROM users', async () => {
      migrating = migratePostgres(pool, { log, folder, lockTimeoutMs: 50 })
      await expect.poll(() => lines).toContain('a migration is retried: a table is locked')
      expect((await pool.query('SELECT 1 FROM users')).rowCount).toBe(0)
      await pool.query(user)
    })
    await migrating
    expect((await pool.query('SELECT hue FROM users')).rows).toEqual([{ hue: null }])
  })

  it('gives up after its retries with an explanation, and leaves nothing behind', async () => {
    const before = await applied()
    const folder = await planted('CREATE TABLE hues (name text);', 'ALTER TABLE users ADD COLUMN hue text;')
    await during('SELECT 1 FROM users', async () => {
      await expect(migratePostgres(pool, { folder, lockTimeoutMs: 50, tries: 2 })).rejects.toThrow(/pg_stat_activity/)
    })
    expect(await applied()).toBe(before)
    expect((await pool.query(`SELECT to_regclass('hues') AS hues`)).rows).toEqual([{ hues: null }])
    await migratePostgres(pool, { folder })
    expect(await applied()).toBe(before + 1)
  })

  it('leaves a database of a later version unchanged', async () => {
    await migratePostgres(pool, { folder: await planted('ALTER TABLE users ADD COLUMN hue text;') })
    const before = await applied()
    await migratePostgres(pool, { log })
    expect([await applied(), lines]).toEqual([before, []])
  })
})
