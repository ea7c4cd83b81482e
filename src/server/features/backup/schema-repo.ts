import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { z } from 'zod'
import type { Db, Tx } from '../../db/database.ts'
import { MIGRATION_LOCK, migrationsFolder } from '../../db/migrate.ts'
import { rowsOf } from '../../db/rows.ts'

const levelRows = z.tuple([z.object({ level: z.coerce.number() })])

/** The last migration that a database has had: when it was written, as the journal of migrations has it. */
export async function readLevel(tx: Db | Tx): Promise<number> {
  const [row] = levelRows.parse(
    await rowsOf(tx, sql`SELECT max(created_at)::text AS level FROM drizzle.__drizzle_migrations`),
  )
  return row.level
}

/** The last migration that this version of the product knows, and whether it knows another one. */
export function knownLevels(): { last: number; has: (level: number) => boolean } {
  const levels = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis)
  return { last: Math.max(...levels), has: (level) => levels.includes(level) }
}

/** Keeps servers from starting until the transaction ends: each wants to bring the database up to date first. */
export async function keepServersOut(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`)
}

const namesOf = (tables: readonly string[]) =>
  sql.join(
    tables.map((table) => sql.identifier(table)),
    sql`, `,
  )

/** Empties tables; who uses one of them is waited for, but not for long. */
export async function emptyTables(tx: Tx, tables: readonly string[]): Promise<void> {
  await tx.execute(sql`TRUNCATE ${namesOf(tables)}`)
}

/** Makes tables anew, empty, as they were after a migration. */
export async function rebuildTables(tx: Tx, tables: readonly string[], level: number): Promise<void> {
  await tx.execute(sql`DROP TABLE ${namesOf(tables)}`)
  await migrate(tx, (migration) => migration <= level)
}

/** Brings tables from after a migration up to date, with the rows that stand in them. */
export async function migrateFrom(tx: Tx, level: number): Promise<void> {
  await migrate(tx, (migration) => migration > level)
}

async function migrate(tx: Tx, isWanted: (level: number) => boolean): Promise<void> {
  for (const { folderMillis, sql: statements } of readMigrationFiles({ migrationsFolder })) {
    if (!isWanted(folderMillis)) continue
    for (const statement of statements) await tx.execute(sql.raw(statement))
  }
}

/** How long a statement may wait for others to let go of a table. */
export async function waitAtMost(tx: Tx, seconds: number): Promise<void> {
  await tx.execute(sql.raw(`SET LOCAL lock_timeout = '${seconds}s'`))
}
