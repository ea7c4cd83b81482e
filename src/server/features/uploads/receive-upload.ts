import type { Readable } from 'node:stream'
import { AppError } from '../../../shared/errors.ts'
import type { Db } from '../../db/database.ts'
import type { UploadRow } from '../../db/schema/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { keyTaken, limitBytes, type ObjectStorage, tooLarge } from '../../storage/object-storage.ts'
import { arriving } from './arriving.ts'
import { limitOf } from './create-upload-target.ts'
import { sha256, sha256Of } from './digest.ts'
import { findUpload } from './repo.ts'
import type { AddressSigner } from './upload-address.ts'

export interface ReceiveUploadDeps {
  db: Db
  clock: Clock
  storage: ObjectStorage
  signer: AddressSigner
  /** Longest time in which not a byte of an upload arrives. */
  uploadIdleMs: number
  /** Those that are arriving in this process, by id: a second try ends the first, whose connection may be dead. */
  underWay: Map<string, AbortController>
}

/** What came with a request to an address. */
export interface SentFile {
  id: string
  expires: number
  signature: string
  /** Content-Length; null where the request does not say. */
  bytes: number | null
  body: Readable
  /** Called once the address has proved good: this request may take its time. */
  onAccepted: () => void
}

async function checkAddress(deps: ReceiveUploadDeps, { id, expires, signature }: SentFile): Promise<UploadRow> {
  const row = await findUpload(deps.db, id)
  if (row === undefined || !deps.signer.isOwn({ id, userId: row.userId, limit: limitOf(row), expires }, signature)) {
    throw new AppError('not_found', 'This upload address is not valid. Please upload the file again.')
  }
  if (deps.clock.now().getTime() > expires * 1000) {
    throw new AppError('upload_expired', 'This upload address has expired. Please upload the file again.')
  }
  return row
}

/** Refusal of fewer bytes than were announced. */
const incomplete = (): AppError =>
  new AppError('upload_incomplete', 'Only part of this file arrived. Please upload it again.')

/** Passes bytes on, and ends in an error when there are fewer than were announced. */
async function* requireAll(body: AsyncIterable<Uint8Array>, announced: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    yield chunk
  }
  if (bytes < announced) throw incomplete()
}

/** A file that is too large: for anybody, or only for what was announced of it. */
const refusalOf = (row: UploadRow): AppError =>
  limitOf(row) === row.maxBytes
    ? tooLarge(row.maxBytes)
    : new AppError('payload_too_large', 'This file is larger than it was said to be. Please upload it again.')

async function store(deps: ReceiveUploadDeps, row: UploadRow, sent: SentFile, body: AsyncIterable<Uint8Array>) {
  await deps.storage.put(row.id, body, { maxBytes: limitOf(row), bytes: sent.bytes })
  if ((await findUpload(deps.db, row.id)) !== undefined) return
  await deps.storage.delete(row.id)
  throw new AppError('upload_expired', 'This upload was given up meanwhile. Please upload the file again.')
}

/**
 * Somebody sends what has arrived already. The same bytes are welcome: the answer to the first try may have been lost.
 *
 * @throws AppError `conflict` for other bytes
 */
async function checkRepeat(deps: ReceiveUploadDeps, row: UploadRow, body: AsyncIterable<Uint8Array>): Promise<void> {
  const limit = limitOf(row)
  const stored = await deps.storage.get(row.id, limit)
  const sent = await sha256Of(limitBytes(body, limit))
  if (stored === null || (await sha256(stored)) !== sent) throw keyTaken()
}

/**
 * Takes the bytes of an upload at its signed address. They are stored whole or not at all, once; a try that was
 * interrupted can be made again until the address expires.
 *
 * @throws AppError `not_found`, `upload_expired`, `payload_too_large`, `upload_incomplete`, `conflict`
 */
export async function receiveUpload(deps: ReceiveUploadDeps, sent: SentFile): Promise<void> {
  const row = await checkAddress(deps, sent)
  const announced = row.declaredBytes ?? 0
  if (sent.bytes !== null && sent.bytes > limitOf(row)) throw refusalOf(row)
  if (sent.bytes !== null && sent.bytes < announced) throw incomplete()
  sent.onAccepted()
  const replaced = new AbortController()
  deps.underWay.get(row.id)?.abort()
  deps.underWay.set(row.id, replaced)
  const body = requireAll(arriving(sent.body, deps.uploadIdleMs, replaced.signal), announced)
  try {
    const there = (await deps.storage.head(row.id)) !== null
    await (there ? checkRepeat(deps, row, body) : store(deps, row, sent, body))
  } catch (error) {
    throw error instanceof AppError && error.code === 'payload_too_large' ? refusalOf(row) : error
  } finally {
    if (deps.underWay.get(row.id) === replaced) deps.underWay.delete(row.id)
  }
}
