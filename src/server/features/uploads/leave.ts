import type { Tx } from '../../db/database.ts'
import type { ObjectStorage } from '../../storage/object-storage.ts'
import { uploadsOf } from './upload-data-repo.ts'

/**
 * A person leaves. Their files are removed by a job that is sent with the transaction: once it commits, they go
 * whatever happens to this process.
 *
 * @param removeLater sends that job
 */
export async function leaveUploads(
  removeLater: (tx: Tx, ids: string[]) => Promise<void>,
  tx: Tx,
  userId: string,
): Promise<null> {
  const uploads = await uploadsOf(tx, userId)
  if (uploads.length > 0)
    await removeLater(
      tx,
      uploads.map(({ id }) => id),
    )
  return null
}

/** Removes files whose rows are gone. Can be done again. */
export async function removeFiles(storage: ObjectStorage, ids: readonly string[]): Promise<void> {
  for (const id of ids) await storage.delete(id)
}
