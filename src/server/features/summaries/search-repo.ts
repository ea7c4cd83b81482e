import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ListSummariesQuery } from '../../../shared/api/calls.ts'
import { fold } from '../../../shared/text/search-tokens.ts'
import type { Db } from '../../db/database.ts'
import { parsedRows } from '../../db/rows.ts'
import { type SummaryRow, sources, sourceWords, summaries, summaryColumns, wordsOf } from '../../db/schema/index.ts'
import { isBeyond, type ListPosition, newestFirst, ofUser } from './repo.ts'
import stemmerNames from './search/stemmers.json' with { type: 'json' }
import { queriesOf, type Search } from './search/words.ts'

export interface RankedPosition extends ListPosition {
  rank: number
}

interface Conditions {
  fits: SQL
  rank: SQL
  /** Matches summaries with a rank of `TITLE_RANK` or more; far cheaper than `fits`. */
  fitsByTitle: SQL
}

/** Minimum rank of a summary whose title contains all terms. */
const TITLE_RANK = 3
/** Rank of a summary whose source contains all terms, and the summary does not. */
const SOURCE_RANK = 0

/**
 * Ranks: all terms as whole words in the title, all of them as prefixes, one of them, anywhere in the summary, else in
 * its source. A few ranks rather than a score: within one, the newest comes first, a cursor can name it, and no long text
 * has to be read.
 */
function byWords({ terms, stems }: Extract<Search, { by: 'words' }>): Conditions {
  const { all, any, whole, stemmed } = queriesOf(terms, stems)
  const title = summaries.titleWords
  return {
    fits: sql`${wordsOf(summaries)} @@ ${stemmed}::tsquery`,
    rank: sql`CASE WHEN ${title} @@ ${whole}::tsquery THEN 4 WHEN ${title} @@ ${all}::tsquery THEN ${sql.raw(String(TITLE_RANK))}
      WHEN ${title} @@ ${any}::tsquery THEN 2 ELSE 1 END`,
    fitsByTitle: sql`${title} @@ ${all}::tsquery`,
  }
}

function bySigns(signs: string): Conditions {
  const inTitle = sql`strpos(${summaries.title}, ${signs}) > 0`
  const lines = sql`jsonb_build_array(${summaries.page}->'gist') || (${summaries.page}->'summary') || (${summaries.page}->'takeaways')`
  const text = sql`(SELECT string_agg(line->>'text', E'\n') FROM jsonb_array_elements(${lines}) line)`
  return {
    fits: sql`(${inTitle} OR coalesce(strpos(${text}, ${signs}), 0) > 0)`,
    rank: sql`CASE WHEN ${inTitle} THEN 4 ELSE 1 END`,
    fitsByTitle: inTitle,
  }
}

/** PostgreSQL's stemmers by language (Snowball, https://www.postgresql.org/docs/current/textsearch-dictionaries.html). */
const stemmers = Object.entries(stemmerNames)

/** A user's languages are those of this many of their newest summaries. */
const RECENT = 100
/** Shorter stems would match too many words by chance. */
const MIN_STEM = 3

/** The beginnings that other forms of a word have, by its stem: `cities` has the stem `citi`, `city` begins otherwise. */
function formsOf(word: string, stem: string): string[] {
  const forms = stem.endsWith('i') && !stem.endsWith('ii') ? [stem, `${stem.slice(0, -1)}y`] : [stem]
  return forms.filter((form) => form.length >= MIN_STEM && form !== word)
}

const stemSchema = z.object({ word: z.string(), stem: z.string() })

/** Adds the stems of a search's words in the languages of the user's summaries. */
export async function withStems(db: Db, userId: string, search: Search): Promise<Search> {
  if (search.by !== 'words') return search
  const words = search.terms.filter((term) => term.length === 1).flat()
  if (words.length === 0) return search
  const { id, language, createdAt } = summaries
  const names = sql.join(
    stemmers.map(([tag, name]) => sql`(${tag}, ${name})`),
    sql`, `,
  )
  const rows = await parsedRows(
    db,
    stemSchema,
    sql`SELECT DISTINCT w.word, s.stem
        FROM (SELECT DISTINCT split_part(language, '-', 1) AS tag FROM (
            SELECT ${language} FROM ${summaries} WHERE ${summaries.userId} = ${userId}
              AND ${summaries.deletedAt} IS NULL ORDER BY ${newestFirst(createdAt)}, ${newestFirst(id)} LIMIT ${RECENT}) AS recent) AS l
        JOIN (VALUES ${names}) AS n(tag, name) USING (tag)
        JOIN pg_ts_dict AS d ON d.dictname = n.name AND d.dictnamespace = 'pg_catalog'::regnamespace
        CROSS JOIN json_array_elements_text(${JSON.stringify(words)}::json) AS w(word)
        CROSS JOIN LATERAL unnest(ts_lexize(d.oid::regdictionary, w.word)) AS s(stem)`,
  )
  const stems = new Map<string, string[]>()
  for (const { word, stem } of rows) {
    stems.set(word, [...new Set([...(stems.get(word) ?? []), ...formsOf(word, fold(stem))])])
  }
  return { ...search, stems }
}

