import path from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { afterAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/server/db/database.ts'
import { migrationsFolder } from '../../src/server/db/migrate.ts'
import { rowsOf } from '../../src/server/db/rows.ts'
import { backUp, dump, fill, type Kept, makeFolder, restore } from '../support/backups.ts'
import { openTestDatabase } from '../support/product.ts'
import { unpack, withManifest, writeEntries } from '../support/repack.ts'
import { openTestStorage } from '../support/storages.ts'

const place = await makeFolder()
afterAll(place.remove)

/** The first migration; backups of its version contain nothing later. */
const FIRST = readMigrationFiles({ migrationsFolder })[0]!

/** Tables, columns, indexes and constraints, as the database has them. */
async function structure({ db }: Database): Promise<unknown> {
  return Promise.all([
    rowsOf(
      db,
      sql`SELECT table_name, column_name, ordinal_position, data_type, column_default, is_nullable
          FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 3`,
    ),
    rowsOf(db, sql`SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`),
    rowsOf(
      db,
      sql`SELECT conrelid::regclass::text AS of, conname, pg_get_constraintdef(oid) AS def FROM pg_constraint
          WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`,
    ),
  ])
}

describe('a backup of an older version', () => {
  it('is restored into its own schema, which is then migrated', async () => {
    const storage = await openTestStorage('disk')
    const kept: Kept = { database: await openTestDatabase(), storage: storage.storage }
    const { database } = kept
    const today = await structure(database)
    const tables = sql.raw(
      'billing_events, plan_changes, model_usage, email_links, sessions, rate_limits, kept_work, deleted_summaries, summaries, uploads, cancellation_requests, feature_suggestions, users',
    )

    // A database of that version with a user, and a backup of it.
    await database.db.execute(sql`DROP TABLE ${tables} CASCADE`)
    for (const statement of FIRST.sql) await database.db.execute(sql.raw(statement))
    await database.db.execute(sql`CREATE TABLE IF NOT EXISTS uploads (id uuid)`)
    await database.db.execute(sql`INSERT INTO users (email) VALUES ('old@example.com')`)
    await database.db.execute(sql`DELETE FROM drizzle.__drizzle_migrations WHERE created_at > ${FIRST.folderMillis}`)
    const made = path.join(place.folder, 'made.tar.gz')
    await backUp(kept, made)
    await database.close()
    const old = path.join(place.folder, 'backup.tar.gz')
    const entries = (await unpack(made)).map(({ name, bytes }) => {
      if (name !== 'backup.json') return { name, bytes }
      const head = JSON.parse(bytes.toString())
      head.tables = head.tables.filter((table: { name: string }) => table.name !== 'uploads')
      return { name, bytes: Buffer.from(JSON.stringify(head)) }
    })
    await writeEntries(old, withManifest(entries))

    const target: Kept = { database: await openTestDatabase(), storage: storage.storage }
    await fill(target)
    await restore(target, old, { force: true })
    expect(await structure(target.database)).toEqual(today)
    const { users, ...others } = await dump(target.database)
    expect(users).toEqual([expect.stringContaining('old@example.com')])
    expect(Object.values(others).flat()).toEqual([])
    const [row] = await rowsOf(target.database.db, sql`SELECT billing_version, cancel_at_period_end FROM users`)
    expect(row).toEqual({ billing_version: 0, cancel_at_period_end: false })
    await target.database.close()
    await storage.close()
  })
})
