import { DrizzleQueryError, type SQL } from 'drizzle-orm'
import { DatabaseError } from 'pg'
import { z } from 'zod'
import type { Db } from './database.ts'

/** Rows of a hand-written statement. */
export async function rowsOf(db: Db, statement: SQL): Promise<Record<string, unknown>[]> {
  return (await db.execute(statement)).rows
}

/** Rows of a hand-written statement, parsed by a schema. */
export const parsedRows = async <Row>(db: Db, schema: z.ZodType<Row>, statement: SQL): Promise<Row[]> =>
  z.array(schema).parse(await rowsOf(db, statement))

/** The first row of a query; undefined if there is none. */
export const firstOf = async <Row>(query: PromiseLike<Row[]>): Promise<Row | undefined> => (await query)[0]

/** The row of a statement that always returns one, such as an insert. */
export async function onlyOf<Row>(statement: PromiseLike<Row[]>): Promise<Row> {
  const [row] = await statement
  if (row === undefined) throw new Error('The statement returned no row.')
  return row
}

export async function countWritten(statement: PromiseLike<{ rowCount: number | null }>): Promise<number> {
  return (await statement).rowCount ?? 0
}

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
 * @param name unique among all statements
 * @param build builds the query, with `sql.placeholder` for values
 */
export function prepared<Rows>(
  name: string,
  build: (db: Db) => Preparable<Rows>,
): (db: Db, values: Record<string, unknown>) => Promise<Rows> {
  const built = new WeakMap<object, ReturnType<Preparable<Rows>['prepare']>>()
  return async (db, values) => {
    const statement = built.get(db) ?? build(db).prepare(pooled.has(db) ? '' : name)
    built.set(db, statement)
    return statement.execute(values)
  }
}

/** Returns PostgreSQL's error behind a failed statement; null for other errors. */
export function databaseErrorOf(error: unknown): DatabaseError | null {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof DatabaseError ? cause : null
}

// SQLSTATEs: https://www.postgresql.org/docs/current/errcodes-appendix.html

const violates = (code: string) => (error: unknown, constraint: string) => {
  const found = databaseErrorOf(error)
  return found?.code === code && found.constraint === constraint
}

/** Whether a statement violated the unique index or constraint of this name. */
export const isUniqueViolation = violates('23505')

/** Whether a statement violated the foreign key of this name. */
export const isForeignKeyViolation = violates('23503')

/** Returns whether a statement waited longer for a lock than `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => databaseErrorOf(error)?.code === '55P03'
