import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { ListSummariesQuery } from '../../../shared/api/calls.ts'
import type { Db, Tx } from '../../db/database.ts'
import { type SummaryRow, summaries, summaryColumns } from '../../db/schema/index.ts'
import { isOfType, type ListPosition } from './repo.ts'
import type { Search } from './search/search.ts'
import { queriesOf, vectorOf } from './search/vectors.ts'

/** Where a page of what was found ended. */
export interface RankedPosition extends ListPosition {
  rank: number
}

/** Which summaries fit, and how well: numbers from 0, the greater the better. */
interface Conditions {
  fits: SQL
  rank: SQL
}

const noWords = sql`''::tsvector`

/**
 * All terms as whole words in the title, all of them there, one of them there; else all of them as whole words anywhere,
 * or as beginnings. A few steps rather than a score: within one, the newest comes first, and a page can say where it
 * ended.
 */
function byWords(terms: readonly (readonly string[])[]): Conditions {
  const { all, any, whole } = queriesOf(terms)
  const title = sql`coalesce(${summaries.titleWords}, ${noWords})`
  const words = sql`(${title} || coalesce(${summaries.textWords}, ${noWords}))`
  return {
    fits: sql`${words} @@ ${all}::tsquery`,
    rank: sql`CASE WHEN ${title} @@ ${whole}::tsquery THEN 4 WHEN ${title} @@ ${all}::tsquery THEN 3
      WHEN ${title} @@ ${any}::tsquery THEN 2 WHEN ${words} @@ ${whole}::tsquery THEN 1 ELSE 0 END`,
  }
}

function bySigns(signs: string): Conditions {
  const inTitle = sql`strpos(${summaries.title}, ${signs}) > 0`
  const text = sql`${summaries.basicSummary} || E'\n' || array_to_string(${summaries.keyTakeaways}, E'\n')`
  return {
    fits: sql`(${inTitle} OR strpos(${text}, ${signs}) > 0)`,
    rank: sql`CASE WHEN ${inTitle} THEN 3 ELSE 0 END`,
  }
}

/** One page of a person's summaries that fit a search, the best first, one more than the limit when there is a next page. */
export async function searchSummaries(
  db: Db | Tx,
  userId: string,
  search: Search,
  { type, limit }: Pick<ListSummariesQuery, 'type' | 'limit'>,
  after: RankedPosition | null,
): Promise<(SummaryRow & { rank: number })[]> {
  const { fits, rank } = search.by === 'words' ? byWords(search.terms) : bySigns(search.text)
  const found = db.$with('found').as(
    db
      .select({ id: summaries.id, createdAt: summaries.createdAt, rank: sql<number>`${rank}`.as('rank') })
      .from(summaries)
      .where(and(eq(summaries.userId, userId), isOfType(type), fits)),
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
    .where(
      or(isNull(summaries.titleWords), and(isNull(summaries.textWords), eq(summaries.status, sql.raw("'ready'")))),
    )
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
