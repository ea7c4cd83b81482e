import { and, asc, desc, eq, gte, inArray, isNull, lt, ne, not, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ListSummariesQuery } from '../../../shared/api/calls.ts'
import { PASTED_TEXT } from '../../../shared/formats.ts'
import type { Progress } from '../../../shared/summary/summary.ts'
import { type LanguageChoice, sourceLanguage } from '../../../shared/text/languages.ts'
import type { Db, Tx } from '../../db/database.ts'
import { firstOf, isWritten, onlyOf, prepared } from '../../db/rows.ts'
import { type SummaryRow, sources, summaries, summaryColumns, users } from '../../db/schema/index.ts'
import type { Authorized } from '../../platform/request-context.ts'
import { type SearchedFields, searchedTexts } from './search/searched-texts.ts'
import { vectorOf } from './search/words.ts'
import { deleteUnusedSources } from './source-repo.ts'

type NewSummary = Omit<typeof summaries.$inferInsert, 'titleWords' | 'textWords'>

/** Search vectors of the written fields. A page is indexed with the names of its source. */
function searchVectors({ title, page, language }: ReadyFields, source: SearchedFields = {}) {
  return {
    ...(title === undefined ? {} : { titleWords: vectorOf([title], language) }),
    ...(page ? { textWords: vectorOf(searchedTexts({ ...source, title: '', page }), language) } : {}),
  }
}

const isLive = isNull(summaries.deletedAt)

/** Summaries that weren't deleted, with the facts about their sources. */
const select = (db: Db, condition: SQL | undefined) =>
  db
    .select(summaryColumns)
    .from(summaries)
    .innerJoin(sources, eq(sources.id, summaries.sourceId))
    .where(and(isLive, condition))

const summaryById = prepared('summary_by_id', (db) => select(db, eq(summaries.id, sql.placeholder('id'))).limit(1))

export const findSummary = async (db: Db, id: string): Promise<SummaryRow | undefined> =>
  firstOf(summaryById(db, { id }))

/** A summary that was just written. */
const written = async (tx: Tx, id: string): Promise<SummaryRow> => onlyOf(select(tx, eq(summaries.id, id)))

export async function insertSummary(tx: Tx, row: NewSummary): Promise<SummaryRow> {
  const vectors = { titleWords: vectorOf([row.title], row.language), ...searchVectors(row) }
  const { id } = await onlyOf(
    tx
      .insert(summaries)
      .values({ ...row, ...vectors })
      .returning({ id: summaries.id }),
  )
  return written(tx, id)
}

/** A summary, locked until the transaction ends. */
export const lockSummary = async (tx: Tx, id: string): Promise<SummaryRow | undefined> =>
  firstOf(select(tx, eq(summaries.id, id)).for('update', { of: summaries }))

/** The newest summary with a condition. */
const selectLatest = async (db: Db, condition: SQL | undefined): Promise<SummaryRow | undefined> =>
  firstOf(select(db, condition).orderBy(desc(summaries.createdAt)).limit(1))

export const findByIdempotencyKey = async (db: Db, userId: string, key: string): Promise<SummaryRow | undefined> =>
  firstOf(select(db, and(eq(summaries.userId, userId), eq(summaries.idempotencyKey, key))))

/** A user's newest finished summary of the same input or content with the same cache key, or the same end of it. */
export const findReady = async (
  db: Db,
  same: { userId: string } & ({ cacheKey: string } | { cacheKeyEnd: string }) &
    ({ inputHash: string } | { contentHash: string }),
): Promise<SummaryRow | undefined> =>
  selectLatest(
    db,
    and(
      eq(summaries.userId, same.userId),
      eq(sources.userId, same.userId),
      'inputHash' in same ? eq(sources.inputHash, same.inputHash) : eq(sources.contentHash, same.contentHash),
      'cacheKey' in same
        ? eq(summaries.cacheKey, same.cacheKey)
        : sql`right(${summaries.cacheKey}, ${same.cacheKeyEnd.length}::int) = ${same.cacheKeyEnd}`,
      eq(summaries.status, 'ready'),
    ),
  )

