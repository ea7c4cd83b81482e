import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** Stripe events received so far, so that each is processed once. */
export const billingEvents = pgTable(
  'billing_events',
  {
    /** Stripe's id of the event. */
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
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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
