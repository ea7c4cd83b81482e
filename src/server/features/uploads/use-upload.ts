import { AppError } from '../../../shared/errors.ts'
import type { PlanCatalogue } from '../../../shared/plans/catalogue.ts'
import type { Tx } from '../../db/database.ts'
import type { UploadRow } from '../../db/schema/index.ts'
import { type Actor, authorizeOwner } from '../../platform/request-context.ts'
import type { UploadsContext } from './context.ts'
import { processUpload, UPLOAD_AGAIN, usedUp } from './process-upload.ts'
import { sha256 } from './receive-upload.ts'
import { removeUpload } from './remove-uploads.ts'
import { findUpload, lockUpload, markUsed } from './repo.ts'
import { withStoredFile } from './stored-file.ts'
import { limitOf, requireEbooks, uploadIdIn } from './upload-rules.ts'

/** Longest inspection that a request for a summary waits for. */
const INSPECTION_TIMEOUT_MS = 3 * 60_000

/**
 * Inspects a user's upload unless that was done before. Ignores a missing one: `identifyUpload` reports it.
 * @throws AppError as `processUpload`; `timed_out` after three minutes
 */
export async function ensureInspected(context: UploadsContext, actor: Actor, fileUrl: string): Promise<void> {
  const row = await findUpload(context.db, uploadIdIn(fileUrl))
  if (row === undefined || row.userId !== actor.userId || row.state !== 'waiting') return
  const signal = AbortSignal.any([context.closing, AbortSignal.timeout(INSPECTION_TIMEOUT_MS)])
  await processUpload(context, actor, { fileUrl, fileName: null }, signal)
}

/**
 * Finds a user's inspected, unused upload, and locks it until the transaction ends.
 * @throws AppError `not_found`, `upload_incomplete`, `upload_expired`, `upgrade_required`
 */
export async function identifyUpload(tx: Tx, catalogue: PlanCatalogue, actor: Actor, fileUrl: string) {
  const upload = authorizeOwner(actor, await lockUpload(tx, uploadIdIn(fileUrl)), 'upload', UPLOAD_AGAIN)
  if (upload.state === 'used') throw usedUp()
  const { fileName, fileType, sha256: digest } = upload
  if (upload.state === 'waiting' || fileName === null || fileType === null || digest === null) {
    throw new AppError('upload_incomplete', 'This file has not been read yet. Please try again.')
  }
  if (fileType === 'epub') requireEbooks(catalogue, actor.plan)
  return { fileName, fileType, sha256: digest }
}

/** Marks an upload identified in the same transaction as used; no other summary can be created from it. */
export async function claimUpload(tx: Tx, actor: Actor, fileUrl: string): Promise<void> {
  await markUsed(tx, authorizeOwner(actor, await lockUpload(tx, uploadIdIn(fileUrl)), 'upload', UPLOAD_AGAIN))
}

export async function isUsedUploadKept(tx: Tx, actor: Actor, fileUrl: string): Promise<boolean> {
  const upload = await findUpload(tx, uploadIdIn(fileUrl))
  return upload?.userId === actor.userId && upload.state === 'used'
}

/**
 * Reads the bytes of a used upload, and checks that they are the inspected ones.
 * @throws AppError `upload_expired`, `upload_changed`
 */
export async function readUsedUpload(context: UploadsContext, userId: string, fileUrl: string) {
  const row = await findUpload(context.db, uploadIdIn(fileUrl))
  const bytes = row?.userId === userId ? await context.storage.get(row.id, limitOf(row)) : null
  if (row === undefined || bytes === null) {
    throw new AppError('upload_expired', `This upload no longer exists. ${UPLOAD_AGAIN}`)
  }
  if ((await sha256(bytes)) !== row.sha256) throw changed()
  return { bytes, fileName: row.fileName ?? 'file' }
}

/**
 * Runs a function with the file of a used upload that is a recording.
 * @throws AppError `upload_expired`, `upload_changed`, and what `use` throws
 */
export async function useRecording<T>(
  context: UploadsContext,
  upload: UploadRow,
  use: (file: { path: string; fileName: string }) => Promise<T>,
): Promise<T> {
  return withStoredFile(context, upload, async (file) => {
    if (file === null) throw new AppError('upload_expired', `This upload no longer exists. ${UPLOAD_AGAIN}`)
    if (file.sha256 !== upload.sha256) throw changed()
    return use({ path: file.path, fileName: upload.fileName ?? 'recording' })
  })
}

/** The used upload of a user, if it is a recording. */
export async function findUsedRecording(
  context: UploadsContext,
  userId: string,
  fileUrl: string,
): Promise<UploadRow | null> {
  const row = await findUpload(context.db, uploadIdIn(fileUrl))
  return row?.userId === userId && row.fileType === 'audio' ? row : null
}

const changed = (): AppError =>
  new AppError('upload_changed', `This file was changed after it had been uploaded. ${UPLOAD_AGAIN}`)

/** Removes an upload that is no longer needed. Logs a failure: the cleanup of old uploads removes the file later. */
export async function releaseUpload(context: UploadsContext, fileUrl: string) {
  await removeUpload(context, uploadIdIn(fileUrl)).catch((error: unknown) =>
    context.log.warn({ err: error }, 'a file that was read could not be removed'),
  )
}
