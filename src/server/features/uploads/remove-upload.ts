import type { Db } from '../../db/database.ts'
import type { ObjectStorage } from '../../storage/object-storage.ts'
import { deleteUpload } from './repo.ts'

export interface RemoveUploadDeps {
  db: Db
  storage: ObjectStorage
}

/** Removes a file and then its row: should the first fail, the row still says that there is something to remove. */
export async function removeUpload({ db, storage }: RemoveUploadDeps, id: string): Promise<void> {
  await storage.delete(id)
  await deleteUpload(db, id)
}
