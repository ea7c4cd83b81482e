import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/** People with an account, as the product's specification lists them, plus the month their quota is counted in. */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull(),
    /** PHC string of argon2id; null for people who only sign in with a provider. */
    password: text(),
    firstName: text(),
    lastName: text(),
    profileImageUrl: text(),
    googleId: text().unique(),
    authProvider: text().notNull().default('local'),
    emailVerified: boolean().notNull().default(false),
    /** Hash of the reset token; the token itself is never stored. */
    resetToken: text().unique(),
    resetTokenExpiry: timestamp({ withTimezone: true }),
    stripeCustomerId: text().unique(),
    stripeSubscriptionId: text(),
    /** Plan as last written; what it gives, and until when, `heldPlan` says. */
    subscriptionPlan: text(),
    subscriptionExpiresAt: timestamp({ withTimezone: true }),
    /** Who wrote the plan: what the payment provider says leaves alone what an operator has given. Null: nobody. */
    planSource: text().$type<'stripe' | 'operator'>(),
    /** Of the subscription, in the payment provider's word; null where it has never said anything. */
    subscriptionStatus: text(),
    /** Price a month in minor units and its currency, as the payment provider says. */
    subscriptionPrice: integer(),
    subscriptionCurrency: text(),
    /** Whether the subscription ends with the period that is paid for. */
    cancelAtPeriodEnd: boolean().notNull().default(false),
    /** Counts the writes of what the payment provider says, so that none is made from what was read before another. */
    billingVersion: integer().notNull().default(0),
    /** When the payment provider was last asked about this person. */
    billingSyncedAt: timestamp({ withTimezone: true }),
    summariesUsed: integer().notNull().default(0),
    exportsUsed: integer().notNull().default(0),
    /** The day the plan began; months are counted from it. */
    planStartedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Start of the month that `summariesUsed` counts. */
    usagePeriodStart: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Language the person last asked a summary in: a BCP 47 tag, or "source"; null before the first choice. */
    summaryLanguage: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex('users_email_lower').on(sql`lower(${table.email})`)],
)

export type UserRow = typeof users.$inferSelect
