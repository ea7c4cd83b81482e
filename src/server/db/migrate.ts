import { fileURLToPath } from 'node:url'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { migrate as migratePostgresFiles } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePgliteFiles } from 'drizzle-orm/pglite/migrator'
import type { Pool } from 'pg'

/** Where the migrations stand. */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** Any number that no other program on the same database uses as an advisory lock. Who holds it keeps servers from starting. */
export const MIGRATION_LOCK = 7_283_401

/**
 * Brings a PostgreSQL up to date. Processes that start together take turns under an advisory lock; the later ones find
 * nothing left to do.
 */
export async function migratePostgres(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    try {
      await migratePostgresFiles(drizzlePostgres(client), { migrationsFolder })
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK])
    }
  } finally {
    client.release()
  }
}

/** Brings an embedded database up to date. The lock on its folder keeps every other process out meanwhile. */
export async function migratePglite(pglite: PGlite): Promise<void> {
  await migratePgliteFiles(drizzlePglite(pglite), { migrationsFolder })
}
