import { isUtf8 } from 'node:buffer'
import { crc32, inflateRawSync } from 'node:zlib'
import { Inflate, Unzip, UnzipPassThrough } from 'fflate'
import { type Entry as DirectoryEntry, fromBufferPromise, getFileNameLowLevel } from 'yauzl'
import { AppError } from '../../../shared/errors.ts'
import { damaged, encrypted, tooComplex } from '../refusals.ts'

/** A ZIP file, opened in memory. It never touches the file system, and archives inside it stay closed. */
export interface Archive {
  /** Paths of the files in it, in the archive's order, each once. */
  readonly names: readonly string[]
  /** Names of files that were read and found cut or changed; grows with each read. */
  readonly broken: ReadonlySet<string>
  has(name: string): boolean
  /** The archive's spelling of a file's name, despite another case or Unicode form; null if there is no such file. */
  find(name: string): string | null
  /**
   * Unpacks a file. Returns as much of a damaged one as is readable.
   *
   * @throws AppError source_damaged (missing, or not readable at all), source_encrypted, source_too_complex
   */
  read(name: string): Uint8Array
}

/** More than books and documents need, and far below bombs: DEFLATE packs at most 1032:1, markup rarely beyond 50:1. */
const defaultLimits = {
  maxEntries: 20_000,
  /** Unpacked bytes of one file. */
  maxEntryBytes: 64 * 1024 * 1024,
  /** Unpacked bytes of all reads together. */
  maxTotalBytes: 192 * 1024 * 1024,
  /** Unpacked to packed bytes of one file beyond `RATIO_FREE_BYTES`. */
  maxRatio: 250,
}

/** Files up to this size may have any ratio. */
const RATIO_FREE_BYTES = 1024 * 1024

/** Compression methods (PKWARE APPNOTE 4.4.5). */
const STORED = 0
const DEFLATED = 8

/** A packed file inside an archive. */
interface Entry {
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

/** Resolves a reference that a file of an archive contains; one that leads above the archive's top stays there. */
export function joinPath(from: string, reference: string): string {
  const steps = reference.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const step of reference.replaceAll('\\', '/').split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/')
}

/**
 * Normalizes a name to a path inside the archive: forward slashes, no leading slash, no empty part, `.` and `..` resolved.
 *
 * @returns null for folders, and for names that lead out of the archive or contain a NUL
 */
function entryName(raw: Buffer): string | null {
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

/** A name without common differences between archives and references to them: case and Unicode form. */
const looseName = (name: string): string => name.normalize('NFC').toLowerCase()

const LOCAL_HEADER = 0x04034b50
const LOCAL_HEADER_BYTES = 30
/** Smaller steps lose less before a fault. */
const SALVAGE_STEP_BYTES = 1024

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
function salvageEntries(file: Buffer, maxEntries: number): Entry[] {
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
async function listEntries(file: Buffer, maxEntries: number): Promise<Entry[]> {
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

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'

/** Inflates a broken stream up to about the fault. */
function inflateBroken(packed: Uint8Array, maxBytes: number): Buffer {
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
    const bytes = inflateBroken(packed, maxBytes)
    if (bytes.length === 0) throw damaged('file', error)
    return { bytes, broken: true }
  }
}

/**
 * Unpacks an entry, as far as possible.
 *
 * @returns the bytes, and whether they differ from what was packed
 * @throws AppError source_damaged, source_encrypted, source_too_complex
 */
function unpack({ encrypted: locked, method, packed, crc, cut }: Entry, maxBytes: number) {
  if (locked) throw encrypted('file')
  if (method !== STORED && method !== DEFLATED) throw damaged('file')
  if (method === STORED && packed.length > maxBytes) throw tooComplex('file')
  const unpacked = method === STORED ? { bytes: packed, broken: false } : inflate(packed, maxBytes)
  const differs = crc !== null && crc32(unpacked.bytes) !== crc
  return { bytes: unpacked.bytes, broken: unpacked.broken || cut || differs }
}

/**
 * Opens a ZIP archive. Where its central directory is missing or broken, or other bytes come before or after the
 * archive, its files are found by their local headers. Names are normalized, and those that lead out of the archive
 * are omitted; of two files with one name the later one counts. Lookups ignore case.
 *
 * @throws AppError source_damaged (no archive), source_too_complex (too many files, or files that overlap)
 */
export async function openArchive(bytes: Uint8Array, limits: Partial<typeof defaultLimits> = {}): Promise<Archive> {
  const { maxEntries, maxEntryBytes, maxTotalBytes, maxRatio } = { ...defaultLimits, ...limits }
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = await listEntries(file, maxEntries).catch((error: unknown) => {
    if (error instanceof AppError) throw error
    return salvageEntries(file, maxEntries)
  })
  if (entries.length === 0) throw damaged('file')
  const exact = new Map(entries.map((entry) => [entry.name, entry]))
  const loose = new Map(entries.map((entry) => [looseName(entry.name), entry]))
  const find = (requested: string): Entry | undefined => {
    const name = entryName(Buffer.from(requested))
    return name === null ? undefined : (exact.get(name) ?? loose.get(looseName(name)))
  }
  const broken = new Set<string>()
  let left = maxTotalBytes
  return {
    names: [...exact.keys()],
    broken,
    has: (name) => find(name) !== undefined,
    find: (name) => find(name)?.name ?? null,
    read(name) {
      const entry = find(name)
      if (entry === undefined) throw damaged('file')
      const allowed = Math.min(maxEntryBytes, Math.max(RATIO_FREE_BYTES, entry.packed.length * maxRatio), left)
      if (allowed <= 0) throw tooComplex('file')
      const unpacked = unpack(entry, allowed)
      left -= unpacked.bytes.length
      if (unpacked.broken) broken.add(entry.name)
      return unpacked.bytes
    },
  }
}
