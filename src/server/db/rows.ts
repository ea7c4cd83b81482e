import type { SQL } from 'drizzle-orm'
import type { Db, Tx } from './database.ts'

/** Rows of a hand-written statement. */
export async function rowsOf(db: Db | Tx, statement: SQL): Promise<Record<string, unknown>[]> {
  return (await db.execute(statement)).rows
}

/** Number of rows that a statement wrote. */
export async function countWritten(statement: PromiseLike<{ rowCount: number | null }>): Promise<number> {
  return (await statement).rowCount ?? 0
}

/** Whether a statement wrote a row. */
export const isWritten = async (statement: PromiseLike<{ rowCount: number | null }>): Promise<boolean> =>
  (await countWritten(statement)) > 0

/** A Drizzle query with placeholders. */
interface Preparable<Rows> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Rows> }
}

/** Databases behind a pooler, where named statements would get lost between transactions. */
const pooled = new WeakSet<object>()

/** Turns off named statements for a database. */
export function withoutNames(db: Db): void {
  pooled.add(db)
}

/**
 * Creates a prepared statement for a query of every request, which PostgreSQL parses and plans once per connection
 * (https://www.postgresql.org/docs/current/sql-prepare.html). This doubles the requests per second.
 *
 * @param name unique among all statements
 * @param build builds the query, with `sql.placeholder` for values
 */
export function prepared<Rows>(
  name: string,
  build: (db: Db | Tx) => Preparable<Rows>,
): (db: Db | Tx, values: Record<string, unknown>) => Promise<Rows> {
  const built = new WeakMap<object, ReturnType<Preparable<Rows>['prepare']>>()
  return async (db, values) => {
    const statement = built.get(db) ?? build(db).prepare(pooled.has(db) ? '' : name)
    built.set(db, statement)
    return statement.execute(values)
  }
}
