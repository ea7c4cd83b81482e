import type { PoolClient } from 'pg'
import { z } from 'zod'
import type { PendingMigration } from './pending-migrations.ts'

/** An index that may have been built before its migration comes. */
const ahead = /^\s*CREATE INDEX IF NOT EXISTS "(?<name>\w+)" ON "(?<table>\w+)"(?<rest>[\s\S]*?);?\s*$/

const stateSchema = z.array(z.object({ table: z.string().nullable(), valid: z.boolean().nullable() }))

/** Columns that the same migration brings: with those, the index is the migration's own affair. */
const UNDEFINED_COLUMN = '42703'

const isUndefinedColumn = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNDEFINED_COLUMN

/**
 * Builds the indexes that migrations are about to ask for, on tables that stand already, beside the traffic: a
 * migration runs in a transaction, where building one keeps everybody from writing until it is done. One that a process
 * began and did not finish is invalid, and is built anew
 * (https://www.postgresql.org/docs/current/sql-createindex.html#SQL-CREATEINDEX-CONCURRENTLY).
 *
 * @returns the names of those that were built
 */
export async function buildIndexesAhead(client: PoolClient, pending: readonly PendingMigration[]): Promise<string[]> {
  const built: string[] = []
  for (const statement of pending.flatMap(({ statements }) => statements)) {
    const { name = '', table = '', rest = '' } = ahead.exec(statement)?.groups ?? {}
    if (name === '') continue
    const { rows } = await client.query(
      `SELECT to_regclass(quote_ident($2))::text AS table,
              (SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(quote_ident($1))) AS valid`,
      [name, table],
    )
    const state = stateSchema.parse(rows)[0]
    if (state === undefined || state.table === null || state.valid === true) continue
    if (state.valid === false) await client.query(`DROP INDEX CONCURRENTLY "${name}"`)
    try {
      await client.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS "${name}" ON "${table}"${rest}`)
      built.push(name)
    } catch (error) {
      if (!isUndefinedColumn(error)) throw error
    }
  }
  return built
}
