import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { TokenScope } from '../../../shared/account/accounts.ts'

/** Users, with the month that their quota is counted in. */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull(),
    /** PHC string of argon2id; null for users who sign in with Google only. */
    password: text(),
    firstName: text(),
    lastName: text(),
    profileImageUrl: text(),
    googleId: text().unique(),
    /** Issuer and subject at the operator's OpenID provider, with a space between. */
    oidcId: text().unique(),
    authProvider: text().notNull().default('local'),
    emailVerified: boolean().notNull().default(false),
    /** Hash of the reset token; the token itself is never stored. */
    resetToken: text().unique(),
    resetTokenExpiry: timestamp({ withTimezone: true }),
    stripeCustomerId: text().unique(),
    stripeSubscriptionId: text(),
    /** Plan as last written; `heldPlan` returns the one in effect. */
    subscriptionPlan: text(),
    subscriptionExpiresAt: timestamp({ withTimezone: true }),
    /** Source of the plan: syncs from Stripe don't change a plan that an operator has granted. Null without a plan. */
    planSource: text().$type<'stripe' | 'operator'>(),
    /** Subscription status as Stripe last reported it; null if it never did. */
    subscriptionStatus: text(),
    /** Monthly price in minor units, as Stripe reported it. */
    subscriptionPrice: integer(),
    subscriptionCurrency: text(),
    /** Whether the subscription ends with the paid period. */
    cancelAtPeriodEnd: boolean().notNull().default(false),
    /** Optimistic-lock version of billing writes. */
    billingVersion: integer().notNull().default(0),
    /** Time of the last sync from Stripe. */
    billingSyncedAt: timestamp({ withTimezone: true }),
    summariesUsed: integer().notNull().default(0),
    questionsUsed: integer().notNull().default(0),
    audioMinutesUsed: integer().notNull().default(0),
    exportsUsed: integer().notNull().default(0),
    /** Finished summaries that the user has now. */
    readySummaries: integer().notNull().default(0),
    /** Seconds that these save, compared with their sources. */
    savedSeconds: bigint({ mode: 'number' }).notNull().default(0),
    /** The day the plan began; months are counted from it. */
    planStartedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Start of the month that `summariesUsed`, `questionsUsed` and `audioMinutesUsed` count. */
    usagePeriodStart: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Language of the last requested summary: a BCP 47 tag, or "source"; null before the first choice. */
    summaryLanguage: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex('users_email_lower').on(sql`lower(${table.email})`)],
)

export type UserRow = typeof users.$inferSelect

/** Column with the user that a row belongs to, and is deleted with. */
export const ownerId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Sessions, looked up by a hash: a copy of the table grants no access. */
export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the session id that the cookie carries, base64url. */
    idHash: text().primaryKey(),
    /** Public id for the list of sessions; it grants no access. */
    id: uuid().notNull().unique().defaultRandom(),
    userId: ownerId(),
    userAgent: text(),
    /** Time of the sign-in. */
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Accurate to a few minutes, since not every request writes it. */
    lastSeenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    authenticatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Absolute end of the session; an idle one ends sooner. */
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_expiry').on(table.expiresAt),
    index('sessions_last_seen').on(table.lastSeenAt),
  ],
)

export type SessionRow = typeof sessions.$inferSelect

/** API tokens, looked up by a hash like sessions. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: ownerId(),
    name: text().notNull(),
    scopes: text().array().$type<TokenScope[]>().notNull(),
    /** SHA-256 of the token, base64url. */
    tokenHash: text().notNull().unique(),
    /** The last four characters of the token, to recognize it by. */
    ending: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Accurate to a few minutes, like the last use of sessions; null if never used. */
    lastUsedAt: timestamp({ withTimezone: true }),
  },
  (table) => [index('api_tokens_user').on(table.userId)],
)

export type ApiTokenRow = typeof apiTokens.$inferSelect

/** Counters of rate limits, shared by all processes. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    hits: integer().notNull(),
    resetAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('rate_limits_reset').on(table.resetAt)],
)

/** Links that confirm the email address of a new account, or a changed one. */
export const emailLinks = pgTable(
  'email_links',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: ownerId(),
    purpose: text().$type<'verify' | 'change'>().notNull(),
    /** The email address that the link was sent to and confirms. */
    email: text().notNull(),
    /** SHA-256 of the token in the link, base64url; null until the email is composed. */
    tokenHash: text().unique(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('email_links_user').on(table.userId), index('email_links_expiry').on(table.expiresAt)],
)

export type EmailLinkRow = typeof emailLinks.$inferSelect

/** Invitations that are open; an accepted or revoked one is deleted. */
export const invitations = pgTable('invitations', {
  id: uuid().primaryKey().defaultRandom(),
  /** SHA-256 of the token in the link, base64url. */
  tokenHash: text().notNull().unique(),
  /** The only email address that may accept it; null for any. */
  email: text(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
})

export type InvitationRow = typeof invitations.$inferSelect
