import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
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
import type { SourceInfo } from '../../../shared/document.ts'
import type { ErrorCode } from '../../../shared/errors.ts'
import type { UploadType } from '../../../shared/formats.ts'
import type { PlaceRef } from '../../../shared/summary/citation.ts'
import type {
  ContentType,
  Coverage,
  Engine,
  ModelUsage,
  Progress,
  SummaryStatus,
} from '../../../shared/summary/summary.ts'
import type { SummaryPage } from '../../../shared/summary/summary-page.ts'
import { ownerId } from './users.ts'

/**
 * A stored request. With both `url` and `fileUrl`, the file is what a browser showed at the URL. A redo has a `url` only if
 * it reads the web again; otherwise it starts from a kept source.
 */
export interface SummaryInput extends Omit<CreateSummaryPayload, 'html' | 'transcript'> {
  redo?: {
    /** The summary that is redone. */
    of: string
    /** Replace that summary once this one is ready. */
    replace: boolean
    /** Fail rather than write a basic summary. */
    advanced: boolean
  }
}

/** Search vector. The product splits texts into words; the database only compares them. */
const words = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Version of what is indexed, as a word of the second vector. A new one needs a new index of `hasOldWords`. */
export const WORDS_MARK = '=2'

/** All words of a summary, beginning with the title's. */
export const wordsOf = ({ titleWords, textWords }: { titleWords: AnyPgColumn; textWords: AnyPgColumn }): SQL =>
  sql`(coalesce(${titleWords}, ''::tsvector) || coalesce(${textWords}, ''::tsvector))`

/** Matches finished summaries whose search vectors an earlier version wrote. */
export const hasOldWords = ({ status, textWords }: { status: AnyPgColumn; textWords: AnyPgColumn }): SQL =>
  sql`(${status} = 'ready' and not (${textWords} @@ ${sql.raw(`'''${WORDS_MARK}'''`)}::tsquery))`

/** Summaries, from the request on. Deleted ones are in `deletedSummaries`. */
export const summaries = pgTable(
  'summaries',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: ownerId(),
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
    /** The page written so far, packed as in `events.ts`, while the summary is being made. */
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
    /** The request; removed when the summary is ready, kept after a failure for retries. */
    input: jsonb().$type<SummaryInput>(),
    /** The source's own title; null if unknown. */
    sourceTitle: text(),
    /** Usage of language models, including failed attempts; null if unknown. */
    usage: jsonb().$type<ModelUsage[]>(),
    /** Hash of the input: the URL, the text, or the bytes of the file. */
    inputHash: text(),
    /** Hash of the parsed source. */
    contentHash: text(),
    /** Cache key: engine, version and options of a complete result; null: not reusable. */
    madeWith: text(),
    /** Whether an earlier version of the product copied the result from another summary. */
    cached: boolean().notNull().default(false),
    /** Start of the month whose quota this summary uses; null if it uses none, or once it is returned. */
    quotaPeriod: timestamp({ withTimezone: true }),
    idempotencyKey: text(),
    /** Hash of the request with the idempotency key. */
    idempotencyHash: text(),
    /** Words of the title; null in rows of versions without search. */
    titleWords: words(),
    /** Words of the basic summary, the takeaways and the names of the source; null before there are any. */
    textWords: words(),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('summaries_user_newest').on(table.userId, table.createdAt.desc(), table.id.desc()),
    uniqueIndex('summaries_idempotency').on(table.userId, table.idempotencyKey),
    index('summaries_user_input').on(table.userId, table.inputHash),
    index('summaries_user_content').on(table.userId, table.contentHash),
    // For the dashboard's count, as an index-only scan.
    index('summaries_user_ready').on(table.userId).where(sql`${table.status} = 'ready'`),
    // Without fastupdate, since searches would also scan the pending list. Queries must use the same expression.
    index('summaries_words').using('gin', wordsOf(table)).with({ fastupdate: false }),
    index('summaries_old_words').on(table.id).where(hasOldWords(table)),
    index('summaries_without_words')
      .on(table.id)
      .where(sql`${table.titleWords} is null or (${table.textWords} is null and ${table.status} = 'ready')`),
  ],
)

/** Recently deleted summaries, which can be restored. In a table of their own, so that no query of summaries includes them. */
export const deletedSummaries = pgTable(
  'deleted_summaries',
  {
    id: uuid().primaryKey(),
    userId: ownerId(),
    /** The deleted row; for a repeat, the summary it leads to: see `deleted-repo.ts`. */
    row: jsonb().notNull(),
    /** Its checkpoints: rows of `kept_work`. */
    work: jsonb().notNull(),
    /** Its public link: a row of `summary_shares`; null without one. */
    share: jsonb(),
    /** The uploaded file that a retry would need. */
    fileUrl: text(),
    deletedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('deleted_summaries_user').on(table.userId), index('deleted_summaries_deleted').on(table.deletedAt)],
)

export type DeletedSummaryRow = typeof deletedSummaries.$inferSelect

/**
 * Checkpoints of a summary: the parsed source, and sections that a model has read. Retries start from them. Removed when
 * the summary is ready or deleted, and after a day.
 */
export const checkpoints = pgTable(
  'kept_work',
  {
    summaryId: uuid()
      .notNull()
      .references(() => summaries.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    /** Deflated JSON in base64. */
    value: text().notNull(),
    /** Length of the stored value. */
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
  hasSource: sql<boolean>`EXISTS (SELECT FROM ${checkpoints} k WHERE k.summary_id = ${summaries.id} AND k.key = ${sql.raw(`'${SOURCE_KEY}'`)})`,
}

export type SummaryRow = Omit<typeof summaries.$inferSelect, 'titleWords' | 'textWords'> & {
  titleWords?: never
  hasSource: boolean
}

/** Public links to summaries, at most one each. */
export const summaryShares = pgTable('summary_shares', {
  summaryId: uuid()
    .primaryKey()
    .references(() => summaries.id, { onDelete: 'cascade' }),
  /** Random part of the link. */
  token: text().notNull().unique(),
  /** Whether visitors can read the source as well. */
  includesSource: boolean().notNull(),
  createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
})

/** Tokens and cost of language models by day: one row for each user, and one for all users together. */
export const modelUsage = pgTable(
  'model_usage',
  {
    /** Id of a user, or "everyone". */
    scope: text().notNull(),
    /** In UTC. */
    day: date({ mode: 'string' }).notNull(),
    tokens: bigint({ mode: 'number' }).notNull(),
    /** By the list prices of the models; 0 for those without a known price. */
    costUsd: doublePrecision().notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.day] })],
)

/**
 * Uploads, from the request for an upload URL until the file has been read. The object storage has the bytes under the
 * id; a row without bytes is an upload that has not arrived.
 */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: ownerId(),
    /** As given by the client, without folders. */
    fileName: text(),
    /** Size given by the client; a longer file is rejected. */
    declaredBytes: integer(),
    /** Maximum size for its type. */
    maxBytes: integer().notNull(),
    /** waiting: not inspected yet; checked: the file can be read; used: a summary is being created from it. */
    state: text().$type<'waiting' | 'checked' | 'used'>().notNull().default('waiting'),
    bytes: integer(),
    fileType: text().$type<UploadType>(),
    /** SHA-256 of the inspected bytes, in hex: other bytes are never read in their place. */
    sha256: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('uploads_user').on(table.userId, table.createdAt), index('uploads_created').on(table.createdAt)],
)

export type UploadRow = typeof uploads.$inferSelect
