import { baseName } from '../../../ingest/index.ts'
import type { ProcessedUpload } from '../../../shared/api/calls.ts'
import { AppError, type ErrorCode, faultOf } from '../../../shared/errors.ts'
import { offeredTypeOf } from '../../../shared/uploads.ts'
import { createFairLimiter } from '../../../threads/fair-limiter.ts'
import type { UploadRow } from '../../db/schema/index.ts'
import { type Actor, type Authorized, authorizeOwner } from '../../platform/request-context.ts'
import type { UploadsContext } from './context.ts'
import { sha256 } from './receive-upload.ts'
import { removeUpload } from './remove-uploads.ts'
import { findUpload, markChecked } from './repo.ts'
import { withStoredFile } from './stored-file.ts'
import {
  checkSize,
  limitOf,
  limitOfType,
  objectPathOf,
  requireEbooks,
  uploadIdIn,
  uploadTypeOf,
  withoutFolders,
} from './upload-rules.ts'

/** Limits the files that are held in memory in parallel; each may have 50 MB. */
export const limitInspections = createFairLimiter({ total: 4, perUser: 2 })

export const UPLOAD_AGAIN = 'Please upload the file again.'

export const usedUp = (): AppError =>
  new AppError('upload_expired', `This upload has been used already. ${UPLOAD_AGAIN}`)

const finalCodes: ReadonlySet<ErrorCode> = new Set(['payload_too_large', 'upgrade_required', 'not_included'])

/** Whether an error rejects the file itself, so that it needn't be kept. */
export const isFinal = (error: unknown): boolean =>
  error instanceof AppError && (faultOf(error.code) === 'source' || finalCodes.has(error.code))

export const notInTime = (cause: unknown): AppError =>
  new AppError('unavailable', 'Checking this file is taking a while. We’ve kept it; please try again in a minute.', {
    retryAfterSeconds: 60,
    cause,
  })

export async function bytesOf(context: UploadsContext, upload: UploadRow): Promise<Uint8Array> {
  const bytes = await context.storage.get(upload.id, limitOf(upload))
  if (bytes !== null) return bytes
  throw new AppError('upload_incomplete', 'This file has not arrived yet. Please upload it, then try again.')
}

interface InspectOptions {
  fileName: string
  signal: AbortSignal
}

type Facts = Pick<
  ProcessedUpload,
  'fileType' | 'bytes' | 'words' | 'title' | 'pages' | 'seconds' | 'isScan' | 'note'
> & {
  sha256: string
}

/** Reads a document as far as is needed to know that it can be summarized. */
async function readDocument(
  context: UploadsContext,
  { userId }: Actor,
  upload: UploadRow,
  { fileName, signal }: InspectOptions,
): Promise<Facts> {
  const bytes = await bytesOf(context, upload)
  if (bytes.byteLength === 0) {
    throw new AppError('source_empty', 'This file is empty: there is no text in it to summarize.')
  }
  // Before reading: the parser may transfer the bytes to its thread.
  const seen = { bytes: bytes.byteLength, sha256: await sha256(bytes) }
  const { ingest } = context.pipeline
  const document = await ingest.read({ kind: 'file', bytes, fileName, url: null }, { signal, isCheck: true, userId })
  const { words, title } = document
  const { pages, note, recognizedPages } = document.sourceInfo
  return {
    ...seen,
    fileType: uploadTypeOf(document),
    words,
    title,
    ...(pages === undefined ? {} : { pages }),
    ...(recognizedPages === undefined ? {} : { isScan: true }),
    ...(note === undefined ? {} : { note }),
  }
}

/** Returns the facts of a recording without transcribing it; null if the file is not one. */
async function readRecording(
  context: UploadsContext,
  { userId }: Actor,
  upload: UploadRow,
  { fileName, signal }: InspectOptions,
): Promise<Facts | null> {
  return withStoredFile(context, upload, async (file) => {
    if (file === null || !file.isRecording) return null
    const { seconds } = await context.pipeline.ingest.inspect(file.path, signal, userId)
    const title = baseName(fileName) || fileName
    return { fileType: 'audio', bytes: file.bytes, sha256: file.sha256, words: 0, title, seconds }
  })
}

async function inspect(
  context: UploadsContext,
  actor: Actor,
  upload: Authorized<UploadRow>,
  options: InspectOptions,
): Promise<ProcessedUpload> {
  const { fileName } = options
  const recording = offeredTypeOf(fileName) === 'audio' ? await readRecording(context, actor, upload, options) : null
  const { sha256: digest, ...facts } = recording ?? (await readDocument(context, actor, upload, options))
  const { fileType, bytes } = facts
  if (fileType === 'epub') requireEbooks(context.catalogue, actor.plan)
  checkSize(limitOfType(fileType, context.config), fileName, bytes)
  if (!(await markChecked(context.db, upload, { fileName, fileType, bytes, sha256: digest }))) throw usedUp()
  return { objectPath: objectPathOf(upload.id), fileName, ...facts }
}

/**
 * Inspects an uploaded file: determines its type by its bytes and reads it, with a note on what can't be read. A file that is
 * rejected is removed.
 * @param fileUrl the objectPath or the URL of the upload
 * @param fileName name shown to the user; null for the declared one
 * @throws AppError `not_found` for an upload that is missing or another user's, `upload_incomplete`, `upload_expired`,
 * `upgrade_required`, `payload_too_large`, `unavailable` when the signal aborts, and the parser's errors
 */
export async function processUpload(
  context: UploadsContext,
  actor: Actor,
  { fileUrl, fileName }: { fileUrl: string; fileName: string | null },
  signal: AbortSignal,
): Promise<ProcessedUpload> {
  const row = await findUpload(context.db, uploadIdIn(fileUrl))
  const upload = authorizeOwner(actor, row, 'upload', UPLOAD_AGAIN)
  if (upload.state === 'used') throw usedUp()
  const name = withoutFolders(fileName ?? upload.fileName ?? 'file')
  try {
    return await limitInspections(actor.userId, signal, async () =>
      inspect(context, actor, upload, { fileName: name, signal }),
    )
  } catch (error) {
    if (isFinal(error)) await removeUpload(context, upload.id)
    else if (signal.aborted) throw notInTime(error)
    throw error
  }
}
