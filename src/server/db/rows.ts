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

/** Databases behind a pooler, which hands a connection to another client after each transaction and loses its statements. */
const pooled = new WeakSet<object>()

/** Sends the statements of a database without names. */
export function withoutNames(db: Db): void {
  pooled.add(db)
}

/**
 * A query of every request, built once for each database and named, so that PostgreSQL parses and plans it once for
 * each connection (https://www.postgresql.org/docs/current/sql-prepare.html). This doubles the requests a second.
 *
 * @param name unique among all statements
 * @param build writes the query, with `sql.placeholder` for its values
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
