import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** Sessions, looked up by a hash: a copy of the table grants no access. */
export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the session id that the cookie carries, base64url. */
    idHash: text().primaryKey(),
    /** Public id for the list of sessions; it grants no access. */
    id: uuid().notNull().unique().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userAgent: text(),
    /** Time of the sign-in. */
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Accurate to a few minutes, since not every request writes it. */
    lastSeenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Time of the last authentication. */
    authenticatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Absolute end of the session; an idle one ends sooner. */
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
)

export type SessionRow = typeof sessions.$inferSelect

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
