import { joinedName } from '../../../shared/uploads.ts'
import type { UploadRow } from '../../db/schema/index.ts'
import { type Actor, type Authorized, authorizeOwner } from '../../platform/request-context.ts'
import type { UploadsContext } from './context.ts'
import { storeBytes } from './create-upload.ts'
import { bytesOf, isFinal, limitInspections, notInTime, UPLOAD_AGAIN, usedUp } from './process-upload.ts'
import { removeUpload } from './remove-uploads.ts'
import { findUpload } from './repo.ts'
import { uploadIdIn, withoutFolders } from './upload-rules.ts'

async function* filesOf(context: UploadsContext, uploads: readonly Authorized<UploadRow>[]) {
  for (const [index, upload] of uploads.entries()) {
    yield { bytes: await bytesOf(context, upload), fileName: nameOf(upload, index) }
  }
}

const nameOf = ({ fileName }: UploadRow, index: number): string => withoutFolders(fileName ?? `Picture ${index + 1}`)

/**
 * Joins uploaded pictures into one upload, whose pages they are, and removes them.
 *
 * @returns the objectPath of the joined upload, which is yet to be inspected
 * @throws AppError as `processUpload`; `source_type_unsupported` for a file that is not a picture
 */
export async function joinUploads(
  context: UploadsContext,
  actor: Actor,
  fileUrls: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const uploads: Authorized<UploadRow>[] = []
  for (const fileUrl of fileUrls) {
    const upload = authorizeOwner(actor, await findUpload(context.db, uploadIdIn(fileUrl)), 'upload', UPLOAD_AGAIN)
    if (upload.state === 'used') throw usedUp()
    uploads.push(upload)
  }
  const removeAll = async () => Promise.all(uploads.map(async ({ id }) => removeUpload(context, id)))
  try {
    const content = await limitInspections(actor.userId, signal, async () =>
      context.pipeline.ingest.join(filesOf(context, uploads), signal, actor.userId),
    )
    const joined = await storeBytes(context, actor, { fileName: joinedName(uploads.map(nameOf)), content })
    await removeAll()
    return joined
  } catch (error) {
    if (isFinal(error)) await removeAll()
    else if (signal.aborted) throw notInTime(error)
    throw error
  }
}
