import { and, asc, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { ListQuestionsQuery } from '../../../shared/api/question-calls.ts'
import type { Db, Tx } from '../../db/database.ts'
import { firstOf, isWritten, onlyOf } from '../../db/rows.ts'
import { type QuestionRow, questions, sources, summaries } from '../../db/schema/index.ts'
import type { Authorized } from '../../platform/request-context.ts'

/** The questions of a deleted summary are hidden with it, and are back when it is restored. */
const isLive = sql`(${questions.summaryId} IS NULL OR EXISTS (SELECT 1 FROM ${summaries}
  WHERE ${summaries.id} = ${questions.summaryId} AND ${summaries.deletedAt} IS NULL))`

const select = (db: Db, condition: SQL | undefined) => db.select().from(questions).where(and(isLive, condition))

/** Compared as one value, to match the index. */
const isBefore = (id: string | undefined): SQL | undefined =>
  id === undefined
    ? undefined
    : sql`(${questions.createdAt}, ${questions.id}) < (SELECT created_at, id FROM questions WHERE id = ${id}::uuid)`

export const insertQuestion = async (tx: Tx, row: typeof questions.$inferInsert): Promise<QuestionRow> =>
  onlyOf(tx.insert(questions).values(row).returning())

export const findQuestion = async (db: Db, id: string): Promise<QuestionRow | undefined> =>
  firstOf(select(db, eq(questions.id, id)))

/** A question, also of a deleted summary: one that can be restored has its answer then. */
export const findQuestionToAnswer = async (db: Db, id: string): Promise<QuestionRow | undefined> =>
  firstOf(db.select().from(questions).where(eq(questions.id, id)))

export const lockQuestion = async (tx: Tx, id: string): Promise<QuestionRow | undefined> =>
  firstOf(select(tx, eq(questions.id, id)).for('update'))

/** The question with an idempotency key, also of a deleted summary: the key stays used until it is purged. */
export const findByIdempotencyKey = async (db: Db, userId: string, key: string): Promise<QuestionRow | undefined> =>
  firstOf(
    db
      .select()
      .from(questions)
      .where(and(eq(questions.userId, userId), eq(questions.idempotencyKey, key))),
  )

/** Condition for the questions about a source, or to a user's library. */
const ofAsked = (asked: { summaryId: string } | { userId: string }): SQL | undefined =>
  'summaryId' in asked
    ? eq(questions.summaryId, asked.summaryId)
    : and(eq(questions.userId, asked.userId), isNull(questions.summaryId))

/** Questions about a source, or to a user's library, newest first. */
export async function listQuestions(
  db: Db,
  asked: { summaryId: string } | { userId: string },
  { limit, before }: ListQuestionsQuery,
): Promise<QuestionRow[]> {
  return select(db, and(ofAsked(asked), isBefore(before)))
    .orderBy(sql`${questions.createdAt} DESC NULLS LAST`, sql`${questions.id} DESC NULLS LAST`)
    .limit(limit)
}

/** The last answered questions about the same source, or to the library, before one, oldest first. */
export async function earlierAnswers(db: Db, row: QuestionRow, since: Date, limit: number): Promise<QuestionRow[]> {
  const found = await select(
    db,
    and(
      ofAsked(row.summaryId === null ? row : { summaryId: row.summaryId }),
      eq(questions.status, 'ready'),
      sql`${questions.sourceId} IS NOT DISTINCT FROM ${row.sourceId}::uuid`,
      sql`${questions.createdAt} >= ${since.toISOString()}::timestamptz`,
      isBefore(row.id),
    ),
  )
    .orderBy(desc(questions.createdAt), desc(questions.id))
    .limit(limit)
  return found.toReversed()
}

export const isEnded = ({ status }: Pick<QuestionRow, 'status'>): boolean => status === 'ready' || status === 'failed'

const isUnfinished = inArray(questions.status, ['queued', 'answering'])

type Fields = Partial<Omit<typeof questions.$inferInsert, 'id' | 'userId'>>

/** Updates an unfinished question; false if it was deleted or has ended. */
export const updateUnfinished = async (db: Db, id: string, fields: Fields): Promise<boolean> =>
  isWritten(
    db
      .update(questions)
      .set(fields)
      .where(and(eq(questions.id, id), isUnfinished)),
  )

export async function countUnfinished(db: Db, userId: string): Promise<number> {
  return db.$count(questions, and(eq(questions.userId, userId), isUnfinished))
}

export async function unfinishedQuestionIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: questions.id })
    .from(questions)
    .where(and(eq(questions.userId, userId), isUnfinished))
  return rows.map(({ id }) => id)
}

/** Unfinished questions created before a moment, oldest first. */
export async function findUnfinishedSince(db: Db, before: Date, limit: number): Promise<QuestionRow[]> {
  return db
    .select()
    .from(questions)
    .where(and(isUnfinished, lt(questions.createdAt, before)))
    .orderBy(asc(questions.createdAt))
    .limit(limit)
}

export async function deleteQuestion(tx: Tx, { id }: Authorized<QuestionRow>): Promise<void> {
  await tx.delete(questions).where(eq(questions.id, id))
}

/** Deletes all questions about a source that have ended. */
export async function deleteEndedOf(tx: Tx, summaryId: string): Promise<void> {
  await tx
    .delete(questions)
    .where(and(eq(questions.summaryId, summaryId), inArray(questions.status, ['ready', 'failed'])))
}

/** Facts about cited sources that answers show, by the ids of their summaries; without deleted ones. */
export async function findCited(db: Db, userId: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .select({
      summaryId: summaries.id,
      sourceId: summaries.sourceId,
      title: summaries.title,
      contentType: sources.contentType,
      originalUrl: sources.originalUrl,
      hasSource: sql<boolean>`${sources.document} IS NOT NULL`,
    })
    .from(summaries)
    .innerJoin(sources, eq(sources.id, summaries.sourceId))
    .where(and(inArray(summaries.id, [...ids]), eq(summaries.userId, userId), isNull(summaries.deletedAt)))
}

/** Answers from the library that cite a permanently deleted summary. */
export async function findCitingPurged(db: Db, limit: number): Promise<QuestionRow[]> {
  return db
    .select()
    .from(questions)
    .where(
      and(
        sql`cardinality(${questions.citedIds}) > 0`,
        sql`EXISTS (SELECT 1 FROM unnest(${questions.citedIds}) AS cited(id)
          WHERE NOT EXISTS (SELECT 1 FROM ${summaries} WHERE ${summaries.id} = cited.id))`,
      ),
    )
    .limit(limit)
}

/** Which of some summaries still exist, deleted ones that can be restored included. */
export async function existingIds(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: summaries.id })
    .from(summaries)
    .where(inArray(summaries.id, [...ids]))
  return new Set(rows.map(({ id }) => id))
}

export async function rewriteReply(db: Db, id: string, fields: Pick<QuestionRow, 'reply' | 'citedIds'>): Promise<void> {
  await db.update(questions).set(fields).where(eq(questions.id, id))
}

/** All questions of a user, oldest first, page by page. */
export async function questionsAfter(
  db: Db,
  userId: string,
  after: Pick<QuestionRow, 'createdAt' | 'id'> | null,
  limit: number,
) {
  const isAfter =
    after === null
      ? undefined
      : sql`(${questions.createdAt}, ${questions.id}) > (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
  return select(db, and(eq(questions.userId, userId), isAfter))
    .orderBy(asc(questions.createdAt), asc(questions.id))
    .limit(limit)
}