type Found = SummaryRow & {
  rank: number
  /** Indexes of the first and last block of the part of the source that has the words, where only the source has them. */
  part?: readonly [number, number]
}

async function findPage(db: Db, condition: SQL | undefined, rank: SQL, limit: number, after: RankedPosition | null) {
  const found = db.$with('found').as(
    db
      .select({ id: summaries.id, createdAt: summaries.createdAt, rank: sql<number>`${rank}`.as('rank') })
      .from(summaries)
      .innerJoin(sources, eq(sources.id, summaries.sourceId))
      .where(and(isNull(summaries.deletedAt), condition)),
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
    .innerJoin(sources, eq(sources.id, summaries.sourceId))
    .orderBy(desc(page.rank), desc(page.createdAt), desc(page.id))
}

/** Summaries whose source alone contains all terms within a part, newest first. */
async function findInSources(
  db: Db,
  own: SQL | undefined,
  { terms, stems }: Extract<Search, { by: 'words' }>,
  limit: number,
  after: ListPosition | null,
): Promise<Found[]> {
  const { stemmed, inSource } = queriesOf(terms, stems)
  // A subquery for each summary: as a join, PostgreSQL might begin with the words of all users.
  const part = sql<[number, number]>`(SELECT jsonb_build_array(${sourceWords.firstBlock}, ${sourceWords.lastBlock})
    FROM ${sourceWords} WHERE ${sourceWords.sourceId} = ${summaries.sourceId} AND ${sourceWords.words} @@ ${inSource}::tsquery
    ORDER BY ${sourceWords.part} LIMIT 1)`
  return db
    .select({ ...summaryColumns, rank: sql<number>`${SOURCE_RANK}::int`, part })
    .from(summaries)
    .innerJoin(sources, eq(sources.id, summaries.sourceId))
    .where(
      and(
        isNull(summaries.deletedAt),
        own,
        eq(summaries.status, 'ready'),
        isBeyond('<', after),
        sql`NOT ${wordsOf(summaries)} @@ ${stemmed}::tsquery`,
        sql`${part} IS NOT NULL`,
      ),
    )
    .orderBy(newestFirst(summaries.createdAt), newestFirst(summaries.id))
    .limit(limit)
}

/**
 * One page of a user's summaries that match a search, best first, and one more if there is a next page. It reads the
 * user's own rows, whatever others have. Frequent terms, such as the first letters of a word, match so many titles that
 * a page is full before any text is searched, and so many texts that no source is.
 */
export async function searchSummaries(
  db: Db,
  userId: string,
  search: Search,
  { type, limit }: Pick<ListSummariesQuery, 'type' | 'limit'>,
  after: RankedPosition | null,
): Promise<Found[]> {
  const own = ofUser(userId, type)
  const found = after?.rank === SOURCE_RANK ? [] : await findInPages(db, own, search, limit, after)
  if (found.length > limit || search.by === 'signs') return found
  const since = after?.rank === SOURCE_RANK ? after : null
  return [...found, ...(await findInSources(db, own, search, limit + 1 - found.length, since))]
}

async function findInPages(
  db: Db,
  own: SQL | undefined,
  search: Search,
  limit: number,
  after: RankedPosition | null,
): Promise<Found[]> {
  const { fits, rank, fitsByTitle } = search.by === 'words' ? byWords(search) : bySigns(search.text)
  if (after === null || after.rank >= TITLE_RANK) {
    const page = await findPage(db, and(own, fitsByTitle), rank, limit, after)
    if (page.length > limit) return page
  }
  return findPage(db, and(own, fits), rank, limit, after)
}
