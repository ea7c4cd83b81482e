import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { ListSummariesQuery } from '../../../shared/api/calls.ts'
import type { Db, Tx } from '../../db/database.ts'
import { type SummaryRow, summaries, summaryColumns, wordsOf } from '../../db/schema/index.ts'
import { isOfType, type ListPosition } from './repo.ts'
import type { Search } from './search/search.ts'
import { queriesOf } from './search/vectors.ts'

/** Where a page of what was found ended. */
export interface RankedPosition extends ListPosition {
  rank: number
}

/** Which summaries fit, and how well: numbers from 0, the greater the better. */
interface Conditions {
  fits: SQL
  rank: SQL
  /** Which summaries have a rank of `TITLE_RANK` or more: it takes far less to know than which fit. */
  fitsByTitle: SQL
}

/** The least rank of a summary whose title alone has all that is searched for. */
const TITLE_RANK = 2

/**
 * All terms as whole words in the title, all of them there, one of them there; else anywhere. A few steps rather than a
 * score: within one, the newest comes first, a page can say where it ended, and no long text has to be read for it.
 */
function byWords(terms: readonly (readonly string[])[]): Conditions {
  const { all, any, whole } = queriesOf(terms)
  const title = summaries.titleWords
  return {
    fits: sql`${wordsOf(summaries)} @@ ${all}::tsquery`,
    rank: sql`CASE WHEN ${title} @@ ${whole}::tsquery THEN 3 WHEN ${title} @@ ${all}::tsquery THEN ${sql.raw(String(TITLE_RANK))}
      WHEN ${title} @@ ${any}::tsquery THEN 1 ELSE 0 END`,
    fitsByTitle: sql`${title} @@ ${all}::tsquery`,
  }
}

function bySigns(signs: string): Conditions {
  const inTitle = sql`strpos(${summaries.title}, ${signs}) > 0`
  const text = sql`${summaries.basicSummary} || E'\n' || array_to_string(${summaries.keyTakeaways}, E'\n')`
  return {
    fits: sql`(${inTitle} OR strpos(${text}, ${signs}) > 0)`,
    rank: sql`CASE WHEN ${inTitle} THEN 3 ELSE 0 END`,
    fitsByTitle: inTitle,
  }
}

type Found = SummaryRow & { rank: number }

async function findPage(
  db: Db | Tx,
  condition: SQL | undefined,
  rank: SQL,
  limit: number,
  after: RankedPosition | null,
): Promise<Found[]> {
  const found = db.$with('found').as(
    db
      .select({ id: summaries.id, createdAt: summaries.createdAt, rank: sql<number>`${rank}`.as('rank') })
      .from(summaries)
      .where(condition),
  )
  const later =
    after === null
      ? undefined
      : sql`(${found.rank}, ${found.createdAt}, ${found.id}) < (${after.rank}::int, ${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
  const page = db.$with('page').as(
    db
      .select()
      .from(found)
      .where(later)
      .orderBy(desc(found.rank), desc(found.createdAt), desc(found.id))
      .limit(limit + 1),
  )
  return db
    .with(found, page)
    .select({ ...summaryColumns, rank: page.rank })
    .from(page)
    .innerJoin(summaries, eq(summaries.id, page.id))
    .orderBy(desc(page.rank), desc(page.createdAt), desc(page.id))
}

/**
 * One page of a person's summaries that fit a search, the best first, one more than the limit when there is a next page.
 *
 * What few summaries have, an index finds. What most of them have, as the first letters that somebody types, is mostly
 * in so many titles that a page is full of them before any text has to be looked at.
 */
export async function searchSummaries(
  db: Db | Tx,
  userId: string,
  search: Search,
  { type, limit }: Pick<ListSummariesQuery, 'type' | 'limit'>,
  after: RankedPosition | null,
): Promise<Found[]> {
  const { fits, rank, fitsByTitle } = search.by === 'words' ? byWords(search.terms) : bySigns(search.text)
  const own = and(eq(summaries.userId, userId), isOfType(type))
  if (after === null || after.rank >= TITLE_RANK) {
    const page = await findPage(db, and(own, fitsByTitle), rank, limit, after)
    if (page.length > limit) return page
  }
  return findPage(db, and(own, fits), rank, limit, after)
}

/** Summaries whose words nobody has taken. */
export async function findWithoutWords(db: Db | Tx, limit: number) {
  return db
    .select({
      id: summaries.id,
      status: summaries.status,
      title: summaries.title,
      basicSummary: summaries.basicSummary,
      keyTakeaways: summaries.keyTakeaways,
    })
    .from(summaries)
    .where(or(isNull(summaries.titleWords), and(isNull(summaries.textWords), eq(summaries.status, sql.raw("'ready'")))))
    .limit(limit)
}

/** Writes the words of summaries that had none. What was written of one meanwhile is newer, and stays. */
export async function writeWords(
  db: Db | Tx,
  words: readonly { id: string; title: string; text: string | null }[],
): Promise<void> {
  if (words.length === 0) return
  await db.execute(
    sql`UPDATE ${summaries} SET title_words = coalesce(title_words, w.title::tsvector),
          text_words = coalesce(text_words, w.text::tsvector)
        FROM json_to_recordset(${JSON.stringify(words)}::json) AS w(id uuid, title text, text text)
        WHERE summaries.id = w.id`,
  )
}
