import { sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** Requests to cancel a subscription; an operator processes or rejects them. */
export const cancellationRequests = pgTable(
  'cancellation_requests',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reason: text().notNull(),
    status: text().$type<'pending' | 'processed' | 'rejected'>().notNull().default('pending'),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    processedAt: timestamp({ withTimezone: true }),
    /** The operator's reason for a rejection. */
    answer: text(),
  },
  (table) => [
    index('cancellation_requests_user').on(table.userId),
    uniqueIndex('cancellation_requests_pending').on(table.userId).where(sql`${table.status} = 'pending'`),
  ],
)

/** Feature suggestions from users. */
export const featureSuggestions = pgTable('feature_suggestions', {
  id: uuid().primaryKey().defaultRandom(),
  userId: uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  featureType: text().notNull(),
  description: text().notNull(),
  priority: text().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
