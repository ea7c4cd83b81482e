import { sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { ownerId } from './users.ts'

/** Stripe events received so far, so that each is processed once. */
export const billingEvents = pgTable(
  'billing_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    /** Stripe customer of the event; null without one. */
    customerId: text(),
    receivedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('billing_events_received').on(table.receivedAt)],
)

/** Audit log of plans that operators set. */
export const planChanges = pgTable(
  'plan_changes',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: ownerId(),
    /** System account that ran the command. */
    operator: text().notNull(),
    fromPlan: text(),
    toPlan: text(),
    /** End of the plan; null: no end. */
    expiresAt: timestamp({ withTimezone: true }),
    reason: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('plan_changes_user').on(table.userId)],
)

/** Requests to cancel a subscription; an operator processes or rejects them. */
export const cancellationRequests = pgTable(
  'cancellation_requests',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: ownerId(),
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

export const featureSuggestions = pgTable(
  'feature_suggestions',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: ownerId(),
    featureType: text().notNull(),
    description: text().notNull(),
    priority: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('feature_suggestions_user').on(table.userId)],
)
