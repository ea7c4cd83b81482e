import { AppError } from '../../../shared/errors.ts'
import type { UploadType } from '../../../shared/uploads.ts'
import type { Tx } from '../../db/database.ts'
import { type Actor, authorizeOwner } from '../../platform/actor.ts'
import { limitOf } from './create-upload-target.ts'
import { sha256 } from './digest.ts'
import { uploadIdIn } from './object-path.ts'
import { type ProcessUploadDeps, processUpload, UPLOAD_AGAIN, usedUp } from './process-upload.ts'
import type { RemoveUploadDeps } from './remove-upload.ts'
import { findUpload, lockUpload, markUsed } from './repo.ts'
import { requireEbooks } from './upload-rules.ts'

/** Looks at a person's upload unless that was done before. Says nothing of one that is not there: claiming it will. */
export async function ensureChecked(
  deps: ProcessUploadDeps,
  actor: Actor,
  fileUrl: string,
  signal: AbortSignal,
): Promise<void> {
  const row = await findUpload(deps.db, uploadIdIn(fileUrl))
  if (row === undefined || row.userId !== actor.userId || row.state !== 'waiting') return
  await processUpload(deps, actor, { fileUrl, fileName: null }, signal)
}

/** What a summary needs to know of the file it will be made of. */
export interface IdentifiedUpload {
  fileName: string
  fileType: UploadType
  /** Of its bytes, in hex. */
  sha256: string
}

/**
 * Names a user's upload that was checked and is not used yet, and locks it until the transaction ends.
 *
 * @throws AppError `not_found`, `upload_incomplete`, `upload_expired`, `upgrade_required`
 */
export async function identifyUpload(
  tx: Tx,
  catalogue: ProcessUploadDeps['catalogue'],
  actor: Actor,
  fileUrl: string,
): Promise<IdentifiedUpload> {
  const upload = authorizeOwner(actor, await lockUpload(tx, uploadIdIn(fileUrl)), 'upload', UPLOAD_AGAIN)
  if (upload.state === 'used') throw usedUp()
  const { fileName, fileType, sha256: digest } = upload
  if (upload.state === 'waiting' || fileName === null || fileType === null || digest === null) {
    throw new AppError('upload_incomplete', 'This file has not been read yet. Please try again.')
  }
  if (fileType === 'epub') requireEbooks(catalogue, actor.plan)
  return { fileName, fileType, sha256: digest }
}

/** Takes an upload that was identified in the same transaction for one summary; no other can be made of it. */
export async function claimUpload(tx: Tx, actor: Actor, fileUrl: string): Promise<void> {
  await markUsed(tx, authorizeOwner(actor, await lockUpload(tx, uploadIdIn(fileUrl)), 'upload', UPLOAD_AGAIN))
}

/** Whether an upload of a person's that was claimed is still there. */
export async function isClaimedUploadKept(tx: Tx, actor: Actor, fileUrl: string): Promise<boolean> {
  const upload = await findUpload(tx, uploadIdIn(fileUrl))
  return upload?.userId === actor.userId && upload.state === 'used'
}

/**
 * The bytes of an upload that was claimed, exactly those that were checked.
 *
 * @throws AppError `upload_expired`, `conflict` when other bytes were put in their place
 */
export async function readClaimedUpload(
  deps: RemoveUploadDeps,
  userId: string,
  fileUrl: string,
): Promise<{ bytes: Uint8Array; fileName: string }> {
  const row = await findUpload(deps.db, uploadIdIn(fileUrl))
  const bytes = row?.userId === userId ? await deps.storage.get(row.id, limitOf(row)) : null
  if (row === undefined || bytes === null) {
    throw new AppError('upload_expired', `This upload does not exist any more. ${UPLOAD_AGAIN}`)
  }
  if ((await sha256(bytes)) !== row.sha256) {
    throw new AppError('conflict', `This file was changed after it had been uploaded. ${UPLOAD_AGAIN}`)
  }
  return { bytes, fileName: row.fileName ?? 'file' }
}
