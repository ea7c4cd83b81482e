import { crc32, inflateRawSync } from 'node:zlib'
import { Inflate } from 'fflate'
import { AppError } from '../../../shared/errors.ts'
import { damaged, encrypted, tooComplex } from '../refusals.ts'
import { DEFLATED, type Entry, entryName, listEntries, STORED, salvageEntries } from './entries.ts'

/** A ZIP file, opened in memory. It never touches the file system, and archives inside it stay closed. */
export interface Archive {
  /** Paths of the files in it, in the archive's order, each once. */
  readonly names: readonly string[]
  /** Names of files that were read and found cut or changed; grows with each read. */
  readonly broken: ReadonlySet<string>
  /** Whether the archive ends early, so that files may be missing. */
  readonly isCut: boolean
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

/** Resolves a reference that a file of an archive contains; one that leads above the archive's top stays there. */
export function joinPath(from: string, reference: string): string {
  const steps = reference.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const step of reference.replaceAll('\\', '/').split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/')
}

/** A name without common differences between archives and references to them: case and Unicode form. */
const looseName = (name: string): string => name.normalize('NFC').toLowerCase()

/** Signature of the record that ends a central directory (PKWARE APPNOTE 4.3.16). */
const END_RECORD = Buffer.from('PK\x05\x06', 'latin1')

/** Smaller steps lose less before a fault. */
const SALVAGE_STEP_BYTES = 1024

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
    isCut: entries.some(({ cut }) => cut) || !file.includes(END_RECORD),
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
