import { and, asc, desc, eq, lt, ne } from 'drizzle-orm'
import { AppError } from '../../../shared/errors.ts'
import type { Db, Tx } from '../../db/database.ts'
import { firstOf, isForeignKeyViolation, isWritten, onlyOf } from '../../db/rows.ts'
import { type UploadRow, uploads } from '../../db/schema/index.ts'
import type { Authorized } from '../../platform/request-context.ts'

type NewUpload = typeof uploads.$inferInsert

/** Adds an upload. @throws AppError `unauthorized` when the account was deleted during the request */
export const insertUpload = async (db: Db, row: NewUpload): Promise<UploadRow> =>
  onlyOf(
    db
      .insert(uploads)
      .values(row)
      .returning()
      .catch((error: unknown) => {
        if (!isForeignKeyViolation(error, 'uploads_user_id_users_id_fk')) throw error
        throw new AppError('unauthorized', 'Unauthorized', { cause: error })
      }),
  )

export const findUpload = async (db: Db, id: string): Promise<UploadRow | undefined> =>
  firstOf(db.select().from(uploads).where(eq(uploads.id, id)).limit(1))

/** The same, locked until the transaction ends. */
export const lockUpload = async (tx: Tx, id: string): Promise<UploadRow | undefined> =>
  firstOf(tx.select().from(uploads).where(eq(uploads.id, id)).for('update'))

type CheckedFields = Required<Pick<NewUpload, 'fileName' | 'bytes' | 'fileType' | 'sha256'>>

/** Stores the result of an inspection; false if the upload was removed or used meanwhile. */
export async function markChecked(db: Db, upload: Authorized<UploadRow>, fields: CheckedFields): Promise<boolean> {
  return isWritten(
    db
      .update(uploads)
      .set({ ...fields, state: 'checked' })
      .where(and(eq(uploads.id, upload.id), ne(uploads.state, 'used'))),
  )
}

export async function markUsed(tx: Tx, upload: Authorized<UploadRow>): Promise<void> {
  await tx.update(uploads).set({ state: 'used' }).where(eq(uploads.id, upload.id))
}

/**
 * A user's unused uploads, newest first, without the first ones. Ordered by id too: several may be created within one
 * millisecond.
 */
export async function findOpenBeyond(db: Db, userId: string, first: number): Promise<UploadRow[]> {
  return db
    .select()
    .from(uploads)
    .where(and(eq(uploads.userId, userId), ne(uploads.state, 'used')))
    .orderBy(desc(uploads.createdAt), desc(uploads.id))
    .offset(first)
}

/** Uploads created before a moment, oldest first. */
export async function findUploadsBefore(db: Db, before: Date, limit: number): Promise<UploadRow[]> {
  return db.select().from(uploads).where(lt(uploads.createdAt, before)).orderBy(asc(uploads.createdAt)).limit(limit)
}

export async function deleteUpload(db: Db, id: string): Promise<void> {
  await db.delete(uploads).where(eq(uploads.id, id))
}

/** All uploads of a user, oldest first; few, since unused ones are limited. */
export async function uploadsOf(db: Db, userId: string): Promise<UploadRow[]> {
  return db.select().from(uploads).where(eq(uploads.userId, userId)).orderBy(asc(uploads.createdAt))
}
