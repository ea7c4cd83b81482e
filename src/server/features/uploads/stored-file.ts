import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileFacts, inTemporaryFolder } from '../../../ingest/index.ts'
import type { UploadRow } from '../../db/schema/index.ts'
import type { UploadsContext } from './context.ts'
import { limitOf } from './upload-rules.ts'

/** An uploaded file on disk, for as long as it is used. */
interface StoredFile {
  path: string
  bytes: number
  sha256: string
  /** Whether its bytes are those of a recording. */
  isRecording: boolean
}

/**
 * Runs a function with the file of an upload on disk, since it may be too large for memory.
 * @param use gets null if the file hasn't arrived, or is gone
 * @throws AppError `payload_too_large`, and what `use` throws
 */
export const withStoredFile = async <T>(
  { storage }: UploadsContext,
  upload: UploadRow,
  use: (file: StoredFile | null) => Promise<T>,
): Promise<T> =>
  inTemporaryFolder(async (folder) => {
    const file = path.join(folder, 'upload')
    if (!(await storage.save(upload.id, file, limitOf(upload)))) return use(null)
    const hash = createHash('sha256')
    await pipeline(createReadStream(file), hash)
    const { mediaType, bytes } = await fileFacts(file)
    return use({ path: file, bytes, sha256: hash.digest('hex'), isRecording: mediaType !== null })
  })
