import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ErrorCode } from '../../../shared/errors.ts'
import type { AnswerOutcome, questionStatuses } from '../../../shared/questions/question.ts'
import type { Citation } from '../../../shared/summary/citation.ts'
import type { Range } from '../../../shared/summary/find-text.ts'
import type { Engine, ModelUsage } from '../../../shared/summary/summary.ts'
import { summaries } from './summaries.ts'
import { ownerId } from './users.ts'

/** A citation of an answer; in those of the library, with a summary and the source that it had then. */
export type StoredCitation = Citation & { summaryId?: string; sourceId?: string }

/** The answer to a question, or as much of it as is written. */
export interface Reply {
  outcome: AnswerOutcome
  answer: { text: string; citations: StoredCitation[] }[]
  passages: { text: string; citations: StoredCitation[]; marks: Range[] }[]
}

/** Questions about one source, or about all sources of a user, with their answers. */
export const questions = pgTable(
  'questions',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: ownerId(),
    /** The summary whose source is asked; null for a question to the library. */
    summaryId: uuid().references(() => summaries.id, { onDelete: 'cascade' }),
    /** The source that it had then: a redo may give the summary another one. */
    sourceId: uuid(),
    /** The summaries whose sources an answer from the library cites. */
    citedIds: uuid().array().notNull().default(sql`'{}'::uuid[]`),
    question: text().notNull(),
    status: text().$type<(typeof questionStatuses)[number]>().notNull().default('queued'),
    failureCode: text().$type<ErrorCode>(),
    failureMessage: text(),
    reply: jsonb().$type<Reply>(),
    engine: jsonb().$type<Engine>(),
    /** Usage of language models, including failed attempts. */
    usage: jsonb().$type<ModelUsage[]>().notNull().default([]),
    /** Start of the month whose quota this question uses; null if it uses none, or once it is returned. */
    quotaPeriod: timestamp({ withTimezone: true }),
    idempotencyKey: text(),
    /** Hash of the request with the idempotency key. */
    idempotencyHash: text(),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('questions_user_newest').on(table.userId, table.createdAt.desc(), table.id.desc()),
    index('questions_summary').on(table.summaryId, table.createdAt.desc(), table.id.desc()),
    uniqueIndex('questions_idempotency').on(table.userId, table.idempotencyKey),
    // For answers from the library whose sources were deleted.
    index('questions_cited').on(table.createdAt).where(sql`cardinality(${table.citedIds}) > 0`),
    index('questions_unfinished').on(table.createdAt).where(sql`${table.status} NOT IN ('ready', 'failed')`),
  ],
)

export type QuestionRow = typeof questions.$inferSelect
