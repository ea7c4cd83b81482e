import { sql } from 'drizzle-orm'
import type { Database } from '../../../src/server/db/database.ts'
import { rowsOf } from '../../../src/server/db/rows.ts'

export type Row = Record<string, unknown>
export type Tables = Record<string, Row[]>

/** The time of last use changes without a request's doing. */
const restless: Readonly<Record<string, string>> = { sessions: 'last_seen_at', api_tokens: 'last_used_at' }
/** Rate limit counters, which rejected requests change. */
const counters = 'rate_limits'

/** Every row of every table as JSON, without the columns above. */
export async function allRows({ db }: Database): Promise<Tables> {
  const tables = await rowsOf(
    db,
    sql`select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> ${counters}`,
  )
  const all: Tables = {}
  for (const { table_name: name } of tables) {
    const table = String(name)
    const left = table in restless ? ` - '${restless[table]}'` : ''
    const rows = await rowsOf(db, sql.raw(`select to_jsonb(t)${left} as row from "${table}" t order by t::text`))
    all[table] = rows.map(({ row }) => row as Row)
  }
  return all
}

/** Every row of the job queue, as one text. */
export async function jobRows({ db }: Database): Promise<string> {
  const rows = await rowsOf(db, sql`select to_jsonb(j)::text as row from jobs.job j`)
  return rows.map(({ row }) => String(row)).join('\n')
}

/** A row before and after; undefined where it didn't exist. */
export interface Change {
  was: Row | undefined
  is: Row | undefined
}

/** Rows of one table that differ between two snapshots, by id. */
export function changedRows(before: readonly Row[], after: readonly Row[]): Change[] {
  const was = new Map(before.map((row) => [row.id, row]))
  const is = new Map(after.map((row) => [row.id, row]))
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((id) => ({ was: was.get(id), is: is.get(id) }))
    .filter((pair) => JSON.stringify(pair.was) !== JSON.stringify(pair.is))
}

/** Names of the columns that differ between two rows. */
export const changedColumns = (was: Row, is: Row): string[] =>
  Object.keys({ ...was, ...is })
    .filter((column) => JSON.stringify(was[column]) !== JSON.stringify(is[column]))
    .sort()
