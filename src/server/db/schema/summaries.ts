import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { CreateSummaryPayload } from '../../../shared/api/calls.ts'
import type { PlaceRef } from '../../../shared/citation.ts'
import type { SourceInfo } from '../../../shared/document.ts'
import type { ErrorCode } from '../../../shared/errors.ts'
import type { ContentType, Coverage, Engine, ModelUsage, Progress, SummaryStatus } from '../../../shared/summary.ts'
import type { SummaryPage } from '../../../shared/summary-page.ts'
import { users } from './users.ts'

/** Words to search, as the product has taken them out of a text; the database only compares them. */
const words = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** All words of a summary, those of the title first. */
export const wordsOf = ({ titleWords, textWords }: { titleWords: AnyPgColumn; textWords: AnyPgColumn }): SQL =>
  sql`(coalesce(${titleWords}, ''::tsvector) || coalesce(${textWords}, ''::tsvector))`

/** Summaries, from the moment they are asked for. What is deleted is not among them: see `deletedSummaries`. */
export const summaries = pgTable(
  'summaries',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    originalUrl: text(),
    contentType: text().$type<ContentType>().notNull(),
    basicSummary: text().notNull().default(''),
    advancedSummary: text(),
    keyTakeaways: text().array().notNull().default(sql`'{}'::text[]`),
    takeawayPlaces: jsonb().$type<PlaceRef[][]>().notNull().default([]),
    notableQuotes: text().array().notNull().default(sql`'{}'::text[]`),
    quotePlaces: jsonb().$type<PlaceRef[][]>().notNull().default([]),
    thumbnailUrl: text(),
    status: text().$type<SummaryStatus>().notNull().default('queued'),
    failureCode: text().$type<ErrorCode>(),
    failureMessage: text(),
    progress: jsonb().$type<Progress>(),
    /** Text written so far, while the summary is being made. */
    partialText: text(),
    engine: jsonb().$type<Engine>(),
    language: text(),
    author: text(),
    site: text(),
    publishedAt: text(),
    sourceInfo: jsonb().$type<SourceInfo>(),
    coverage: jsonb().$type<Coverage>(),
    /** Null while unfinished, and for summaries of versions without a page. */
    page: jsonb().$type<SummaryPage>(),
    /** What was asked for; emptied when the summary is ready, kept on failure so that it can be tried again. */
    input: jsonb().$type<CreateSummaryPayload>(),
    /** What the source calls itself; null where the person has named it. */
    sourceTitle: text(),
    /** What language models were used for in making it, failed tries included; null where nothing is known. */
    usage: jsonb().$type<ModelUsage[]>(),
    /** Hash of what was sent: of the address, the text, the bytes of the file. */
    inputHash: text(),
    /** Hash of what was read. */
    contentHash: text(),
    /** Engine, version and options of a whole result; null: nothing is made from it again. */
    madeWith: text(),
    /** The result was copied from an earlier summary, by a version of the product that still did so. */
    cached: boolean().notNull().default(false),
    /** Start of the month whose quota this summary holds; null when it holds none, or once given back. */
    quotaPeriod: timestamp({ withTimezone: true }),
    idempotencyKey: text(),
    /** Hash of the input that came with the idempotency key. */
    idempotencyHash: text(),
    /** Of the title; null where a version of the product wrote it that took none. */
    titleWords: words(),
    /** Of the basic summary and the takeaways; null before there are any. */
    textWords: words(),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('summaries_user_newest').on(table.userId, table.createdAt.desc(), table.id.desc()),
    uniqueIndex('summaries_idempotency').on(table.userId, table.idempotencyKey),
    index('summaries_user_input').on(table.userId, table.inputHash),
    index('summaries_user_content').on(table.userId, table.contentHash),
    // For counting them, which each visit of the dashboard does: without a look at the rows.
    index('summaries_user_ready').on(table.userId).where(sql`${table.status} = 'ready'`),
    // Without fastupdate: a search would also read the list of pending entries. The query has to say the same words for the index to be used.
    index('summaries_words').using('gin', wordsOf(table)).with({ fastupdate: false }),
    index('summaries_without_words')
      .on(table.id)
      .where(sql`${table.titleWords} is null or (${table.textWords} is null and ${table.status} = 'ready')`),
  ],
)

/**
 * Summaries that were deleted a moment ago, so that it can be taken back. They stand apart from the others: nothing that
 * reads summaries can forget to leave them out.
 */
export const deletedSummaries = pgTable(
  'deleted_summaries',
  {
    /** Of the summary. */
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The row as it was; for a repeat, where it leads: see `repeats-repo.ts`. */
    row: jsonb().notNull(),
    /** What was kept of the work on it: rows of `kept_work`. */
    work: jsonb().notNull(),
    /** The file that it is to be made of, if another try needs one. */
    fileUrl: text(),
    deletedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('deleted_summaries_user').on(table.userId), index('deleted_summaries_deleted').on(table.deletedAt)],
)

export type DeletedSummaryRow = typeof deletedSummaries.$inferSelect

/**
 * Pieces of work on a summary that are done already: the source as it was read, sections as a model has read them.
 * Another try begins with them. They go when the summary is ready or deleted, and after a day.
 */
export const keptWork = pgTable(
  'kept_work',
  {
    summaryId: uuid()
      .notNull()
      .references(() => summaries.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    /** JSON, deflated, in base64. */
    value: text().notNull(),
    /** Of the value as it stands here. */
    bytes: integer().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.summaryId, table.key] }), index('kept_work_created').on(table.createdAt)],
)

const { titleWords: _, textWords: __, ...columns } = getTableColumns(summaries)

/** Key of a finished summary's parsed source in `kept_work`. */
export const SOURCE_KEY = 'source'

/** The columns that summaries are read by, without the search vectors, and whether their source is kept. */
export const summaryColumns = {
  ...columns,
  hasSource: sql<boolean>`EXISTS (SELECT FROM ${keptWork} k WHERE k.summary_id = ${summaries.id} AND k.key = ${sql.raw(`'${SOURCE_KEY}'`)})`,
}

export type SummaryRow = Omit<typeof summaries.$inferSelect, 'titleWords' | 'textWords'> & {
  titleWords?: never
  hasSource: boolean
}
