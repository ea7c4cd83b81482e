import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { UploadType } from '../../../shared/formats.ts'
import { users } from './users.ts'

/**
 * Files that people send, from the moment they ask where to, until they have been read. The bytes stand in the object
 * storage under the id; a row without bytes is an upload that has not arrived.
 */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As the person's machine calls it, without folders. */
    fileName: text(),
    /** Bytes, as the person's machine says; nothing longer is taken. */
    declaredBytes: integer(),
    /** Bytes that such a file may have. */
    maxBytes: integer().notNull(),
    /** waiting: nobody has looked at the bytes; checked: they can be read; used: a summary is being made of them. */
    state: text().$type<'waiting' | 'checked' | 'used'>().notNull().default('waiting'),
    /** Of the bytes that were checked. */
    bytes: integer(),
    fileType: text().$type<UploadType>(),
    /** Of the bytes that were checked, in hex: others are never read in their place. */
    sha256: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('uploads_user').on(table.userId, table.createdAt), index('uploads_created').on(table.createdAt)],
)

export type UploadRow = typeof uploads.$inferSelect
