import { pipeline } from 'node:stream/promises'
import { getTableName, is, sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { PgTable } from 'drizzle-orm/pg-core'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import type { Database, Db, Tx } from '../../db/database.ts'
import { MIGRATION_LOCK, migrationsFolder } from '../../db/migrate.ts'
import { onlyOf, parsedRows, rowsOf } from '../../db/rows.ts'
import * as schema from '../../db/schema/index.ts'
import { type Manifest, manifestSchema } from './read-backup.ts'

/** Names of the product's own tables. The job queue has others, and the database may contain foreign ones. */
export const productTables: readonly string[] = Object.values(schema).flatMap((value) =>
  is(value, PgTable) ? [getTableName(value)] : [],
)

/** Tables that no backup contains, and why. */
export const leftOut: Record<string, string> = {
  sessions: 'Everyone signs in again after a restore: a session that was ended since must not come back.',
  api_tokens: 'A token that was revoked since must not come back either.',
  invitations: 'An invitation that was used or revoked since must not come back either.',
  summary_aliases: 'Ids of repeated requests lead to the earlier summary for a day.',
  rate_limits: 'Counters last minutes or hours.',
}

/** Parents before children, as a restore needs them: every foreign key refers to one of these. */
const parents = ['users', 'sources', 'summaries']
const tableNames = [...parents, ...productTables.filter((name) => !parents.includes(name) && !(name in leftOut))]

/** The last migration, and the columns as the database has them: a later version of the product may have added some. */
const shapeQuery = `
  SELECT (SELECT max(created_at)::float FROM drizzle.__drizzle_migrations) AS migration,
    (SELECT json_agg(shape ORDER BY array_position($1, shape.name)) FROM (
      SELECT table_name::text AS name, json_agg(json_build_object('name', column_name) ORDER BY ordinal_position) AS columns
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name = ANY ($1::text[]) GROUP BY 1
    ) shape) AS tables`
const shapeRows = z.tuple([manifestSchema.pick({ migration: true, tables: true })])

type Table = Manifest['tables'][number]

/** The manifest's schema allows only names that need no escaping. */
const copyTarget = ({ name, columns }: Table): string =>
  `"${name}" (${columns.map((column) => `"${column.name}"`).join()})`

export interface Snapshot extends Pick<Manifest, 'migration' | 'tables' | 'rows'> {
  /** Keys of the uploads that rows refer to. */
  keys: string[]
}

/** Cuts COPY's text into parts that end with a row. Line feeds inside values are escaped. */
async function* partsOf(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  for await (const chunk of rows) {
    const end = chunk.lastIndexOf('\n') + 1
    held.push(chunk.subarray(0, end === 0 ? chunk.length : end))
    if (end === 0) continue
    yield Buffer.concat(held)
    held = [chunk.subarray(end)]
  }
}

/** Reads all rows at one moment, in COPY's text format, and fills in the snapshot. */
export async function* readTables({ pool }: Database, snapshot: Snapshot) {
  const client = await pool.connect()
  let isDone = false
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await client.query(`SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL IntervalStyle = 'postgres'`)
    Object.assign(snapshot, shapeRows.parse((await client.query(shapeQuery, [tableNames])).rows)[0])
    for (const table of snapshot.tables) {
      const copy = client.query(copyTo(`COPY ${copyTarget(table)} TO STDOUT`))
      for await (const rows of partsOf(copy)) yield { table: table.name, rows }
      // The count arrives after the rows, and before the answer to another query.
      await client.query('SELECT')
      snapshot.rows[table.name] = copy.rowCount
    }
    snapshot.keys = (await drizzle(client).select({ id: schema.uploads.id }).from(schema.uploads)).map(({ id }) => id)
    await client.query('COMMIT')
    isDone = true
  } finally {
    // An unfinished COPY ends with its connection.
    client.release(!isDone)
  }
}

/** Adds rows in COPY's text format to a table; returns their number. */
type CopyRows = (table: Table, rows: Buffer) => Promise<number>

/** Runs work in a transaction that no server can start in: each checks the migrations first. */
export async function withLockedDatabase<T>({ pool }: Database, work: (tx: Tx, copyRows: CopyRows) => Promise<T>) {
  const client = await pool.connect()
  const copyRows: CopyRows = async (table, rows) => {
    const copy = client.query(copyFrom(`COPY ${copyTarget(table)} FROM STDIN`))
    await pipeline([rows], copy)
    return copy.rowCount
  }
  try {
    return await drizzle(client, { schema, casing: 'snake_case' }).transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL lock_timeout = '30s'`)
      await tx.execute(sql`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`)
      return work(tx, copyRows)
    })
  } finally {
    client.release()
  }
}

const migrations = () => readMigrationFiles({ migrationsFolder })

export const isKnownMigration = (migration: number): boolean =>
  migrations().some(({ folderMillis }) => folderMillis === migration)

/**
 * Replaces all tables with empty ones as they were after a migration, fills them, and runs the later migrations. Every
 * customer is read from Stripe again afterwards: subscriptions are as old as the rows.
 */
export async function refillTables(tx: Tx, migration: number, fill: () => Promise<void>): Promise<void> {
  const migrate = async (isWanted: (migration: number) => boolean): Promise<void> => {
    for (const { folderMillis, sql: statements } of migrations())
      if (isWanted(folderMillis)) for (const statement of statements) await tx.execute(sql.raw(statement))
  }
  await tx.execute(sql.raw(`DROP TABLE ${productTables.join(', ')}`))
  await migrate((known) => known <= migration)
  await fill()
  await migrate((known) => known > migration)
  await tx.update(schema.users).set({ billingSyncedAt: null })
}

/** Counts the accounts of a database that may not have any tables yet. */
export async function countAccounts(db: Db): Promise<number> {
  const [users] = await rowsOf(db, sql`SELECT to_regclass('public.users') AS found`)
  return users?.['found'] === null ? 0 : db.$count(schema.users)
}

const sizeSchema = z.object({ bytes: z.coerce.number() })

export async function databaseBytes(db: Db): Promise<number> {
  return (await onlyOf(parsedRows(db, sizeSchema, sql`SELECT pg_database_size(current_database()) AS bytes`))).bytes
}
