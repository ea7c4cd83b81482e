import path from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { afterAll, expect, it } from 'vitest'
import type { Database } from '../../src/server/db/database.ts'
import { migrationsFolder } from '../../src/server/db/migrate.ts'
import { rowsOf } from '../../src/server/db/rows.ts'
import { dump, fill, type Kept, makeFolder, restore } from '../support/backups.ts'
import { openTestDatabase } from '../support/product.ts'
import { type Entries, withManifest, writeEntries } from '../support/repack.ts'
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

/** A backup of format 1, with one user, of a database that has had the first migration only. */
function formatOne(): Entries {
  const row = {
    id: '11111111-1111-4111-8111-111111111111',
    email: 'old@example.com',
    first_name: 'a\\b\tc\nd\r\u2028"',
    last_name: null,
    created_at: '2026-01-02 03:04:05.678901+00',
  }
  const head = {
    product: 'precis',
    format: 1,
    version: '0.0.9',
    createdAt: '2026-01-03T00:00:00.000Z',
    migration: FIRST.folderMillis,
    tables: [{ name: 'users', columns: Object.keys(row).map((name) => ({ name, type: 'text' })) }],
    leftOut: {},
  }
  return withManifest([
    { name: 'backup.json', bytes: Buffer.from(JSON.stringify(head)) },
    { name: 'tables/users/000001.jsonl', bytes: Buffer.from(`${JSON.stringify(row)}\n`) },
  ])
}

it('restores a backup of format 1 into the tables of its time, and brings them up to date', async () => {
  const storage = await openTestStorage('disk')
  const target: Kept = { database: await openTestDatabase(), storage: storage.storage }
  const today = await structure(target.database)
  await fill(target)
  const old = path.join(place.folder, 'backup.tar.gz')
  await writeEntries(old, formatOne())
  await restore(target, old, { force: true })
  expect(await structure(target.database)).toEqual(today)
  const { users, ...others } = await dump(target.database)
  expect(users).toHaveLength(1)
  expect(Object.values(others).flat()).toEqual([])
  const [row] = await rowsOf(
    target.database.db,
    sql`SELECT email, first_name, last_name, created_at::text, billing_version, cancel_at_period_end FROM users`,
  )
  expect(row).toEqual({
    email: 'old@example.com',
    first_name: 'a\\b\tc\nd\r\u2028"',
    last_name: null,
    created_at: expect.stringContaining('05.678901'),
    billing_version: 0,
    cancel_at_period_end: false,
  })
  await target.database.close()
  await storage.close()
})
