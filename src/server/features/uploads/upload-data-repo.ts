import { asc, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { type UploadRow, uploads } from '../../db/schema/index.ts'

/** All uploads of a person, the oldest first: never many, since unused ones make room for new ones. */
export async function uploadsOf(db: Db | Tx, userId: string): Promise<UploadRow[]> {
  return db.select().from(uploads).where(eq(uploads.userId, userId)).orderBy(asc(uploads.createdAt))
}
