import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** Links that confirm the email address of a new account, or a changed one. */
export const emailLinks = pgTable(
  'email_links',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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
