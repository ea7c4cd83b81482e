import { Readable } from 'node:stream'
import type { UploadTarget, UploadUrlPayload } from '../../../shared/api/calls.ts'
import { AppError } from '../../../shared/errors.ts'
import { MAX_PICTURES, offeredTypeOf, uploadGroups } from '../../../shared/uploads.ts'
import type { UploadRow } from '../../db/schema/index.ts'
import type { Actor } from '../../platform/request-context.ts'
import type { UploadsContext } from './context.ts'
import { removeUpload } from './remove-uploads.ts'
import { findOpenBeyond, insertUpload } from './repo.ts'
import { signUploadUrl, URL_SECONDS } from './signed-url.ts'
import {
  checkSize,
  includesEbooks,
  limitOf,
  limitOfType,
  objectPathOf,
  onlyUpload,
  requireEbooks,
  withoutFolders,
} from './upload-rules.ts'

/** Maximum unused files of one user, twice as many as one document may have; the oldest is removed beyond that. */
const MAX_OPEN = 2 * MAX_PICTURES

function checkDeclared(
  { catalogue, config }: UploadsContext,
  actor: Actor,
  payload: NonNullable<UploadUrlPayload>,
): number {
  const ownLargest = includesEbooks(catalogue, actor.plan) ? 'epub' : 'pdf'
  const type = payload.fileName === undefined ? ownLargest : offeredTypeOf(payload.fileName)
  if (type === null) throw new AppError('unsupported_media_type', onlyUpload(config))
  if (type === 'epub') requireEbooks(catalogue, actor.plan)
  if (payload.size === 0) throw new AppError('source_empty', 'This file is empty. Please choose another one.')
  const maxBytes = limitOfType(type, config)
  checkSize(maxBytes, withoutFolders(payload.fileName ?? 'This file'), payload.size ?? 0)
  return maxBytes
}

type Declared = Pick<UploadRow, 'fileName' | 'declaredBytes' | 'maxBytes'>

async function openUpload(context: UploadsContext, actor: Actor, declared: Declared): Promise<UploadRow> {
  const row = await insertUpload(context.db, { ...declared, userId: actor.userId, createdAt: context.clock.now() })
  // After the insert: of several uploads created in parallel, the last one sees them all.
  for (const old of await findOpenBeyond(context.db, actor.userId, MAX_OPEN)) await removeUpload(context, old.id)
  return row
}

/** Stores bytes as an upload, whatever their size. Returns its objectPath. */
export async function storeBytes(
  context: UploadsContext,
  actor: Actor,
  { fileName, content }: { fileName: string; content: Uint8Array },
): Promise<string> {
  const bytes = content.byteLength
  const row = await openUpload(context, actor, { fileName, declaredBytes: bytes, maxBytes: bytes })
  await context.storage.put(row.id, Readable.from([content]), { maxBytes: bytes, bytes })
  return objectPathOf(row.id)
}

/** Stores a text that a request carries as an upload. Returns its objectPath. */
export async function storeText(
  context: UploadsContext,
  actor: Actor,
  { fileName, text }: { fileName: string; text: string },
): Promise<string> {
  const content = Buffer.from(text)
  checkSize(uploadGroups.document.maxBytes, fileName, content.byteLength)
  return storeBytes(context, actor, { fileName, content })
}

/**
 * Creates a signed URL to send one file to, after checking its declared name and size. If the storage accepts files
 * from browsers and the size is known, the URL is the storage's own and valid for exactly this size; else it is this
 * server's.
 * @throws AppError `unsupported_media_type`, `payload_too_large`, `source_empty`, `upgrade_required`,
 * `transcription_unavailable`
 */
export async function createUploadTarget(
  context: UploadsContext,
  actor: Actor,
  payload: NonNullable<UploadUrlPayload>,
): Promise<UploadTarget> {
  const now = context.clock.now()
  const row = await openUpload(context, actor, {
    fileName: payload.fileName === undefined ? null : withoutFolders(payload.fileName),
    declaredBytes: payload.size ?? null,
    maxBytes: checkDeclared(context, actor, payload),
  })
  const direct =
    payload.size === undefined ? null : await context.storage.signedPutUrl(row.id, payload.size, URL_SECONDS)
  const own = signUploadUrl(context.config.sessionSecret, {
    id: row.id,
    userId: row.userId,
    limit: limitOf(row),
    expires: Math.floor(now.getTime() / 1000) + URL_SECONDS,
  })
  return { uploadURL: direct ?? new URL(own, context.config.http.appUrl).href, objectPath: objectPathOf(row.id) }
}
