import { isUtf8 } from 'node:buffer'
import { Unzip, UnzipPassThrough } from 'fflate'
import { type Entry as DirectoryEntry, fromBufferPromise, getFileNameLowLevel } from 'yauzl'
import { tooComplex } from '../refusals.ts'

/** Compression methods (PKWARE APPNOTE 4.4.5). */
export const STORED = 0
export const DEFLATED = 8

/** A packed file inside an archive. */
export interface Entry {
  /** Normalized: see `entryName`. */
  name: string
  method: number
  encrypted: boolean
  /** CRC-32 of the unpacked bytes; null if unknown. */
  crc: number | null
  packed: Uint8Array
  /** Whether the archive ends before the packed bytes do. */
  cut: boolean
}

/** Many archives write names in UTF-8 without the flag for it; other names are code page 437. */
const decodeName = (raw: Buffer): string => (isUtf8(raw) ? raw.toString() : getFileNameLowLevel(0, raw, [], false))

/**
 * Normalizes a name to a path inside the archive: forward slashes, no leading slash, no empty part, `.` and `..` resolved.
 *
 * @returns null for folders, and for names that lead out of the archive or contain a NUL
 */
export function entryName(raw: Buffer): string | null {
  const decoded = decodeName(raw)
  if (decoded.includes('\0') || /[\\/]$/u.test(decoded)) return null
  const parts: string[] = []
  for (const part of decoded.replaceAll('\\', '/').split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return null
    } else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.length === 0 ? null : parts.join('/')
}

const LOCAL_HEADER = 0x04034b50
const LOCAL_HEADER_BYTES = 30

/** An entry with the range of its local header and packed bytes. */
interface ListedEntry extends Entry {
  from: number
  to: number
}

/** @throws Error if the local header is missing, so that the directory can't be trusted */
function entryOf(file: Buffer, listed: DirectoryEntry): ListedEntry | null {
  const from = listed.relativeOffsetOfLocalHeader
  if (from + LOCAL_HEADER_BYTES > file.length || file.readUInt32LE(from) !== LOCAL_HEADER) {
    throw new Error(`There is no local header at ${from}.`)
  }
  const start = from + LOCAL_HEADER_BYTES + file.readUInt16LE(from + 26) + file.readUInt16LE(from + 28)
  const to = start + listed.compressedSize
  const name = entryName(listed.fileNameRaw)
  if (name === null) return null
  const { compressionMethod: method, crc32: crc } = listed
  const packed = file.subarray(start, to)
  return { name, method, encrypted: listed.isEncrypted(), crc, packed, cut: to > file.length, from, to }
}

/** Bombs grow by files that share packed bytes (Fifield, "A better zip bomb", WOOT 2019). */
function assertNoOverlaps(entries: readonly ListedEntry[]): void {
  const sorted = entries.toSorted((a, b) => a.from - b.from)
  for (const [index, { to }] of sorted.entries()) {
    const next = sorted[index + 1]
    if (next !== undefined && next.from < to) throw tooComplex('file')
  }
}

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

/**
 * Lists an archive by its central directory.
 *
 * @throws Error where the directory is missing or broken; AppError source_too_complex
 */
export async function listEntries(file: Buffer, maxEntries: number): Promise<Entry[]> {
  const zip = await fromBufferPromise(file, { lazyEntries: true, decodeStrings: false, validateEntrySizes: false })
  if (zip.entryCount > maxEntries) throw tooComplex('file')
  // Some archives list a file twice; it is no overlap.
  const entries = new Map<string, ListedEntry>()
  for await (const listed of zip.eachEntry()) {
    const entry = entryOf(file, listed)
    if (entry !== null) entries.set(`${entry.from} ${entry.name}`, entry)
  }
  assertNoOverlaps([...entries.values()])
  return [...entries.values()]
}
