import type { Db, Tx } from './database.ts'

/** A query of Drizzle with placeholders, before it is prepared. */
interface Preparable<Row> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Row> }
}

/** Databases whose connections go from one borrower to the next and keep no statement. */
const nameless = new WeakSet<object>()

/** Has the statements of a database go without names: a pooler hands its connections on after each transaction. */
export function withoutNames(db: Db): void {
  nameless.add(db)
}

/**
 * A query that runs all the time: written once for each database rather than each time, and named, so that PostgreSQL
 * parses and plans it once for each connection (https://www.postgresql.org/docs/current/sql-prepare.html). The embedded
 * database takes no names.
 *
 * @param name of the statement, unlike all others
 * @param build writes it, with `sql.placeholder` for what differs
 */
export function prepared<Row>(
  name: string,
  build: (db: Db | Tx) => Preparable<Row>,
): (db: Db | Tx, values: Record<string, unknown>) => Promise<Row> {
  const built = new WeakMap<object, ReturnType<Preparable<Row>['prepare']>>()
  return async (db, values) => {
    const known = built.get(db)
    if (known !== undefined) return known.execute(values)
    const fresh = build(db).prepare(nameless.has(db) ? '' : name)
    built.set(db, fresh)
    return fresh.execute(values)
  }
}
