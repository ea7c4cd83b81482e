import { Unzip, UnzipPassThrough } from 'fflate'
import { tooComplex } from '../refusals.ts'
import { DEFLATED, type Entry, entryName, STORED } from './entry.ts'

/** fflate calls itself for each file in a chunk, so chunks are small. */
const CHUNK_BYTES = 64 * 1024

/** Passes the packed bytes of a file on as they are. */
class PackedBytes extends UnzipPassThrough {
  static override compression = DEFLATED
}

/** The bytes of a name that fflate decoded as Latin-1, unless the archive declared it as UTF-8. */
const bytesOfName = (name: string): Buffer => Buffer.from(name, /[^\0-\u00ff]/u.test(name) ? 'utf8' : 'latin1')

/**
 * Finds the files of an archive by their local headers, for archives whose central directory is missing or broken. The
 * packed bytes of a file are skipped, so that an archive inside an archive is not mistaken for a part of the outer one.
 *
 * @throws AppError source_too_complex
 */
export function salvageEntries(file: Buffer, maxEntries: number): Entry[] {
  const entries: Entry[] = []
  const chunksOf = new Map<Entry, Uint8Array[]>()
  let found = 0
  const unzip = new Unzip((packed) => {
    found += 1
    if (found > maxEntries) throw tooComplex('file')
    const name = entryName(bytesOfName(packed.name))
    const chunks: Uint8Array[] = []
    const method = packed.compression
    const entry = { name: name ?? '', method, encrypted: false, crc: null, packed: new Uint8Array(), cut: true }
    if (name !== null) {
      entries.push(entry)
      chunksOf.set(entry, chunks)
    }
    packed.ondata = (_, chunk, final) => {
      chunks.push(chunk)
      entry.cut = !final
    }
    if (method === STORED || method === DEFLATED) packed.start()
  })
  unzip.register(PackedBytes)
  try {
    for (let at = 0; at < file.length; at += CHUNK_BYTES) {
      unzip.push(file.subarray(at, at + CHUNK_BYTES), at + CHUNK_BYTES >= file.length)
    }
  } catch (error) {
    // fflate throws at the end of an archive that was cut, after it has passed on what there is of the last file.
    if (found > maxEntries) throw error
  }
  for (const [entry, chunks] of chunksOf) entry.packed = Buffer.concat(chunks)
  return entries
}
