import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

/** Bytes that are hashed in one turn of the event loop: a whole e-book takes up to 200 ms where no instructions help. */
const SLICE_BYTES = 4 * 1024 * 1024

/** SHA-256 of bytes, in hex. The event loop turns between slices of long ones. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.byteLength; at += SLICE_BYTES) {
    if (at > 0) await setImmediate()
    hash.update(bytes.subarray(at, at + SLICE_BYTES))
  }
  return hash.digest('hex')
}

/** SHA-256 of a stream, in hex. */
export async function sha256Of(body: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of body) hash.update(chunk)
  return hash.digest('hex')
}
