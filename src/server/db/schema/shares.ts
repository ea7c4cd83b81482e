import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { summaries } from './summaries.ts'

/** Public links to summaries, at most one each. */
export const summaryShares = pgTable('summary_shares', {
  summaryId: uuid()
    .primaryKey()
    .references(() => summaries.id, { onDelete: 'cascade' }),
  /** Random part of the link. */
  token: text().notNull().unique(),
  /** Whether visitors can read the source as well. */
  includesSource: boolean().notNull(),
  createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
})
