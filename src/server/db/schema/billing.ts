import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** Events of the payment provider that have been taken in, so that each is taken in once. */
export const billingEvents = pgTable(
  'billing_events',
  {
    /** The provider's own. */
    id: text().primaryKey(),
    type: text().notNull(),
    /** Whom it names; null where it names nobody. */
    customerId: text(),
    receivedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('billing_events_received').on(table.receivedAt)],
)

/** Plans that an operator has set by hand, for what reason: who had which plan why can be told later. */
export const planChanges = pgTable(
  'plan_changes',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Name of the account of the machine that the command ran under. */
    operator: text().notNull(),
    fromPlan: text(),
    toPlan: text(),
    /** Until when; null: for good. */
    expiresAt: timestamp({ withTimezone: true }),
    reason: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('plan_changes_user').on(table.userId)],
)
