import { AppError } from '../../shared/errors.ts'
import { formatBytes } from '../../shared/text/format.ts'

export interface StoredObject {
  key: string
  bytes: number
  modifiedAt: Date
}

interface PutOptions {
  /** The upload is rejected as soon as it exceeds this. */
  maxBytes: number
  /** Length of the body; null when unknown. */
  bytes: number | null
}

/** Stores uploaded files until they have been read. Keys are generated: letters, digits, dots and dashes, no user input. */
export interface ObjectStorage {
  /** Origin that browsers may upload to directly; null when uploads go through the server. */
  readonly directOrigin: string | null
  /**
   * Stores an object atomically and returns its size in bytes; never replaces one.
   * @throws AppError `payload_too_large`, `upload_exists` when the key is taken, and whatever the body throws
   */
  put(key: string, body: AsyncIterable<Uint8Array>, options: PutOptions): Promise<number>
  /** Returns an object's metadata; null when there is none. */
  head(key: string): Promise<StoredObject | null>
  /** Reads an object into memory; null when there is none. @throws AppError `payload_too_large` */
  get(key: string, maxBytes: number): Promise<Uint8Array | null>
  /** Copies an object to a new file; false when there is none. @throws AppError `payload_too_large` */
  save(key: string, file: string, maxBytes: number): Promise<boolean>
  /** Deletes an object, if there is one. */
  delete(key: string): Promise<void>
  /** Lists objects last modified before a moment, in no order, including leftovers of interrupted writes. */
  listOlderThan(moment: Date): AsyncIterable<StoredObject>
  /**
   * Returns a signed URL that accepts a PUT of exactly this many bytes until it expires; null without a `directOrigin`.
   */
  signedPutUrl(key: string, bytes: number, expiresInSeconds: number): Promise<string | null>
  close(): Promise<void>
}

const keyPattern = /^[\da-z][\da-z.-]{0,99}$/u

/** Returns whether a name has the format of a key; folders and buckets may contain others. */
export const isKey = (name: string): boolean => keyPattern.test(name) && !name.includes('..')

/** Rejects an invalid key before it becomes part of a path or URL. */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new Error(`Not a key of the storage: ${JSON.stringify(key)}`)
}

export const tooLarge = (maxBytes: number): AppError =>
  new AppError('payload_too_large', `This file exceeds maximum allowed size of ${formatBytes(maxBytes)}.`)

/** Passes a stream through and throws once it exceeds the limit. */
export async function* limitBytes(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let total = 0
  for await (const chunk of body) {
    total += chunk.byteLength
    if (total > maxBytes) throw tooLarge(maxBytes)
    yield chunk
  }
}

export const collect = async (body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> =>
  Buffer.concat(await Array.fromAsync(limitBytes(body, maxBytes)))

export const keyTaken = (cause?: unknown): AppError =>
  new AppError('upload_exists', 'This file has arrived already and cannot be replaced. Please start a new upload.', {
    cause,
  })
