import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { UploadType } from '../../../shared/formats.ts'
import { users } from './users.ts'

/**
 * Uploads, from the request for an upload URL until the file has been read. The object storage has the bytes under the
 * id; a row without bytes is an upload that has not arrived.
 */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As given by the client, without folders. */
    fileName: text(),
    /** Size given by the client; a longer file is rejected. */
    declaredBytes: integer(),
    /** Maximum size for its type. */
    maxBytes: integer().notNull(),
    /** waiting: not inspected yet; checked: the file can be read; used: a summary is being created from it. */
    state: text().$type<'waiting' | 'checked' | 'used'>().notNull().default('waiting'),
    /** Size of the inspected file. */
    bytes: integer(),
    fileType: text().$type<UploadType>(),
    /** SHA-256 of the inspected bytes, in hex: other bytes are never read in their place. */
    sha256: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('uploads_user').on(table.userId, table.createdAt), index('uploads_created').on(table.createdAt)],
)

export type UploadRow = typeof uploads.$inferSelect
