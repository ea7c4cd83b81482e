import { and, asc, desc, eq, inArray, lt, ne, not, type SQL, sql } from 'drizzle-orm'
import type { ListSummariesQuery } from '../../../shared/api/calls.ts'
import { PASTED_TEXT } from '../../../shared/formats.ts'
import { WORDS_PER_MINUTE } from '../../../shared/summary/reading-time.ts'
import type { Progress } from '../../../shared/summary/summary.ts'
import { type LanguageChoice, sourceLanguage } from '../../../shared/text/languages.ts'
import type { Db, Tx } from '../../db/database.ts'
import { firstOf, isWritten, onlyOf, prepared } from '../../db/rows.ts'
import { type SummaryRow, summaries, summaryColumns } from '../../db/schema/index.ts'
import type { Authorized } from '../../platform/request-context.ts'
import { searchedTexts } from './search/searched-texts.ts'
import { textVectorOf, vectorOf } from './search/words.ts'

export type NewSummary = Omit<typeof summaries.$inferInsert, 'titleWords' | 'textWords'>

/** Search vectors of the written fields. Summary, takeaways and names of the source are always written together. */
function searchVectors(fields: ReadyFields) {
  const { title, language } = fields
  return {
    ...(title === undefined ? {} : { titleWords: vectorOf([title], language) }),
    ...(fields.basicSummary === undefined ? {} : { textWords: textVectorOf(searchedTexts(fields), language) }),
  }
}

export const insertSummary = async (db: Db, row: NewSummary): Promise<SummaryRow> =>
  onlyOf(
    db
      .insert(summaries)
      .values({ ...row, ...searchVectors(row) })
      .returning(summaryColumns),
  )

const select = (db: Db, condition: SQL | undefined) => db.select(summaryColumns).from(summaries).where(condition)

const summaryById = prepared('summary_by_id', (db) => select(db, eq(summaries.id, sql.placeholder('id'))).limit(1))

export const findSummary = async (db: Db, id: string): Promise<SummaryRow | undefined> =>
  firstOf(summaryById(db, { id }))

/** A summary, locked until the transaction ends. */
export const lockSummary = async (tx: Tx, id: string): Promise<SummaryRow | undefined> =>
  firstOf(select(tx, eq(summaries.id, id)).for('update'))

/** The newest summary with a condition. */
const selectLatest = async (db: Db, condition: SQL | undefined): Promise<SummaryRow | undefined> =>
  firstOf(select(db, condition).orderBy(desc(summaries.createdAt)).limit(1))

export const findByIdempotencyKey = async (db: Db, userId: string, key: string): Promise<SummaryRow | undefined> =>
  firstOf(select(db, and(eq(summaries.userId, userId), eq(summaries.idempotencyKey, key))))

/** A user's newest finished summary of the same input or content with the same cache key, or the same end of it. */
export const findReady = async (
  db: Db,
  same: { userId: string } & ({ madeWith: string } | { madeWithEnd: string }) &
    ({ inputHash: string } | { contentHash: string }),
): Promise<SummaryRow | undefined> =>
  selectLatest(
    db,
    and(
      eq(summaries.userId, same.userId),
      'inputHash' in same ? eq(summaries.inputHash, same.inputHash) : eq(summaries.contentHash, same.contentHash),
      'madeWith' in same
        ? eq(summaries.madeWith, same.madeWith)
        : sql`right(${summaries.madeWith}, ${same.madeWithEnd.length}::int) = ${same.madeWithEnd}`,
      eq(summaries.status, 'ready'),
    ),
  )

/** A user's newest summary of the same input in the same language that is still being created. */
export const findUnfinishedSame = async (
  tx: Tx,
  { userId, inputHash, language }: { userId: string; inputHash: string; language: LanguageChoice },
): Promise<SummaryRow | undefined> =>
  selectLatest(
    tx,
    and(
      isUnfinishedOf(userId),
      eq(summaries.inputHash, inputHash),
      sql`coalesce(${summaries.input}->>'language', ${sourceLanguage}) = ${language}`,
      // A redo may be made from an old copy of the source.
      sql`${summaries.input}->'redo' IS NULL`,
    ),
  )

/** Position of the last summary of a page. */
export interface ListPosition {
  createdAt: Date
  id: string
}

const isPasted = sql`coalesce(${summaries.sourceInfo}->>'readAs' = ${PASTED_TEXT}, false)`

/** Condition for the summaries of a type; none for all of them. */
export const isOfType = (type: ListSummariesQuery['type']): SQL | undefined => {
  switch (type) {
    case 'all':
      return undefined
    case 'not-youtube':
      return ne(summaries.contentType, 'youtube')
    case 'text':
      return isPasted
    case 'file':
      return and(eq(summaries.contentType, 'document'), not(isPasted))
    case 'youtube':
    case 'article':
    case 'document':
    case 'epub':
      return eq(summaries.contentType, type)
  }
}

/** The order of the index; without NULLS LAST, PostgreSQL would sort all of a user's summaries. */
export const newestFirst = (column: typeof summaries.createdAt | typeof summaries.id): SQL =>
  sql`${column} DESC NULLS LAST`

/** Compared as one value, to match the index: with an OR, each page would read all earlier rows. */
const isBeyond = (operator: '<' | '>', after: ListPosition | null): SQL | undefined =>
  after === null
    ? undefined
    : sql`(${summaries.createdAt}, ${summaries.id}) ${sql.raw(operator)} (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`

