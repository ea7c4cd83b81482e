import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** Links that confirm an email address: of a new account, or the new one of an old account. */
export const emailLinks = pgTable(
  'email_links',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text().$type<'verify' | 'change'>().notNull(),
    /** The address that the link was mailed to, and that it confirms. */
    email: text().notNull(),
    /** SHA-256 of the token in the link, base64url; null until the mail is written. */
    tokenHash: text().unique(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('email_links_user').on(table.userId), index('email_links_expiry').on(table.expiresAt)],
)

export type EmailLinkRow = typeof emailLinks.$inferSelect
