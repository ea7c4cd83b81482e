import { crc32, inflateRawSync } from 'node:zlib'
import { Inflate } from 'fflate'
import { damaged, encrypted, tooComplex } from '../refusals.ts'
import type { Entry } from './entry.ts'

const STORED = 0
const DEFLATED = 8

/** The smaller the steps, the less is lost before a fault. */
const SALVAGE_STEP_BYTES = 1024

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'

/** What can be inflated of a broken stream: everything up to about the fault. */
function salvage(packed: Uint8Array, maxBytes: number): Buffer {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const stream = new Inflate((chunk) => {
    bytes += chunk.length
    chunks.push(chunk)
  })
  try {
    for (let at = 0; at < packed.length; at += SALVAGE_STEP_BYTES) {
      stream.push(packed.subarray(at, at + SALVAGE_STEP_BYTES), false)
      if (bytes > maxBytes) throw tooComplex('file')
    }
  } catch (error) {
    if (bytes > maxBytes) throw error
  }
  return Buffer.concat(chunks)
}

function inflate(packed: Uint8Array, maxBytes: number): { bytes: Buffer; broken: boolean } {
  try {
    return { bytes: inflateRawSync(packed, { maxOutputLength: maxBytes }), broken: false }
  } catch (error) {
    if (isTooLarge(error)) throw tooComplex('file')
    const bytes = salvage(packed, maxBytes)
    if (bytes.length === 0) throw damaged('file', error)
    return { bytes, broken: true }
  }
}

/**
 * Unpacks one file of an archive, as far as it can be. Only what is really there counts: declared sizes are not read.
 *
 * @param maxBytes unpacked bytes that are allowed
 * @returns the bytes, and whether they fall short of, or differ from, what was packed
 * @throws AppError source_damaged, source_encrypted, source_too_complex
 */
export function unpack(file: Buffer, entry: Entry, maxBytes: number): { bytes: Uint8Array; broken: boolean } {
  if (entry.encrypted) throw encrypted('file')
  if (entry.method !== STORED && entry.method !== DEFLATED) throw damaged('file')
  const packed = file.subarray(entry.start, entry.end)
  if (entry.method === STORED && packed.length > maxBytes) throw tooComplex('file')
  const unpacked = entry.method === STORED ? { bytes: packed, broken: false } : inflate(packed, maxBytes)
  const differs = entry.crc !== null && crc32(unpacked.bytes) !== entry.crc
  return { bytes: unpacked.bytes, broken: unpacked.broken || entry.cut || differs }
}