/** The query for a user's summaries, newest first, after the end of the previous page. */
export function selectNewest(
  db: Db,
  userId: string,
  { type, rows }: { type: ListSummariesQuery['type']; rows: number },
  after: ListPosition | null,
) {
  return select(db, and(eq(summaries.userId, userId), isOfType(type), isBeyond('<', after)))
    .orderBy(newestFirst(summaries.createdAt), newestFirst(summaries.id))
    .limit(rows)
}

/** The condition for a user's finished summaries: a literal, as in the partial index, which a parameter would not match. */
export const isReadyOf = (userId: string): SQL | undefined =>
  and(eq(summaries.userId, userId), sql`${summaries.status} = 'ready'`)

export async function countReady(db: Db, userId: string): Promise<number> {
  return db.$count(summaries, isReadyOf(userId))
}

const BYTES_PER_WORD = 6

/**
 * Seconds that a user's finished summaries save: the length of each recording, or the time to read the source, less the
 * time to read the summary. An estimate from the size of the texts, as `readingTimes` counts the words of one summary.
 */
export async function savedSeconds(db: Db, userId: string): Promise<number> {
  const { sourceInfo, coverage, basicSummary, advancedSummary, keyTakeaways } = summaries
  const secondsPerWord = sql.raw(String(60 / WORDS_PER_MINUTE))
  const source = sql`coalesce(nullif((${sourceInfo}->>'durationSeconds')::float, 0), (${coverage}->>'words')::float * ${secondsPerWord})`
  const bytes = sql`octet_length(${basicSummary}) + coalesce(octet_length(${advancedSummary}), 0) + octet_length(array_to_string(${keyTakeaways}, ' '))`
  const [row] = await db
    .select({
      seconds: sql<number>`coalesce(sum(greatest(0, ${source} - (${bytes}) / ${sql.raw(String(BYTES_PER_WORD))} * ${secondsPerWord})), 0)::float`,
    })
    .from(summaries)
    .where(isReadyOf(userId))
  return Math.round(row?.seconds ?? 0)
}

export const isEnded = ({ status }: Pick<SummaryRow, 'status'>): boolean => status === 'ready' || status === 'failed'

const isUnfinished = inArray(summaries.status, ['queued', 'extracting', 'summarizing'])
const isUnfinishedOf = (userId: string): SQL | undefined => and(eq(summaries.userId, userId), isUnfinished)

export type ReadyFields = Partial<Omit<NewSummary, 'id' | 'userId'>>

/** Updates an unfinished summary; false if it was deleted or has ended. */
export async function updateUnfinished(db: Db, id: string, fields: ReadyFields): Promise<boolean> {
  return isWritten(
    db
      .update(summaries)
      .set({ ...fields, ...searchVectors(fields) })
      .where(and(eq(summaries.id, id), isUnfinished)),
  )
}

/** Overwrites a summary with another one. Its id, time of creation and idempotency key stay. */
export async function overwriteSummary(tx: Tx, id: string, summary: SummaryRow): Promise<void> {
  const { id: _, createdAt: __, idempotencyKey: ___, idempotencyHash: ____, hasSource: _____, ...fields } = summary
  await tx
    .update(summaries)
    .set({ ...fields, ...searchVectors(fields) })
    .where(eq(summaries.id, id))
}

export async function findUnfinishedRedos(tx: Tx, userId: string, of: string): Promise<SummaryRow[]> {
  return select(tx, and(isUnfinishedOf(userId), sql`${summaries.input}->'redo'->>'of' = ${of}`))
}

export async function countUnfinished(db: Db, userId: string): Promise<number> {
  return db.$count(summaries, isUnfinishedOf(userId))
}

/** Unfinished summaries created before a moment, oldest first. */
export async function findUnfinishedSince(db: Db, before: Date, limit: number): Promise<SummaryRow[]> {
  return select(db, and(isUnfinished, lt(summaries.createdAt, before)))
    .orderBy(summaries.createdAt)
    .limit(limit)
}

/** Status of a summary; undefined if it was deleted. */
export async function findStatus(db: Db, id: string): Promise<SummaryRow['status'] | undefined> {
  const [row] = await db.select({ status: summaries.status }).from(summaries).where(eq(summaries.id, id))
  return row?.status
}

/** Progress of a summary that waits for its job. */
export const QUEUED: Progress = { stage: 'queued', done: 0, total: 1 }

export const restartFailed = async (
  tx: Tx,
  failed: Authorized<SummaryRow>,
  fields: Pick<SummaryRow, 'quotaPeriod' | 'updatedAt'>,
): Promise<SummaryRow> =>
  onlyOf(
    tx
      .update(summaries)
      .set({ ...fields, status: 'queued', failureCode: null, failureMessage: null, progress: QUEUED })
      .where(eq(summaries.id, failed.id))
      .returning(summaryColumns),
  )

/** Changes the title of a summary, and not the day that it was written. */
export const updateTitle = async (tx: Tx, summary: Authorized<SummaryRow>, title: string): Promise<SummaryRow> =>
  onlyOf(
    tx
      .update(summaries)
      .set({ title, ...searchVectors({ title, language: summary.language }) })
      .where(eq(summaries.id, summary.id))
      .returning(summaryColumns),
  )

/** The next of a user's summaries after a position, oldest first. */
export async function summariesAfter(db: Db, userId: string, after: ListPosition | null, limit: number) {
  return select(db, and(eq(summaries.userId, userId), isBeyond('>', after)))
    .orderBy(asc(summaries.createdAt), asc(summaries.id))
    .limit(limit)
}

export async function unfinishedIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db.select({ id: summaries.id }).from(summaries).where(isUnfinishedOf(userId))
  return rows.map(({ id }) => id)
}
