import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../../shared/errors.ts'
import type { UploadRow } from '../../db/schema/index.ts'
import { keyTaken, limitBytes, tooLarge } from '../../storage/object-storage.ts'
import type { UploadsContext } from './context.ts'
import { findUpload } from './repo.ts'
import { isSignatureValid } from './signed-url.ts'
import { withStoredFile } from './stored-file.ts'
import { limitOf } from './upload-rules.ts'

/** Uploads that this process is receiving, by id: a repeat aborts the first, whose connection may be dead. */
const receiving = new Map<string, AbortController>()

interface SentFile {
  id: string
  expires: number
  signature: string
  /** Content-Length; null if missing. */
  bytes: number | null
  body: Readable
  /** Called once the signature is verified, to lift the request's time limit. */
  onAccepted: () => void
}

async function checkAddress(context: UploadsContext, { id, expires, signature }: SentFile): Promise<UploadRow> {
  const row = await findUpload(context.db, id)
  if (
    row === undefined ||
    !isSignatureValid(context.config.sessionSecret, { id, userId: row.userId, limit: limitOf(row), expires }, signature)
  ) {
    throw new AppError('not_found', 'This upload URL is not valid. Please upload the file again.')
  }
  if (context.clock.now().getTime() > expires * 1000) {
    throw new AppError('upload_expired', 'This upload URL has expired. Please upload the file again.')
  }
  return row
}

const incomplete = (message: string, cause?: unknown): AppError => new AppError('upload_incomplete', message, { cause })

const PARTIAL = 'Only part of this file arrived. Please upload it again.'

/** Passes bytes through, and throws at the end if there are fewer than declared. */
async function* requireAll(body: AsyncIterable<Uint8Array>, announced: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    yield chunk
  }
  if (bytes < announced) throw incomplete(PARTIAL)
}

/** The error for a file above the limit of its type, or above its declared size. */
const refusalOf = (row: UploadRow): AppError =>
  limitOf(row) === row.maxBytes
    ? tooLarge(row.maxBytes)
    : new AppError('payload_too_large', 'This file is larger than expected. Please upload it again.')

async function store(context: UploadsContext, row: UploadRow, sent: SentFile, body: AsyncIterable<Uint8Array>) {
  await context.storage.put(row.id, body, { maxBytes: limitOf(row), bytes: sent.bytes })
  if ((await findUpload(context.db, row.id)) !== undefined) return
  await context.storage.delete(row.id)
  throw new AppError('upload_expired', 'This upload was abandoned in the meantime. Please upload the file again.')
}

/**
 * Accepts a repeat with the same bytes: the response to the first attempt may have been lost.
 * @throws AppError `upload_exists`
 */
async function checkRepeat(context: UploadsContext, row: UploadRow, body: AsyncIterable<Uint8Array>): Promise<void> {
  const limit = limitOf(row)
  const stored = await withStoredFile(context, row, async (file) => file?.sha256)
  const sent = createHash('sha256')
  for await (const chunk of limitBytes(body, limit)) sent.update(chunk)
  if (stored !== sent.digest('hex')) throw keyTaken()
}

/**
 * Receives the bytes of an upload at its signed URL and stores them, all or nothing. An interrupted attempt can be
 * repeated until the URL expires.
 * @throws AppError `not_found`, `upload_expired`, `payload_too_large`, `upload_incomplete`, `upload_exists`
 */
export async function receiveUpload(context: UploadsContext, sent: SentFile): Promise<void> {
  const row = await checkAddress(context, sent)
  const announced = row.declaredBytes ?? 0
  if (sent.bytes !== null && sent.bytes > limitOf(row)) throw refusalOf(row)
  if (sent.bytes !== null && sent.bytes < announced) throw incomplete(PARTIAL)
  sent.onAccepted()
  const replaced = new AbortController()
  receiving.get(row.id)?.abort()
  receiving.set(row.id, replaced)
  const body = requireAll(arriving(sent.body, context.uploadIdleMs, replaced.signal), announced)
  try {
    const there = (await context.storage.head(row.id)) !== null
    await (there ? checkRepeat(context, row, body) : store(context, row, sent, body))
  } catch (error) {
    throw error instanceof AppError && error.code === 'payload_too_large' ? refusalOf(row) : error
  } finally {
    if (receiving.get(row.id) === replaced) receiving.delete(row.id)
  }
}

/**
 * The bytes of a request. Throws `upload_incomplete` when the connection breaks or stalls, or the same file is sent
 * again. A consumer that stops early leaves the request open, so that it can still be answered.
 */
async function* arriving(request: Readable, idleMs: number, replaced: AbortSignal): AsyncGenerator<Uint8Array> {
  const stop = (message: string) => () => request.destroy(incomplete(message))
  const onReplaced = stop('This upload was started again from elsewhere.')
  const idle = setTimeout(stop('The upload stopped arriving. Please try again.'), idleMs)
  replaced.addEventListener('abort', onReplaced)
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      idle.refresh()
      yield chunk
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw incomplete('The upload was interrupted. Please try again.', error)
  } finally {
    clearTimeout(idle)
    replaced.removeEventListener('abort', onReplaced)
  }
}

/** Bytes hashed without yielding to the event loop: a whole e-book takes up to 200 ms without CPU instructions for SHA. */
const SLICE_BYTES = 4 * 1024 * 1024

/** SHA-256 of bytes, in hex. Yields to the event loop between slices. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.byteLength; at += SLICE_BYTES) {
    if (at > 0) await setImmediate()
    hash.update(bytes.subarray(at, at + SLICE_BYTES))
  }
  return hash.digest('hex')
}
