import { createWriteStream } from 'node:fs'
import { Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import type { Dispatcher } from 'undici'
import type { AppError } from '../../shared/errors.ts'
import { recordingTooLargeError, tooLargeError } from './fetch-errors.ts'

export const header = (headers: Dispatcher.ResponseData['headers'], name: string): string | null => {
  const value = headers[name]
  return Array.isArray(value) ? (value[0] ?? null) : (value ?? null)
}

/** Servers apply one encoding, broken ones the same one twice; each needs memory for its window. */
const MAX_ENCODINGS = 3

/** Accepts streams without their end, as browsers do: many servers omit it. */
const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
const lenientBrotli = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH }

/** Decoders of a body, last applied first (RFC 9110, section 8.4). Unknown encodings are left as they are. */
function decoders(encoding: string | null): NodeJS.ReadWriteStream[] {
  const names = (encoding ?? '').toLowerCase().split(',')
  if (names.length > MAX_ENCODINGS) throw new Error(`A body in ${names.length} encodings.`)
  return names
    .map((name) => name.trim())
    .toReversed()
    .flatMap((name) => {
      if (name === 'gzip' || name === 'x-gzip') return [createGunzip(lenient)]
      if (name === 'br') return [createBrotliDecompress(lenientBrotli)]
      if (name === 'deflate') return [createInflate(lenient)]
      if (name === 'zstd') return [createZstdDecompress()]
      return []
    })
}

/** Passes on what arrives, up to the limit of unpacked bytes. */
async function receive(
  response: Dispatcher.ResponseData,
  sink: Writable,
  { maxBytes, signal, onBytes, tooLarge }: BodyOptions & { tooLarge: (maxBytes: number) => AppError },
): Promise<void> {
  const declared = Number(header(response.headers, 'content-length') ?? '0')
  if (declared > maxBytes) throw tooLarge(maxBytes)
  let total = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length
      if (total > maxBytes) return done(tooLarge(maxBytes))
      onBytes?.(total)
      done(null, chunk)
    },
  })
  const unpack = decoders(header(response.headers, 'content-encoding'))
  await pipeline([Readable.from(response.body), ...unpack, counter, sink], { signal })
}

interface BodyOptions {
  maxBytes: number
  signal: AbortSignal
  onBytes?: ((bytes: number) => void) | undefined
}

/** Reads a body into memory, up to the limit of unpacked bytes. */
export async function readBody(
  response: Dispatcher.ResponseData,
  maxBytes: number,
  signal: AbortSignal,
  onBytes?: (bytes: number) => void,
): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  await receive(response, sink, { maxBytes, signal, onBytes, tooLarge: tooLargeError })
  return Buffer.concat(chunks)
}

/** Saves the body of a recording as a new file, up to the limit of unpacked bytes. */
export const saveBody = async (response: Dispatcher.ResponseData, path: string, options: BodyOptions): Promise<void> =>
  receive(response, createWriteStream(path, { flags: 'wx', mode: 0o600 }), {
    ...options,
    tooLarge: recordingTooLargeError,
  })
