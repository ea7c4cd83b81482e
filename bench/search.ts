import { and, desc, eq, ilike, or, sql } from 'drizzle-orm'
import type { Database, Db } from '../src/server/db/database.ts'
import { openPostgres } from '../src/server/db/open-postgres.ts'
import { rowsOf } from '../src/server/db/rows.ts'
import { sources, summaries, summaryColumns } from '../src/server/db/schema/index.ts'
import { QueuePositions } from '../src/server/features/summaries/queue.ts'
import { listOwnSummaries } from '../src/server/features/summaries/read.ts'
import { loadCatalogue } from '../src/server/plans/load-catalogue.ts'
import { startPostgres } from '../tests/support/postgres-server.ts'
import { testContext } from '../tests/support/summaries-context.ts'
import { medianOf, timeEach } from './load/times.ts'
import { addOthers, addReader } from './search/load.ts'

const OWN = 10_000
const PEOPLE = 1000
const EACH = 100
const RUNS = 15
const LIMIT = 50

/** A word as it is typed, and other typical searches. */
const typed = {
  'one letter': 's',
  'two letters': 'st',
  'four letters': 'stri',
  'a whole word': 'strinment',
  'two words': 'pali stri',
  'two characters of Chinese': '大學',
  'a word that is not there': 'nowhere',
}

const timeOf = async (work: () => Promise<unknown>): Promise<number> =>
  medianOf(await timeEach({ warmUp: 2, runs: RUNS }, work))

/** The earlier search: a substring of the title or the summary. */
async function searchByPattern(db: Db, userId: string, q: string): Promise<unknown> {
  const pattern = `%${q}%`
  return db
    .select(summaryColumns)
    .from(summaries)
    .innerJoin(sources, eq(sources.id, summaries.sourceId))
    .where(
      and(
        eq(summaries.userId, userId),
        or(ilike(summaries.title, pattern), sql`${summaries.page}::text ILIKE ${pattern}`),
      ),
    )
    .orderBy(desc(summaries.createdAt), desc(summaries.id))
    .limit(LIMIT + 1)
}

const catalogue = loadCatalogue('standard')
const positions = new QueuePositions({ waiting: async () => [] }, 1)

async function measure({ db }: Pick<Database, 'db'>, userId: string, title: string): Promise<void> {
  const actor = { userId, plan: null }
  const context = testContext(db, { catalogue, positions })
  const { sources } = context
  const list = async (q?: string): Promise<unknown> =>
    listOwnSummaries(context, actor, {
      type: 'all',
      limit: LIMIT,
      ...(q === undefined ? {} : { q }),
    })
  const plain = await timeOf(async () => list())
  const rows: Record<string, Record<string, string>> = {
    'no search: the first page': { 'median ms': plain.toFixed(1), 'x first page': '1.0', 'x ILIKE as it was': '' },
  }
  for (const [name, q] of Object.entries(typed)) {
    const ours = await timeOf(async () => list(q))
    const pattern = await timeOf(async () => searchByPattern(db, userId, q))
    rows[`${name}: ${q}`] = {
      'median ms': ours.toFixed(1),
      'x first page': (ours / plain).toFixed(1),
      'x ILIKE as it was': `${(ours / pattern).toFixed(2)} (${pattern.toFixed(1)} ms)`,
    }
  }
  await sources.close()
  console.log(title)
  console.table(rows)
}

async function measureSearch(database: Database): Promise<void> {
  const { db } = database
  const reader = await addReader(db, 'reader@example.com', OWN)
  await db.execute(sql`VACUUM ANALYZE summaries`)
  await measure(database, reader, `${OWN} summaries of one person, nobody else's`)
  const other = await addOthers(db, reader, PEOPLE, EACH)
  await db.execute(sql`VACUUM ANALYZE summaries`)
  const [size] = await rowsOf(db, sql`SELECT pg_size_pretty(pg_total_relation_size('summaries')) AS total`)
  await measure(database, reader, `The same among ${PEOPLE * EACH} of ${PEOPLE} others (${String(size?.['total'])})`)
  await measure(database, other, `${EACH} of one of them`)
}

const fail = (error: Error): never => {
  throw error
}

/**
 * Measures one page of a search, from the typed words to the summaries with highlights, against the first page of the
 * plain list and against the earlier search by ILIKE.
 */
export async function main(): Promise<void> {
  const server = await startPostgres()
  try {
    const { host, port, user, password } = server.address
    const database = await openPostgres(`postgres://${user}:${password}@${host}:${port}/postgres`, fail)
    try {
      await measureSearch(database)
    } finally {
      await database.close()
    }
  } finally {
    await server.stop()
  }
}
