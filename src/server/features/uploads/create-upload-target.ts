import type { UploadTarget, UploadUrlPayload } from '../../../shared/api/calls.ts'
import { AppError } from '../../../shared/errors.ts'
import type { PlanCatalogue } from '../../../shared/plans/catalogue.ts'
import { type UploadGroup, uploadGroupOf, uploadGroups } from '../../../shared/uploads.ts'
import type { Db } from '../../db/database.ts'
import type { UploadRow } from '../../db/schema/index.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ObjectStorage } from '../../storage/object-storage.ts'
import { objectPathOf } from './object-path.ts'
import { removeUpload } from './remove-upload.ts'
import { findOpenBeyond, insertUpload } from './repo.ts'
import { ADDRESS_SECONDS, type AddressSigner } from './upload-address.ts'
import { checkSize, includesEbooks, onlyUpload, requireEbooks, withoutFolders } from './upload-rules.ts'

export interface CreateUploadTargetDeps {
  db: Db
  clock: Clock
  storage: ObjectStorage
  catalogue: PlanCatalogue
  signer: AddressSigner
  /** Address that people use. */
  appUrl: string
}

/** Files one person may have lying here unused; with one more, the oldest goes. */
const MAX_OPEN = 20

/** Bytes that an upload may have. */
export const limitOf = (upload: Pick<UploadRow, 'declaredBytes' | 'maxBytes'>): number =>
  upload.declaredBytes ?? upload.maxBytes

/** The group that a name promises. */
function groupOf(fileName: string): UploadGroup {
  const group = uploadGroupOf(fileName)
  if (group === null) throw new AppError('unsupported_media_type', onlyUpload)
  return group
}

function checkPromise(deps: CreateUploadTargetDeps, actor: Actor, payload: NonNullable<UploadUrlPayload>): number {
  const ownLargest = includesEbooks(deps.catalogue, actor.plan) ? 'epub' : 'document'
  const group = payload.fileName === undefined ? ownLargest : groupOf(payload.fileName)
  if (group === 'epub') requireEbooks(deps.catalogue, actor.plan)
  if (payload.size === 0) throw new AppError('source_empty', 'This file is empty. Please choose another one.')
  checkSize(group, withoutFolders(payload.fileName ?? 'This file'), payload.size ?? 0)
  return uploadGroups[group].maxBytes
}

/**
 * Gives a person an address to send one file to. What the name and size already tell against it is said at once.
 * Where the storage takes files from browsers itself, and the size is known, the address is the storage's own and good
 * for exactly this size; else it is one of this server.
 *
 * @throws AppError `unsupported_media_type`, `payload_too_large`, `source_empty`, `upgrade_required`
 */
export async function createUploadTarget(
  deps: CreateUploadTargetDeps,
  actor: Actor,
  payload: NonNullable<UploadUrlPayload>,
): Promise<UploadTarget> {
  const maxBytes = checkPromise(deps, actor, payload)
  const now = deps.clock.now()
  const row = await insertUpload(deps.db, {
    userId: actor.userId,
    fileName: payload.fileName === undefined ? null : withoutFolders(payload.fileName),
    declaredBytes: payload.size ?? null,
    maxBytes,
    createdAt: now,
  })
  // Only now: of several that are begun at the same moment, the last one sees them all.
  for (const old of await findOpenBeyond(deps.db, actor.userId, MAX_OPEN)) await removeUpload(deps, old.id)
  const direct =
    payload.size === undefined ? null : await deps.storage.signedPutUrl(row.id, payload.size, ADDRESS_SECONDS)
  const own = deps.signer.sign({
    id: row.id,
    userId: row.userId,
    limit: limitOf(row),
    expires: Math.floor(now.getTime() / 1000) + ADDRESS_SECONDS,
  })
  return { uploadURL: direct ?? new URL(own, deps.appUrl).href, objectPath: objectPathOf(row.id) }
}
