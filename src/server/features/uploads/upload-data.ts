import { type DataFile, jsonFile } from '../../db/data-files.ts'
import type { Db } from '../../db/database.ts'
import { uploadsOf } from './upload-data-repo.ts'

/** The files that a person has sent and that have not been read yet. */
export async function* uploadData(db: Db, userId: string): AsyncGenerator<DataFile> {
  const rows = await uploadsOf(db, userId)
  yield jsonFile(
    'uploads.json',
    rows.map(({ id, fileName, fileType, bytes, declaredBytes, sha256, state, createdAt }) => ({
      id,
      fileName,
      fileType,
      bytes,
      declaredBytes,
      sha256,
      state,
      createdAt,
    })),
  )
}
