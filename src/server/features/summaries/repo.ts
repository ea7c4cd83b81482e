import { and, count, desc, eq, inArray, lt, ne, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { ListSummariesQuery } from '../../../shared/api/calls.ts'
import { type LanguageChoice, sourceLanguage } from '../../../shared/languages.ts'
import { batched } from '../../db/batched.ts'
import type { Db, Tx } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { type SummaryRow, summaries, summaryColumns } from '../../db/schema/index.ts'
import type { Authorized } from '../../platform/actor.ts'
import { vectorOf } from './search/vectors.ts'

export type NewSummary = Omit<typeof summaries.$inferInsert, 'titleWords' | 'textWords'>

/** The words that can be searched for of what is written. Summary and takeaways are always written together. */
function takeWords({ title, basicSummary, keyTakeaways }: ReadyFields) {
  return {
    ...(title === undefined ? {} : { titleWords: vectorOf([title]) }),
    ...(basicSummary === undefined ? {} : { textWords: vectorOf([basicSummary, ...(keyTakeaways ?? [])]) }),
  }
}

export async function insertSummary(db: Db | Tx, row: NewSummary): Promise<SummaryRow> {
  const [inserted] = await db
    .insert(summaries)
    .values({ ...row, ...takeWords(row) })
    .returning(summaryColumns)
  if (inserted === undefined) throw new Error('An insert always returns its row.')
  return inserted
}

export async function findSummary(db: Db | Tx, id: string): Promise<SummaryRow | undefined> {
  const [row] = await db.select(summaryColumns).from(summaries).where(eq(summaries.id, id)).limit(1)
  return row
}

const byIds = prepared<SummaryRow[]>('summaries_by_ids', (db) =>
  db
    .select(summaryColumns)
    .from(summaries)
    .where(sql`${summaries.id} = ANY(${sql.placeholder('ids')})`),
)

/** The same outside of transactions: those who ask at a time share a query. */
export const lookUpSummary: (db: Db, id: string) => Promise<SummaryRow | undefined> = batched(async (db: Db, ids) => {
  const rows = await byIds(db, { ids })
  return new Map(rows.map((row) => [row.id, row]))
})

/** The same, locked until the transaction ends. */
export async function lockSummary(tx: Tx, id: string): Promise<SummaryRow | undefined> {
  const [row] = await tx.select(summaryColumns).from(summaries).where(eq(summaries.id, id)).for('update')
  return row
}

export async function findByIdempotencyKey(db: Db | Tx, userId: string, key: string): Promise<SummaryRow | undefined> {
  const [row] = await db
    .select(summaryColumns)
    .from(summaries)
    .where(and(eq(summaries.userId, userId), eq(summaries.idempotencyKey, key)))
    .limit(1)
  return row
}

/** A person's newest finished summary of the same input or content, made in the same way. */
export async function findReady(
  db: Db | Tx,
  same: { userId: string; madeWith: string } & ({ inputHash: string } | { contentHash: string }),
): Promise<SummaryRow | undefined> {
  const [row] = await db
    .select(summaryColumns)
    .from(summaries)
    .where(
      and(
        eq(summaries.userId, same.userId),
        'inputHash' in same ? eq(summaries.inputHash, same.inputHash) : eq(summaries.contentHash, same.contentHash),
        eq(summaries.madeWith, same.madeWith),
        eq(summaries.status, 'ready'),
      ),
    )
    .orderBy(desc(summaries.createdAt))
    .limit(1)
  return row
}

/** A user's newest summary of the same input in the same language that is still being created. */
export async function findUnfinishedSame(
  tx: Tx,
  { userId, inputHash, language }: { userId: string; inputHash: string; language: LanguageChoice },
): Promise<SummaryRow | undefined> {
  const [row] = await tx
    .select(summaryColumns)
    .from(summaries)
    .where(
      and(
        eq(summaries.userId, userId),
        eq(summaries.inputHash, inputHash),
        sql`coalesce(${summaries.input}->>'language', ${sourceLanguage}) = ${language}`,
        inArray(summaries.status, [...unfinished]),
      ),
    )
    .orderBy(desc(summaries.createdAt))
    .limit(1)
  return row
}

/** Where a page of the list ended: the next one begins after it. */
export interface ListPosition {
  createdAt: Date
  id: string
}

/** Condition for the summaries of a type; none for all of them. */
export const isOfType = (type: ListSummariesQuery['type']): SQL | undefined => {
  if (type === 'all') return undefined
  return type === 'not-youtube' ? ne(summaries.contentType, 'youtube') : eq(summaries.contentType, type)
}

/** The order of the index. Without the last two words PostgreSQL would read all of a person's summaries and sort them. */
const newestFirst = (column: typeof summaries.createdAt | typeof summaries.id): SQL => sql`${column} DESC NULLS LAST`

/** A value, or where it will stand in a statement that is written once. */
type Value<T> = T | Placeholder

/**
 * What asks for summaries of a person, newest first.
 *
 * @param page.rows how many of them
 * @param after where the page before ended
 */
export function selectNewest(
  db: Db | Tx,
  userId: Value<string>,
  { type, rows }: { type: ListSummariesQuery['type']; rows: Value<number> },
  after: { createdAt: Value<string>; id: Value<string> } | null,
) {
  // Compared as one value, as the index has it.
  const older =
    after === null
      ? undefined
      : sql`(${summaries.createdAt}, ${summaries.id}) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`
  return db
    .select(summaryColumns)
    .from(summaries)
    .where(and(eq(summaries.userId, userId), isOfType(type), older))
    .orderBy(newestFirst(summaries.createdAt), newestFirst(summaries.id))
    .limit(rows)
}

const placeholders = {
  userId: sql.placeholder('userId'),
  rows: sql.placeholder('rows'),
  after: { createdAt: sql.placeholder('createdAt'), id: sql.placeholder('id') },
}

type ListedType = ListSummariesQuery['type']

const firstPage = (type: ListedType) =>
  prepared<SummaryRow[]>(`summaries_newest_${type}`, (db) =>
    selectNewest(db, placeholders.userId, { type, rows: placeholders.rows }, null),
  )

const nextPage = (type: ListedType) =>
  prepared<SummaryRow[]>(`summaries_next_${type}`, (db) =>
    selectNewest(db, placeholders.userId, { type, rows: placeholders.rows }, placeholders.after),
  )

const pagesOf = (type: ListedType) => ({ first: firstPage(type), next: nextPage(type) })
const pages: Record<ListedType, ReturnType<typeof pagesOf>> = {
  all: pagesOf('all'),
  youtube: pagesOf('youtube'),
  article: pagesOf('article'),
  document: pagesOf('document'),
  epub: pagesOf('epub'),
  'not-youtube': pagesOf('not-youtube'),
}

/** One page of a person's summaries, newest first, and one more when there is a next page. */
export async function listSummaries(
  db: Db | Tx,
  userId: string,
  { type, limit }: Pick<ListSummariesQuery, 'type' | 'limit'>,
  after: ListPosition | null,
): Promise<SummaryRow[]> {
  const values = { userId, rows: limit + 1 }
  if (after === null) return pages[type].first(db, values)
  return pages[type].next(db, { ...values, createdAt: after.createdAt.toISOString(), id: after.id })
}

/** What asks how many finished summaries a person has. */
export const selectReadyCount = (db: Db | Tx, userId: Value<string>) =>
  db
    .select({ total: count() })
    .from(summaries)
    // Said as the index says it, and not as a value that a plan does not know yet.
    .where(and(eq(summaries.userId, userId), sql`${summaries.status} = 'ready'`))

const readyOf = prepared('summaries_ready_of', (db) => selectReadyCount(db, placeholders.userId))

/** How many finished summaries a person has. */
export async function countReady(db: Db | Tx, userId: string): Promise<number> {
  const [row] = await readyOf(db, { userId })
  return row?.total ?? 0
}

export const unfinished = ['queued', 'extracting', 'summarizing'] as const

export type ReadyFields = Partial<Omit<NewSummary, 'id' | 'userId'>>

/** Writes what is known so far of a summary that is still being made; false when it was deleted or ended meanwhile. */
export async function updateUnfinished(db: Db | Tx, id: string, fields: ReadyFields): Promise<boolean> {
  const rows = await db
    .update(summaries)
    .set({ ...fields, ...takeWords(fields) })
    .where(and(eq(summaries.id, id), inArray(summaries.status, [...unfinished])))
    .returning({ id: summaries.id })
  return rows.length > 0
}

/** How many of a person's summaries are still being made. */
export async function countUnfinished(db: Db | Tx, userId: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(summaries)
    .where(and(eq(summaries.userId, userId), inArray(summaries.status, [...unfinished])))
  return row?.total ?? 0
}

/** Summaries that were asked for before a moment and have not ended, oldest first. */
export async function findUnfinishedSince(db: Db | Tx, before: Date, limit: number): Promise<SummaryRow[]> {
  return db
    .select(summaryColumns)
    .from(summaries)
    .where(and(inArray(summaries.status, [...unfinished]), lt(summaries.createdAt, before)))
    .orderBy(summaries.createdAt)
    .limit(limit)
}

/** How far a summary is, at next to no cost; undefined when it was deleted. */
export async function findStatus(db: Db | Tx, id: string): Promise<SummaryRow['status'] | undefined> {
  const [row] = await db.select({ status: summaries.status }).from(summaries).where(eq(summaries.id, id))
  return row?.status
}

/** Puts a failed summary back to its start; only with the proof that it is the asker's own. */
export async function restartFailed(
  tx: Tx,
  failed: Authorized<SummaryRow>,
  fields: Pick<SummaryRow, 'quotaPeriod' | 'updatedAt'>,
): Promise<SummaryRow> {
  const [row] = await tx
    .update(summaries)
    .set({
      ...fields,
      status: 'queued',
      failureCode: null,
      failureMessage: null,
      progress: { stage: 'queued', done: 0, total: 1 },
    })
    .where(eq(summaries.id, failed.id))
    .returning(summaryColumns)
  if (row === undefined) throw new Error('A row that is locked is there.')
  return row
}