/** A user's newest summary of the same input with the same language and focus that is still being created. */
export const findUnfinishedSame = async (
  tx: Tx,
  {
    userId,
    inputHash,
    language,
    focus = '',
  }: { userId: string; inputHash: string; language: LanguageChoice; focus: string | undefined },
): Promise<SummaryRow | undefined> =>
  selectLatest(
    tx,
    and(
      isUnfinishedOf(userId),
      eq(sources.inputHash, inputHash),
      sql`coalesce(${summaries.input}->>'language', ${sourceLanguage}) = ${language}`,
      sql`coalesce(${summaries.input}->>'focus', '') = ${focus}`,
      // A redo may be made from an old copy of the source.
      sql`${summaries.input}->'redo' IS NULL`,
    ),
  )

/** Position of the last summary of a page. */
export interface ListPosition {
  createdAt: Date
  id: string
}

const isPasted = sql`coalesce(${sources.info}->>'readAs' = ${PASTED_TEXT}, false)`

/** Condition for the summaries of a type; none for all of them. */
const isOfType = (type: ListSummariesQuery['type']): SQL | undefined => {
  switch (type) {
    case 'all':
      return undefined
    case 'not-youtube':
      return ne(sources.contentType, 'youtube')
    case 'text':
      return isPasted
    case 'file':
      return and(eq(sources.contentType, 'document'), not(isPasted))
    case 'youtube':
    case 'article':
    case 'document':
    case 'epub':
      return eq(sources.contentType, type)
  }
}

/**
 * Condition for a user's summaries of a type. With a type, it also names the user of the sources: otherwise PostgreSQL
 * might begin with the sources of that type of all users.
 */
export const ofUser = (userId: string, type: ListSummariesQuery['type']): SQL | undefined =>
  and(eq(summaries.userId, userId), type === 'all' ? undefined : and(eq(sources.userId, userId), isOfType(type)))

/** The order of the index; without NULLS LAST, PostgreSQL would sort all of a user's summaries. */
export const newestFirst = (column: typeof summaries.createdAt | typeof summaries.id): SQL =>
  sql`${column} DESC NULLS LAST`

/** Compared as one value, to match the index: with an OR, each page would read all earlier rows. */
export const isBeyond = (operator: '<' | '>', after: ListPosition | null): SQL | undefined =>
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
  return select(db, and(ofUser(userId, type), isBeyond('<', after)))
    .orderBy(newestFirst(summaries.createdAt), newestFirst(summaries.id))
    .limit(rows)
}

/** Adds finished summaries to the totals of their user, or takes them off; `sign` is 1 or -1. */
export async function addToTotals(
  tx: Tx,
  { userId, savedSeconds }: Pick<SummaryRow, 'userId' | 'savedSeconds'>,
  sign: 1 | -1,
): Promise<void> {
  await tx
    .update(users)
    .set({
      readySummaries: sql`${users.readySummaries} + ${sign}`,
      savedSeconds: sql`${users.savedSeconds} + ${sign * savedSeconds}`,
    })
    .where(eq(users.id, userId))
}

export const isEnded = ({ status }: Pick<SummaryRow, 'status'>): boolean => status === 'ready' || status === 'failed'

const isUnfinished = inArray(summaries.status, ['queued', 'extracting', 'summarizing'])
const isUnfinishedOf = (userId: string): SQL | undefined => and(eq(summaries.userId, userId), isUnfinished, isLive)

export type ReadyFields = Partial<Omit<NewSummary, 'id' | 'userId'>>

/** Updates an unfinished summary; false if it was deleted or has ended. `source` names the source of a page. */
export async function updateUnfinished(db: Db, id: string, fields: ReadyFields, source?: SearchedFields) {
  return isWritten(
    db
      .update(summaries)
      .set({ ...fields, ...searchVectors(fields, source) })
      .where(and(eq(summaries.id, id), isUnfinished, isLive)),
  )
}

