import { damaged, tooComplex } from '../refusals.ts'
import { readDirectory } from './directory.ts'
import type { Entry } from './entry.ts'
import { entryName, looseName } from './entry-name.ts'
import { type ArchiveLimits, defaultLimits, RATIO_FREE_BYTES } from './limits.ts'
import { scanEntries } from './scan.ts'
import { unpack } from './unpack.ts'

/** A ZIP file, opened in memory. Nothing of it ever touches a file system, and archives inside it stay closed. */
export interface Archive {
  /** Paths of the files in it, in the archive's order, each once. */
  readonly names: readonly string[]
  /** Names of files that were read and found cut or changed; grows with each read. */
  readonly broken: ReadonlySet<string>
  has(name: string): boolean
  /** A file's name as the archive spells it, for one that is asked for in another spelling; null where it is not there. */
  find(name: string): string | null
  /**
   * Unpacks a file. What can be had of a damaged one is given.
   *
   * @throws AppError source_damaged (not there, or not readable at all), source_encrypted, source_too_complex
   */
  read(name: string): Uint8Array
}

/** Files that share packed bytes are how bombs grow (Fifield, "A better zip bomb", WOOT 2019). */
function refuseOverlaps(entries: readonly Entry[]): void {
  const sorted = [...entries].sort((a, b) => a.from - b.from)
  for (const [index, entry] of sorted.entries()) {
    const next = sorted[index + 1]
    if (next !== undefined && next.from < entry.end) throw tooComplex('file')
  }
}

/** An entry that is listed twice under one name is one entry. */
function withoutRepeats(entries: readonly Entry[]): Entry[] {
  const seen = new Map<number, string>()
  return entries.filter((entry) => {
    const repeated = seen.get(entry.from) === entry.name
    seen.set(entry.from, entry.name)
    return !repeated
  })
}

function listEntries(file: Buffer, maxEntries: number): Entry[] {
  const { entries, whole, startAfterOthers } = readDirectory(file, maxEntries)
  const listed = withoutRepeats(entries)
  if (whole && startAfterOthers === null) return listed
  const scanned = scanEntries(file, maxEntries)
  // The directory of an archive that is packed inside this one, which has lost its own.
  const inner =
    startAfterOthers !== null && scanned.some(({ start, end }) => start < startAfterOthers && startAfterOthers < end)
  if (inner) return scanned
  if (whole) return listed
  const known = new Set(listed.map((entry) => entry.from))
  return [...listed, ...scanned.filter((entry) => !known.has(entry.from))]
}

/**
 * Opens a ZIP archive: ZIP64, other bytes before or after it, a central directory that is missing or broken, and
 * damaged files are read as far as they can be. Names are normalized, those that lead out of the archive left out; of
 * two files with one name the later one counts. A name that is asked for finds its file in another case as well.
 *
 * @throws AppError source_damaged (no archive), source_too_complex (too many files, or files that overlap)
 */
export function openArchive(bytes: Uint8Array, limits: Partial<ArchiveLimits> = {}): Archive {
  const { maxEntries, maxEntryBytes, maxTotalBytes, maxRatio } = { ...defaultLimits, ...limits }
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = listEntries(file, maxEntries)
  if (entries.length === 0) throw damaged('file')
  refuseOverlaps(entries)
  const exact = new Map(entries.map((entry) => [entry.name, entry]))
  const loose = new Map(entries.map((entry) => [looseName(entry.name), entry]))
  const entryOf = (asked: string): Entry | undefined => {
    const name = entryName(asked)
    return name === null ? undefined : (exact.get(name) ?? loose.get(looseName(name)))
  }
  const broken = new Set<string>()
  let left = maxTotalBytes
  return {
    names: [...exact.keys()],
    broken,
    has: (name) => entryOf(name) !== undefined,
    find: (name) => entryOf(name)?.name ?? null,
    read(name) {
      const entry = entryOf(name)
      if (entry === undefined) throw damaged('file')
      const byRatio = Math.max(RATIO_FREE_BYTES, (entry.end - entry.start) * maxRatio)
      const allowed = Math.min(maxEntryBytes, byRatio, left)
      if (allowed <= 0) throw tooComplex('file')
      const unpacked = unpack(file, entry, allowed)
      left -= unpacked.bytes.length
      if (unpacked.broken) broken.add(entry.name)
      return unpacked.bytes
    },
  }
}
