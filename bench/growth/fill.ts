import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../src/server/db/database.ts'
import { rowsOf } from '../../src/server/db/rows.ts'

/** Tables of the benchmark, beside the product's. */
const SCHEMA = 'growth'
/** Rows of one INSERT. */
const BATCH = 20_000
/** Share of summaries that failed, and what these and their sources lack. */
const FAILED = 0.02
const WITHOUT = ['page', 'text_words', 'cache_key', 'document']

const columnRows = z.array(z.object({ name: z.string() }))

/** Columns of a table, as they are written in statements. */
async function columnsOf(db: Db, table: string, without: readonly string[]): Promise<string[]> {
  const rows = await rowsOf(
    db,
    sql`SELECT column_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = ${table} AND is_generated = 'NEVER' ORDER BY ordinal_position`,
  )
  const names = columnRows.parse(rows).map(({ name }) => name)
  return names.filter((name) => !without.includes(name))
}

/** Turns the summaries of a user into templates, and deletes them. */
export async function takeTemplates(db: Db, userId: string): Promise<void> {
  await db.execute(sql.raw(`CREATE SCHEMA ${SCHEMA}`))
  await db.execute(
    sql`CREATE TABLE growth.summaries AS SELECT s.*, row_number() OVER (ORDER BY created_at, id) - 1 AS at
        FROM summaries s WHERE user_id = ${userId} AND status = 'ready'`,
  )
  await db.execute(
    sql`CREATE TABLE growth.sources AS SELECT t.at, s.* FROM sources s JOIN growth.summaries t ON t.source_id = s.id`,
  )
  await db.execute(
    sql`CREATE TABLE growth.source_words AS SELECT t.at, w.* FROM source_words w JOIN growth.summaries t USING (source_id)`,
  )
  await db.execute(sql`DELETE FROM summaries WHERE user_id = ${userId}`)
  await db.execute(sql`DELETE FROM users WHERE id = ${userId}`)
}

/** Users who have the same number of summaries. */
export interface Group {
  /** Summaries of each. */
  each: number
  users: number
}

/** A third of the rows for users of each size, as far as they fit, and the rest for the smallest. */
export function groupsFor(rows: number, sizes: readonly number[]): Group[] {
  const groups = sizes
    .toSorted((a, b) => b - a)
    .map((each) => ({ each, users: Math.floor(rows / sizes.length / each) }))
  const filled = groups.reduce((sum, { each, users }) => sum + each * users, 0)
  const smallest = groups.at(-1)
  if (smallest !== undefined) smallest.users += Math.floor((rows - filled) / smallest.each)
  return groups.filter(({ users }) => users > 0)
}

const indexRows = z.array(z.object({ name: z.string(), definition: z.string() }))

/** Fills tables without their secondary indexes, which are built at the end: far faster than row by row. */
async function withoutIndexes(db: Db, work: () => Promise<void>): Promise<void> {
  const indexes = indexRows.parse(
    await rowsOf(
      db,
      sql`SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
          WHERE i.indrelid IN ('summaries'::regclass, 'sources'::regclass)
            AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    ),
  )
  for (const { name } of indexes) await db.execute(sql.raw(`DROP INDEX ${name}`))
  await work()
  for (const { definition } of indexes) {
    await db.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL maintenance_work_mem = '512MB'`)
      await tx.execute(sql.raw(definition))
    })
  }
}

