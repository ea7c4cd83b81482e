import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, Tx } from '../../db/database.ts'
import { rowsOf } from '../../db/rows.ts'
import { uploads } from '../../db/schema/index.ts'
import type { TableShape } from './backup-format.ts'

/** Rows that are fetched at once: one may have megabytes. */
const ROWS_AT_ONCE = 64
const LONG_ROW_BYTES = 256 * 1024

const columnRows = z.array(z.object({ table: z.string(), name: z.string(), type: z.string() }))
const referenceRows = z.array(z.object({ child: z.string(), parent: z.string() }))
const countRows = z.tuple([z.object({ count: z.coerce.number() })])

const listOf = (names: readonly string[]): SQL =>
  sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  )

/** Parents before their children. Tables that refer to themselves would need their rows sorted too: there is none. */
function parentsFirst(names: readonly string[], references: z.infer<typeof referenceRows>): string[] {
  const sorted: string[] = []
  const waiting = new Set(names)
  while (waiting.size > 0) {
    const free = [...waiting].filter(
      (name) => !references.some(({ child, parent }) => child === name && waiting.has(parent)),
    )
    if (free.length === 0) throw new Error(`Tables that refer to each other in a circle: ${[...waiting].join(', ')}`)
    for (const name of free) waiting.delete(name)
    sorted.push(...free)
  }
  return sorted
}

/** Those of some tables that the database has, with the columns that they have there, parents before children. */
export async function readShapes(tx: Db | Tx, names: readonly string[]): Promise<TableShape[]> {
  const columns = columnRows.parse(
    await rowsOf(
      tx,
      sql`SELECT c.relname AS "table", a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type
          FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
          WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname IN (${listOf(names)})
            AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
          ORDER BY c.relname, a.attnum`,
    ),
  )
  const references = referenceRows.parse(
    await rowsOf(
      tx,
      sql`SELECT child.relname AS child, parent.relname AS parent
          FROM pg_constraint k JOIN pg_class child ON child.oid = k.conrelid JOIN pg_class parent ON parent.oid = k.confrelid
          WHERE k.contype = 'f' AND child.relnamespace = 'public'::regnamespace`,
    ),
  )
  const byTable = Map.groupBy(columns, ({ table }) => table)
  return parentsFirst([...byTable.keys()], references).map((name) => ({
    name,
    columns: (byTable.get(name) ?? []).map((column) => ({ name: column.name, type: column.type })),
  }))
}

/**
 * How values are written as text, and read back: the same on every server, and exact for every type. What PostgreSQL's
 * own pg_dump sets is set here too.
 */
export async function useExactText(tx: Tx): Promise<void> {
  await tx.execute(sql`SET LOCAL TimeZone = 'UTC'`)
  await tx.execute(sql`SET LOCAL DateStyle = 'ISO'`)
  await tx.execute(sql`SET LOCAL IntervalStyle = 'postgres'`)
  await tx.execute(sql`SET LOCAL extra_float_digits = 3`)
  await tx.execute(sql`SET LOCAL bytea_output = 'hex'`)
}

const namesOf = ({ columns }: TableShape): SQL =>
  sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  )

/**
 * The rows of a table as lines of JSON, a few at a time: each an object of its columns, values as text or null. The text
 * never becomes a value of ours, which could not hold microseconds or long numbers.
 */
export async function* readLines(tx: Tx, shape: TableShape): AsyncGenerator<string[]> {
  const texts = shape.columns.map(({ name }) => sql`${sql.identifier(name)}::text AS ${sql.identifier(name)}`)
  const rows = sql`SELECT ${sql.join(texts, sql`, `)} FROM ${sql.identifier(shape.name)}`
  await tx.execute(sql`DECLARE backup NO SCROLL CURSOR FOR SELECT row_to_json(r)::text AS line FROM (${rows}) r`)
  for (let count = 1; ; ) {
    const found = await rowsOf(tx, sql.raw(`FETCH ${count} FROM backup`))
    if (found.length === 0) break
    const lines = found.map(({ line }) => z.string().parse(line))
    yield lines
    // Where rows are long few are fetched, and where they are short again soon more.
    const bytes = lines.reduce((sum, line) => sum + line.length, 0)
    count = bytes / lines.length > LONG_ROW_BYTES ? 1 : Math.min(ROWS_AT_ONCE, count * 2)
  }
  await tx.execute(sql`CLOSE backup`)
}

/** Puts rows back that `readLines` has read. */
export async function insertLines(tx: Tx, shape: TableShape, lines: string): Promise<void> {
  const array = `[${lines.trimEnd().replaceAll('\n', ',')}]`
  const values = shape.columns.map(({ name, type }) => sql`r.${sql.identifier(name)}::${sql.raw(type)}`)
  const texts = shape.columns.map(({ name }) => sql`${sql.identifier(name)} text`)
  await tx.execute(
    sql`INSERT INTO ${sql.identifier(shape.name)} (${namesOf(shape)})
        SELECT ${sql.join(values, sql`, `)}
        FROM json_to_recordset(${array}::json) AS r(${sql.join(texts, sql`, `)})`,
  )
}

/** How many rows a table has. */
export async function countRowsOf(tx: Db | Tx, table: string): Promise<number> {
  const [row] = countRows.parse(await rowsOf(tx, sql`SELECT count(*) AS count FROM ${sql.identifier(table)}`))
  return row.count
}

/** Bytes that the database takes on disk. */
export async function databaseSize(db: Db): Promise<number> {
  const [row] = countRows.parse(await rowsOf(db, sql`SELECT pg_database_size(current_database()) AS count`))
  return row.count
}

/** Keys of the files that rows speak of. */
export async function readFileKeys(tx: Tx): Promise<string[]> {
  const rows = await tx.select({ key: uploads.id }).from(uploads)
  return rows.map(({ key }) => key)
}

/** Has every customer of the payment provider read again soon: what rows say of them is as old as the backup. */
export async function forgetReadings(tx: Tx): Promise<void> {
  await tx.execute(sql`UPDATE users SET billing_synced_at = NULL`)
}
