import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** Signed-in browsers. Rows are found by a hash, so a copy of the table opens no session. */
export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the session id that the cookie carries, base64url. */
    idHash: text().primaryKey(),
    /** What the person knows the session by: it opens nothing. */
    id: uuid().notNull().unique().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userAgent: text(),
    /** When the person signed in. */
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** To a few minutes: not every request writes it. */
    lastSeenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When the person last proved who they are. */
    authenticatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** The end of the session whatever the person does; it ends sooner when nobody comes back. */
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
