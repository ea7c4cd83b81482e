import { AppError } from '../../shared/errors.ts'
import { formatBytes } from '../../shared/format.ts'

/** What is known of an object without reading it. */
export interface StoredObject {
  key: string
  bytes: number
  modifiedAt: Date
}

export interface PutOptions {
  /** More than this is refused while it arrives. */
  maxBytes: number
  /** Length of the body where it is known beforehand; null where it is not. */
  bytes: number | null
}

/**
 * Where files are kept that people sent, until they have been read. Keys are the product's own: letters, digits, dots
 * and dashes, never anything a person typed.
 */
export interface ObjectStorage {
  /** Where browsers may send files to directly, as scheme, host and port; null where everything goes through the server. */
  readonly directOrigin: string | null
  /**
   * Stores an object whole or not at all, and never in place of another one.
   *
   * @returns its size in bytes
   * @throws AppError `payload_too_large`, `conflict` when the key is taken, and whatever the body throws
   */
  put(key: string, body: AsyncIterable<Uint8Array>, options: PutOptions): Promise<number>
  /** What is stored under a key; null for nothing. */
  head(key: string): Promise<StoredObject | null>
  /**
   * Reads an object into memory; null where there is none.
   *
   * @throws AppError `payload_too_large`
   */
  get(key: string, maxBytes: number): Promise<Uint8Array | null>
  /** Removes an object; nothing happens where there is none. */
  delete(key: string): Promise<void>
  /** Objects that were last changed before a moment, in no order, and what interrupted writes left behind. */
  listOlderThan(moment: Date): AsyncIterable<StoredObject>
  /**
   * An address that takes exactly this many bytes by PUT, without credentials, until it expires; null where there is
   * no `directOrigin`.
   */
  signedPutUrl(key: string, bytes: number, expiresInSeconds: number): Promise<string | null>
  close(): Promise<void>
}

const keyPattern = /^[\da-z][\da-z.-]{0,99}$/u

/** Whether a name can be one of the product's; folders and buckets may hold others. */
export const isKey = (name: string): boolean => keyPattern.test(name) && !name.includes('..')

/** Stops what is no key before it reaches a path or an address. */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new Error(`Not a key of the storage: ${JSON.stringify(key)}`)
}

/** What a person reads whose file is larger than it may be. */
export const tooLarge = (maxBytes: number): AppError =>
  new AppError('payload_too_large', `This file exceeds maximum allowed size of ${formatBytes(maxBytes)}.`)

/** A stream that ends in an error as soon as it has become too long. */
export async function* limitBytes(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let total = 0
  for await (const chunk of body) {
    total += chunk.byteLength
    if (total > maxBytes) throw tooLarge(maxBytes)
    yield chunk
  }
}

/** A stream as one piece, of a bounded length. */
export async function collect(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of limitBytes(body, maxBytes)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** What happens to whoever writes where something stands already. */
export const keyTaken = (cause?: unknown): AppError =>
  new AppError('upload_exists', 'This file has arrived already and cannot be replaced. Please start a new upload.', {
    cause,
  })
