import type { MigrationMeta } from 'drizzle-orm/migrator'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { codeOf } from '../../shared/errors.ts'

/** Statement for an index that can be created before its migration. */
const createIndex = /^\s*CREATE INDEX IF NOT EXISTS "(?<name>\w+)" ON "(?<table>\w+)"(?<rest>[\s\S]*?);?\s*$/

const stateSchema = z.array(z.object({ table: z.string().nullable(), valid: z.boolean().nullable() }))

/** The index uses columns that the same migration adds, so the migration itself creates it. */
const UNDEFINED_COLUMN = '42703'

/**
 * Creates the indexes of pending migrations on existing tables concurrently: within a migration's transaction, this would
 * block writes. An index that an interrupted process left invalid is created again
 * (https://www.postgresql.org/docs/current/sql-createindex.html#SQL-CREATEINDEX-CONCURRENTLY).
 *
 * @returns the names of the created indexes
 */
export async function buildIndexesAhead(client: PoolClient, pending: readonly MigrationMeta[]): Promise<string[]> {
  const built: string[] = []
  for (const statement of pending.flatMap(({ sql }) => sql)) {
    const { name = '', table = '', rest = '' } = createIndex.exec(statement)?.groups ?? {}
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
      if (codeOf(error) !== UNDEFINED_COLUMN) throw error
    }
  }
  return built
}
