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
    stripeCustomerId: text(),
    stripeSubscriptionId: text(),
    subscriptionPlan: text(),
    subscriptionExpiresAt: timestamp({ withTimezone: true }),
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