/** Copies templates to the rows of `growth.rows`, without checking foreign keys. */
async function copyRows(db: Db, rows: number): Promise<void> {
  const summaryColumns = await columnsOf(db, 'summaries', [])
  const sourceColumns = await columnsOf(db, 'sources', [])
  const wordColumns = await columnsOf(db, 'source_words', [])
  const given: Record<string, string> = {
    user_id: 'r.user_id',
    created_at: 'r.created_at',
    updated_at: 'r.created_at',
    // Unique in reality: the copies must not find each other.
    input_hash: 'r.source_id::text',
    content_hash: 'r.source_id::text',
    review_at: 'NULL::timestamptz',
    content_type: "(ARRAY['article', 'article', 'youtube', 'document'])[1 + r.n % 4]",
    status: "CASE WHEN r.failed THEN 'failed' ELSE t.status END",
    ...Object.fromEntries(WITHOUT.map((name) => [name, `CASE WHEN r.failed THEN NULL ELSE t.${name} END`])),
  }
  const valuesOf = (columns: readonly string[], own: Record<string, string>): SQL =>
    sql.raw(columns.map((name) => own[name] ?? given[name] ?? `t.${name}`).join(', '))
  for (let first = 0; first < rows; first += BATCH) {
    const batch = sql`growth.rows r JOIN`
    const within = sql`ON t.at = r.at WHERE r.n > ${first} AND r.n <= ${first + BATCH} ORDER BY r.n`
    await db.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL session_replication_role = replica`)
      await tx.execute(sql`INSERT INTO sources (${sql.raw(sourceColumns.join(', '))})
        SELECT ${valuesOf(sourceColumns, { id: 'r.source_id' })} FROM ${batch} growth.sources t ${within}`)
      await tx.execute(sql`INSERT INTO source_words (${sql.raw(wordColumns.join(', '))})
        SELECT ${valuesOf(wordColumns, { source_id: 'r.source_id' })}
        FROM ${batch} growth.source_words t ON t.at = r.at AND NOT r.failed
        WHERE r.n > ${first} AND r.n <= ${first + BATCH} ORDER BY r.n`)
      await tx.execute(sql`INSERT INTO summaries (${sql.raw(summaryColumns.join(', '))})
        SELECT ${valuesOf(summaryColumns, { id: 'r.id', source_id: 'r.source_id' })}
        FROM ${batch} growth.summaries t ${within}`)
    })
  }
}

/**
 * Adds users with a session, summaries and sources, which are copies of the templates. The rows of a user are spread over the
 * tables, as if all users had come back again and again for a year.
 * @returns ids of the users of each group, in their order
 */
export async function addUsers(db: Db, groups: readonly Group[], name: string): Promise<string[][]> {
  const ids: string[][] = []
  await db.execute(sql`DROP TABLE IF EXISTS growth.members, growth.rows`)
  await db.execute(sql`CREATE TABLE growth.members (user_id uuid, each int)`)
  for (const { each, users } of groups) {
    const added = await rowsOf(
      db,
      sql`WITH added AS (
            INSERT INTO users (email) SELECT ${name} || ${each}::int || '-' || n || '@example.com'
            FROM generate_series(1, ${users}::int) n RETURNING id
          ), members AS (INSERT INTO growth.members SELECT id, ${each}::int FROM added)
          SELECT id FROM added`,
    )
    ids.push(added.map(({ id }) => String(id)))
  }
  await db.transaction(async (tx) => {
    // The same rows in each run.
    await tx.execute(sql`SELECT setseed(0.5)`)
    await tx.execute(sql`CREATE TABLE growth.rows AS SELECT row_number() OVER (ORDER BY created_at) AS n, * FROM (
          SELECT user_id, gen_random_uuid() AS id, gen_random_uuid() AS source_id,
            floor(random() * (SELECT count(*) FROM growth.summaries))::int AS at,
            date_trunc('milliseconds', now() - random() * interval '365 days') AS created_at,
            random() < ${FAILED} AS failed
          FROM growth.members CROSS JOIN LATERAL generate_series(1, each)) AS drawn`)
  })
  await db.execute(sql`CREATE UNIQUE INDEX ON growth.rows (n)`)
  const rows = groups.reduce((sum, { each, users }) => sum + each * users, 0)
  await withoutIndexes(db, async () => copyRows(db, rows))
  await db.execute(
    sql`UPDATE users SET ready_summaries = own.rows, saved_seconds = own.seconds FROM (
          SELECT r.user_id, count(*) AS rows, sum(t.saved_seconds) AS seconds
          FROM growth.rows r JOIN growth.summaries t USING (at) WHERE NOT failed GROUP BY 1) AS own
        WHERE users.id = own.user_id`,
  )
  await db.execute(
    sql`INSERT INTO sessions (id_hash, user_id, expires_at)
        SELECT gen_random_uuid()::text, user_id, now() + interval '20 days' FROM growth.members`,
  )
  await db.execute(sql`DROP TABLE growth.members, growth.rows`)
  await db.execute(sql`VACUUM ANALYZE`)
  return ids
}
