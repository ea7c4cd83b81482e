import type { SourceInput } from '../../../ingest/index.ts'
import type { ProcessedUpload } from '../../../shared/api/calls.ts'
import { AppError } from '../../../shared/errors.ts'
import type { PlanCatalogue } from '../../../shared/plans/catalogue.ts'
import { uploadGroupOfType } from '../../../shared/uploads.ts'
import type { PackedDocument } from '../../../threads/packed-document.ts'
import type { Db } from '../../db/database.ts'
import type { UploadRow } from '../../db/schema/index.ts'
import { type Actor, type Authorized, authorizeOwner } from '../../platform/actor.ts'
import type { ObjectStorage } from '../../storage/object-storage.ts'
import { limitOf } from './create-upload-target.ts'
import { sha256 } from './digest.ts'
import { objectPathOf, uploadIdIn } from './object-path.ts'
import { removeUpload } from './remove-upload.ts'
import { findUpload, markChecked } from './repo.ts'
import type { Turnstile } from './turnstile.ts'
import { checkSize, requireEbooks, withoutFolders } from './upload-rules.ts'
import { uploadTypeOf } from './upload-type.ts'

export interface ProcessUploadDeps {
  db: Db
  storage: ObjectStorage
  catalogue: PlanCatalogue
  read: (input: SourceInput, options: { signal: AbortSignal }) => Promise<PackedDocument>
  /** Bounds how many files are held in memory at once. */
  turnstile: Turnstile
}

/** What to do when there is nothing under a name that is a person's own, or nothing any more. */
export const UPLOAD_AGAIN = 'Please upload the file again.'

/** @throws AppError `upload_expired` */
export const usedUp = (): AppError =>
  new AppError('upload_expired', `This upload has been used already. ${UPLOAD_AGAIN}`)

/** Whether an error says that this file will never do, so that it need not be kept. */
const isFinal = (error: unknown): boolean =>
  error instanceof AppError &&
  (error.code.startsWith('source_') || error.code === 'payload_too_large' || error.code === 'upgrade_required')

async function bytesOf(deps: ProcessUploadDeps, upload: UploadRow): Promise<Uint8Array> {
  const bytes = await deps.storage.get(upload.id, limitOf(upload))
  if (bytes !== null) return bytes
  throw new AppError('upload_incomplete', 'This file has not arrived yet. Please upload it, then try again.')
}

async function look(
  deps: ProcessUploadDeps,
  actor: Actor,
  upload: Authorized<UploadRow>,
  fileName: string,
  signal: AbortSignal,
): Promise<ProcessedUpload> {
  const bytes = await bytesOf(deps, upload)
  if (bytes.byteLength === 0) {
    throw new AppError('source_empty', 'This file is empty: there is no text in it to summarize.')
  }
  // Before the bytes are handed on: whoever reads them may take them away.
  const seen = { bytes: bytes.byteLength, sha256: await sha256(bytes) }
  const document = await deps.read({ kind: 'file', bytes, fileName, url: null }, { signal })
  const fileType = uploadTypeOf(document)
  if (fileType === 'epub') requireEbooks(deps.catalogue, actor.plan)
  checkSize(uploadGroupOfType(fileType), fileName, seen.bytes)
  if (!(await markChecked(deps.db, upload, { fileName, fileType, ...seen }))) throw usedUp()
  const { pages } = document.sourceInfo
  return {
    objectPath: objectPathOf(upload.id),
    fileName,
    fileType,
    bytes: seen.bytes,
    words: document.words,
    title: document.title,
    ...(pages === undefined ? {} : { pages }),
  }
}

/**
 * Looks at a file that has arrived: what its bytes are, whatever its name says, and whether it can be read from
 * beginning to end. A file that will never do is removed.
 *
 * @param fileUrl the objectPath or the address of the upload
 * @param fileName as the person knows it; null takes the name that was announced
 * @throws AppError `not_found` for what is missing or another person's, `upload_incomplete`, `upload_expired`,
 *   `upgrade_required`, `payload_too_large`, and what the reader says
 */
export async function processUpload(
  deps: ProcessUploadDeps,
  actor: Actor,
  { fileUrl, fileName }: { fileUrl: string; fileName: string | null },
  signal: AbortSignal,
): Promise<ProcessedUpload> {
  const row = await findUpload(deps.db, uploadIdIn(fileUrl))
  const upload = authorizeOwner(actor, row, 'upload', UPLOAD_AGAIN)
  if (upload.state === 'used') throw usedUp()
  const name = withoutFolders(fileName ?? upload.fileName ?? 'file')
  try {
    return await deps.turnstile.pass(signal, actor.userId, async () => look(deps, actor, upload, name, signal))
  } catch (error) {
    if (isFinal(error)) await removeUpload(deps, upload.id)
    throw error
  }
}