/** Overwrites the page of a summary, and what belongs to it, with those of another one. */
export async function overwriteSummary(tx: Tx, id: string, redone: SummaryRow, title: string): Promise<void> {
  const { sourceId, engine, language, coverage, page, savedSeconds, usage, cacheKey, quotaPeriod, updatedAt } = redone
  const made = { sourceId, engine, language, coverage, page, savedSeconds, usage, cacheKey, quotaPeriod, updatedAt }
  const fields = { ...made, title }
  await tx
    .update(summaries)
    .set({ ...fields, ...searchVectors(fields, redone) })
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
  const [row] = await db
    .select({ status: summaries.status })
    .from(summaries)
    .where(and(eq(summaries.id, id), isLive))
  return row?.status
}

/** Progress of a summary that waits for its job. */
export const QUEUED: Progress = { stage: 'queued', done: 0, total: 1 }

export async function restartFailed(
  tx: Tx,
  { id }: Authorized<SummaryRow>,
  fields: Pick<SummaryRow, 'quotaPeriod' | 'updatedAt'>,
): Promise<SummaryRow> {
  await tx
    .update(summaries)
    .set({ ...fields, status: 'queued', failureCode: null, failureMessage: null, progress: QUEUED })
    .where(eq(summaries.id, id))
  return written(tx, id)
}

/** Changes the title of a summary, and not the day that it was written. */
export async function updateTitle(tx: Tx, { id, language }: Authorized<SummaryRow>, title: string) {
  await tx
    .update(summaries)
    .set({ title, ...searchVectors({ title, language }) })
    .where(eq(summaries.id, id))
  return written(tx, id)
}

/** Deletes a summary permanently, and its source unless another summary rests on it. */
export async function deleteSummary(tx: Tx, { id, sourceId }: Pick<SummaryRow, 'id' | 'sourceId'>): Promise<void> {
  await tx.delete(summaries).where(eq(summaries.id, id))
  await deleteUnusedSources(tx, [sourceId])
}

/** Marks a summary as deleted; it can be restored until it is purged. */
export async function softDelete(tx: Tx, { id }: Authorized<SummaryRow>, deletedAt: Date): Promise<void> {
  await tx.update(summaries).set({ deletedAt }).where(eq(summaries.id, id))
}

/** A summary that was deleted since a moment, locked until the transaction ends. */
export const lockDeleted = async (tx: Tx, id: string, since: Date) =>
  firstOf(
    tx
      .select({
        id: summaries.id,
        userId: summaries.userId,
        status: summaries.status,
        savedSeconds: summaries.savedSeconds,
      })
      .from(summaries)
      .where(and(eq(summaries.id, id), gte(summaries.deletedAt, since)))
      .for('update'),
  )

/** Restores a deleted summary. If its idempotency key was used again meanwhile, the newer summary keeps the key. */
export async function restoreDeleted(tx: Tx, id: string): Promise<void> {
  const newer = alias(summaries, 'newer')
  const isTaken = sql`EXISTS (${tx
    .select({ id: newer.id })
    .from(newer)
    .where(
      and(
        eq(newer.userId, summaries.userId),
        eq(newer.idempotencyKey, summaries.idempotencyKey),
        isNull(newer.deletedAt),
      ),
    )})`
  await tx
    .update(summaries)
    .set({
      deletedAt: null,
      idempotencyKey: sql`CASE WHEN ${isTaken} THEN NULL ELSE ${summaries.idempotencyKey} END`,
    })
    .where(eq(summaries.id, id))
}

/** Permanently removes summaries deleted before a moment, with their sources, and returns the URLs of their files. */
export async function purgeDeletedBefore(tx: Tx, before: Date): Promise<(string | undefined)[]> {
  const removed = await tx
    .delete(summaries)
    .where(lt(summaries.deletedAt, before))
    .returning({ sourceId: summaries.sourceId, input: summaries.input })
  await deleteUnusedSources(
    tx,
    removed.map(({ sourceId }) => sourceId),
  )
  return removed.map(({ input }) => input?.fileUrl)
}

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
