import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { tokensOf } from '../../../shared/text/search-tokens.ts'
import type { Db } from '../../db/database.ts'
import { parsedRows } from '../../db/rows.ts'
import { sourceWords, summaries } from '../../db/schema/index.ts'
import { quoted } from '../summaries/search/words.ts'
import { withStems } from '../summaries/search-repo.ts'

/** Different words of a question that are looked up; its words are bits of a 32-bit integer. */
const MAX_WORDS = 30

/** Part of one of the user's sources in which words of a question occur. */
interface CandidatePart {
  summaryId: string
  sourceId: string
  /** Indexes of its first and last block. */
  firstBlock: number
  lastBlock: number
}

const partSchema = z.object({
  summaryId: z.string(),
  sourceId: z.string(),
  firstBlock: z.int(),
  lastBlock: z.int(),
  words: z.int(),
})

/** The different words of a text, the longest first: of too many, those that are left out are mostly function words. */
const wordsOf = (text: string): string[] =>
  [...new Set(Array.from(tokensOf(text), (token) => token.text))].toSorted((one, other) => other.length - one.length)

/** The words of questions, the first before the others, as tsqueries. */
async function queriesOf(db: Db, userId: string, questions: readonly string[]): Promise<string[]> {
  const words = [...new Set(questions.flatMap(wordsOf))]
  const terms = words.slice(0, MAX_WORDS).map((word) => [word])
  if (terms.length === 0) return []
  const search = await withStems(db, userId, { by: 'words', terms })
  const stems = search.by === 'words' ? search.stems : undefined
  return terms.map(([word = '']) =>
    [quoted(word), ...(stems?.get(word) ?? []).map((stem) => `${quoted(stem)}:*`)].join(' | '),
  )
}

const isIn = (words: number, bit: number): boolean => ((words >> bit) & 1) === 1

/**
 * The parts of a user's sources that have the most telling words of a question, the best first. A word is the more telling
 * the fewer parts have it (inverse document frequency, Robertson and Spärck Jones 1976).
 */
export async function findCandidates(
  db: Db,
  userId: string,
  questions: readonly string[],
  limit: number,
): Promise<CandidatePart[]> {
  const queries = await queriesOf(db, userId, questions)
  if (queries.length === 0) return []
  const bits = sql.join(
    queries.map((query, bit) => sql`((vector @@ ${query}::tsquery)::int << ${sql.raw(String(bit))})`),
    sql` | `,
  )
  const { id, sourceId, createdAt } = summaries
  const own = and(eq(summaries.userId, userId), isNull(summaries.deletedAt), eq(summaries.status, 'ready'))
  // The concatenation reads a vector from disk once for all words, which a plain column would be for each.
  const parts = await parsedRows(
    db,
    partSchema,
    sql`SELECT own.id AS "summaryId", own.source_id AS "sourceId", part.first_block AS "firstBlock",
          part.last_block AS "lastBlock", ${bits} AS words
        FROM (SELECT DISTINCT ON (${sourceId}) ${id}, ${sourceId}, ${createdAt} FROM ${summaries} WHERE ${own}
          ORDER BY ${sourceId}, ${createdAt} DESC) AS own
        CROSS JOIN LATERAL (SELECT ${sourceWords.part}, ${sourceWords.firstBlock}, ${sourceWords.lastBlock},
          ${sourceWords.words} || ''::tsvector AS vector FROM ${sourceWords}
          WHERE ${sourceWords.sourceId} = own.source_id OFFSET 0) AS part
        ORDER BY own.created_at DESC, own.id, part.part`,
  )
  const weights = queries.map((_, bit) => {
    const count = parts.filter(({ words }) => isIn(words, bit)).length
    return Math.log(1 + (parts.length - count + 0.5) / (count + 0.5))
  })
  const scoreOf = (words: number): number =>
    weights.reduce((sum, weight, bit) => (isIn(words, bit) ? sum + weight : sum), 0)
  return parts
    .filter(({ words }) => words !== 0)
    .map(({ words, ...part }) => ({ part, score: scoreOf(words) }))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ part }) => part)
}
