import type { SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, Tx } from './database.ts'

const resultSchema = z.object({ rows: z.array(z.record(z.string(), z.unknown())) })

/** Rows of a hand-written statement. */
export async function rowsOf(db: Db | Tx, statement: SQL): Promise<Record<string, unknown>[]> {
  return resultSchema.parse(await db.execute(statement)).rows
}

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
