import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { CreateSummaryPayload } from '../../../shared/api/calls.ts'
import type { SourceInfo } from '../../../shared/document.ts'
import type { ErrorCode } from '../../../shared/errors.ts'
import type { ContentType, Coverage, Engine, PlaceRef, Progress, SummaryStatus } from '../../../shared/summary.ts'
import { users } from './users.ts'

/** Summaries, from the moment they are asked for. */
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
    /** What was asked for; emptied when the summary is ready, kept on failure so that it can be tried again. */
    input: jsonb().$type<CreateSummaryPayload>(),
    /** Start of the month whose quota this summary holds; null once given back. */
    quotaPeriod: timestamp({ withTimezone: true }),
    idempotencyKey: text(),
    /** Hash of the input that came with the idempotency key. */
    idempotencyHash: text(),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('summaries_user_newest').on(table.userId, table.createdAt.desc(), table.id.desc()),
    uniqueIndex('summaries_idempotency').on(table.userId, table.idempotencyKey),
  ],
)

export type SummaryRow = typeof summaries.$inferSelect
