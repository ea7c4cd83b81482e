import { getTableColumns, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
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
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import type { CreateSummaryPayload } from '../../../shared/api/calls.ts'
import type { SourceInfo } from '../../../shared/document.ts'
import type { ErrorCode } from '../../../shared/errors.ts'
import type { UploadType } from '../../../shared/formats.ts'
import type {
  ContentType,
  Coverage,
  Engine,
  ModelUsage,
  Progress,
  SummaryStatus,
} from '../../../shared/summary/summary.ts'
import type { PartialPage, SummaryPage } from '../../../shared/summary/summary-page.ts'
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

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** All words of a summary, beginning with the title's. */
export const wordsOf = ({ titleWords, textWords }: { titleWords: AnyPgColumn; textWords: AnyPgColumn }): SQL =>
  sql`(${titleWords} || coalesce(${textWords}, ''::tsvector))`

/** Sources of summaries, from the request on. A source is deleted with its last summary. */
export const sources = pgTable(
  'sources',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: ownerId(),
    contentType: text().$type<ContentType>().notNull(),
    /** The source's own title; null until it is read. */
    title: text(),
    author: text(),
    site: text(),
    publishedAt: text(),
    /** Language of the text; null if unknown. */
    language: text(),
    originalUrl: text(),
    thumbnailUrl: text(),
    /** Origin of the text, and how it was read; null until then. */
    info: jsonb().$type<SourceInfo>(),
    /** Hash of the input: the URL, the text, or the bytes of the file. */
    inputHash: text().notNull(),
    /** Hash of the parsed source; null until it is read. */
    contentHash: text(),
    /** JSON of the parsed source, deflated; null until it is read, and where it is too large to keep. */
    document: bytes(),
    /** When the text is forgotten unless a finished summary rests on it; null once that was checked. */
    reviewAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('sources_user_input').on(table.userId, table.inputHash),
    index('sources_user_content').on(table.userId, table.contentHash),
    index('sources_review').on(table.reviewAt).where(isNotNull(table.reviewAt)),
  ],
)

export type SourceRow = Omit<typeof sources.$inferSelect, 'document' | 'reviewAt'>

/** Words of a part of a source for searching, see `wordsOfPart`; where its document is kept. */
export const sourceWords = pgTable(
  'source_words',
  {
    sourceId: uuid()
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    /** Number of the part, from 0. */
    part: integer().notNull(),
    /** Indexes of its first and last block. */
    firstBlock: integer().notNull(),
    lastBlock: integer().notNull(),
    words: words().notNull(),
  },
  (table) => [primaryKey({ columns: [table.sourceId, table.part] })],
)

/** Summaries, from the request on. */
export const summaries = pgTable(
  'summaries',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: ownerId(),
    sourceId: uuid()
      .notNull()
      .references(() => sources.id),
    /** The source's own title, unless the user chose one. */
    title: text().notNull(),
    status: text().$type<SummaryStatus>().notNull().default('queued'),
    failureCode: text().$type<ErrorCode>(),
    failureMessage: text(),
    progress: jsonb().$type<Progress>(),
    /** The page written so far, while the summary is being made. */
    partialPage: jsonb().$type<Snapshot>(),
    engine: jsonb().$type<Engine>(),
    /** Language of the page; null if unknown. */
    language: text(),
    coverage: jsonb().$type<Coverage>(),
    /** Everything that the summary shows; null while unfinished. */
    page: jsonb().$type<SummaryPage>(),
    /** Seconds that reading the summary saves, compared with its source. */
    savedSeconds: integer().notNull().default(0),
    /** The request; removed when the summary is ready, kept after a failure for retries. */
    input: jsonb().$type<SummaryInput>(),
    /** Usage of language models, including failed attempts; null if unknown. */
    usage: jsonb().$type<ModelUsage[]>(),
    /** Engine, version and options of a complete result; null: not reusable. */
    cacheKey: text(),
    /** Start of the month whose quota this summary uses; null if it uses none, or once it is returned. */
    quotaPeriod: timestamp({ withTimezone: true }),
    /** Minutes of its recording, and the month whose quota they use; null if none do, or once they are returned. */
    audioMinutes: integer(),
    audioPeriod: timestamp({ withTimezone: true }),
    idempotencyKey: text(),
    /** Hash of the request with the idempotency key. */
    idempotencyHash: text(),
    /** Words of the title. */
    titleWords: words().notNull(),
    /** Words of gist, summary, takeaways and the names of the source; null before there are any. */
    textWords: words(),
    /** A deleted summary can be restored until it is purged. */
    deletedAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    // With deleted ones too, for the deletion of their user.
    index('summaries_user_newest').on(table.userId, table.createdAt.desc(), table.id.desc()),
    index('summaries_source').on(table.sourceId),
    uniqueIndex('summaries_idempotency').on(table.userId, table.idempotencyKey).where(isNull(table.deletedAt)),
    // For a user's summaries in progress.
    index('summaries_user_unfinished')
      .on(table.userId)
      .where(sql`${table.status} NOT IN ('ready', 'failed') AND ${table.deletedAt} IS NULL`),
    index('summaries_deleted').on(table.deletedAt).where(isNotNull(table.deletedAt)),
  ],
)

/** Page so far, and when it was written, in milliseconds since 1970: of two snapshots, the later one counts. */
export interface Snapshot {
  at: number
  page: PartialPage
}

/**
 * Requests that were answered with an earlier summary, and redos that replaced one: their ids and idempotency keys lead
 * to it, for a day.
 */
export const summaryAliases = pgTable(
  'summary_aliases',
  {
    id: uuid().primaryKey(),
    userId: ownerId(),
    summaryId: uuid()
      .notNull()
      .references(() => summaries.id, { onDelete: 'cascade' }),
    idempotencyKey: text(),
    idempotencyHash: text(),
    /** Whether the request was a redo that replaced the earlier summary. */
    isRedo: boolean().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('summary_aliases_user').on(table.userId, table.idempotencyKey),
    index('summary_aliases_summary').on(table.summaryId),
    index('summary_aliases_created').on(table.createdAt),
  ],
)

/** Sections that a model has read for a summary. Retries start from them. Removed when it is ready, and after a day. */
export const checkpoints = pgTable(
  'checkpoints',
  {
    summaryId: uuid()
      .notNull()
      .references(() => summaries.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    /** Deflated JSON. */
    value: bytes().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.summaryId, table.key] }), index('checkpoints_created').on(table.createdAt)],
)

const { titleWords: _, textWords: __, deletedAt: ___, ...columns } = getTableColumns(summaries)

/** The columns that summaries are read by: their own, without the search vectors, and those of their source. */
export const summaryColumns = {
  ...columns,
  contentType: sources.contentType,
  sourceTitle: sources.title,
  author: sources.author,
  site: sources.site,
  publishedAt: sources.publishedAt,
  sourceLanguage: sources.language,
  originalUrl: sources.originalUrl,
  thumbnailUrl: sources.thumbnailUrl,
  sourceInfo: sources.info,
  inputHash: sources.inputHash,
  contentHash: sources.contentHash,
  /** Whether the text of the source is kept. */
  hasSource: sql<boolean>`${sources.document} IS NOT NULL`,
  /** Whether this is an earlier summary that a later request was answered with. */
  cached: sql<boolean>`false`,
}

/** A summary with the facts about its source. */
export type SummaryRow = SelectResultFields<typeof summaryColumns>

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
    /** Minutes of recordings that a service transcribed. */
    audioMinutes: doublePrecision().notNull().default(0),
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
