import { tooComplex } from '../refusals.ts'
import {
  CENTRAL_HEADER,
  dataStart,
  END_OF_DIRECTORY,
  END_OF_DIRECTORY_64,
  type Entry,
  FLAG_ENCRYPTED,
  holdsRecord,
  IN_EXTRA_FIELD,
  LOCAL_HEADER,
  LOCAL_HEADER_BYTES,
  LOCATOR_64,
  signatureBytes,
  zip64Values,
} from './entry.ts'
import { decodeName, entryName } from './entry-name.ts'

const CENTRAL_HEADER_BYTES = 46
const END_BYTES = 22
const END_64_BYTES = 56
const LOCATOR_64_BYTES = 20

/** What stands behind an archive may look like the end of a directory. */
const MAX_ENDS = 16

interface Directory {
  start: number
  end: number
  /** What offsets inside the archive are short of, where other bytes stand before it. */
  base: number
}

function directory64(file: Buffer, end: number): { end: number; size: number; offset: number } | null {
  const locator = end - LOCATOR_64_BYTES
  if (!holdsRecord(file, locator, LOCATOR_64, LOCATOR_64_BYTES)) return null
  const named = Number(file.readBigUInt64LE(locator + 8))
  const at = holdsRecord(file, named, END_OF_DIRECTORY_64, END_64_BYTES) ? named : locator - END_64_BYTES
  if (!holdsRecord(file, at, END_OF_DIRECTORY_64, END_64_BYTES)) return null
  return { end: at, size: Number(file.readBigUInt64LE(at + 40)), offset: Number(file.readBigUInt64LE(at + 48)) }
}

function directoryBefore(file: Buffer, at: number): Directory | null {
  const { end, size, offset } = directory64(file, at) ?? {
    end: at,
    size: file.readUInt32LE(at + 12),
    offset: file.readUInt32LE(at + 16),
  }
  const start = [end - size, offset].find((start) => holdsRecord(file, start, CENTRAL_HEADER, CENTRAL_HEADER_BYTES))
  return start === undefined || start >= end ? null : { start, end, base: start - offset }
}

/** The central directory: the last one in the file that leads to a file. */
function findDirectory(file: Buffer): Directory | null {
  const signature = signatureBytes(END_OF_DIRECTORY)
  let at = file.lastIndexOf(signature)
  for (let tries = 0; at !== -1 && tries < MAX_ENDS; tries += 1) {
    const found = holdsRecord(file, at, END_OF_DIRECTORY, END_BYTES) ? directoryBefore(file, at) : null
    if (found !== null) return found
    at = at === 0 ? -1 : file.lastIndexOf(signature, at - 1)
  }
  return null
}

/** The values of a central header that may stand in its ZIP64 extra field. */
function sizesOf(file: Buffer, at: number, extra: number, extraEnd: number): { packed: number; offset: number } {
  const unpacked = file.readUInt32LE(at + 24)
  const packed = file.readUInt32LE(at + 20)
  const offset = file.readUInt32LE(at + 42)
  if (unpacked !== IN_EXTRA_FIELD && packed !== IN_EXTRA_FIELD && offset !== IN_EXTRA_FIELD) return { packed, offset }
  const values = zip64Values(file, extra, extraEnd)
  if (unpacked === IN_EXTRA_FIELD) values.shift()
  const take = (value: number): number => (value === IN_EXTRA_FIELD ? (values.shift() ?? value) : value)
  return { packed: take(packed), offset: take(offset) }
}

/** The entry that a central header describes; null where no local header stands where it points. */
function entryOf(
  file: Buffer,
  at: number,
  nameEnd: number,
  extraEnd: number,
  base: number,
): Omit<Entry, 'name'> | null {
  const { packed, offset } = sizesOf(file, at, nameEnd, extraEnd)
  const from = [base + offset, offset].find((from) => holdsRecord(file, from, LOCAL_HEADER, LOCAL_HEADER_BYTES))
  if (from === undefined) return null
  const start = dataStart(file, from)
  if (start > file.length) return null
  return {
    method: file.readUInt16LE(at + 10),
    encrypted: (file.readUInt16LE(at + 8) & FLAG_ENCRYPTED) !== 0,
    crc: file.readUInt32LE(at + 16),
    from,
    start,
    end: Math.min(file.length, start + packed),
    cut: start + packed > file.length,
  }
}

/** What a central directory says. */
export interface Listing {
  /** Folders, and names that lead elsewhere, are left out. */
  entries: Entry[]
  /** False where there is no directory, or a part of it is broken. */
  whole: boolean
  /** Where the directory stands, if other bytes stand before the archive: they may be a larger archive's. */
  startAfterOthers: number | null
}

/**
 * Reads the central directory of an archive, with ZIP64 and with other bytes before and after the archive.
 *
 * @throws AppError source_too_complex
 */
export function readDirectory(file: Buffer, maxEntries: number): Listing {
  const directory = findDirectory(file)
  if (directory === null) return { entries: [], whole: false, startAfterOthers: null }
  const entries: Entry[] = []
  let whole = true
  let at = directory.start
  for (let records = 1; holdsRecord(file, at, CENTRAL_HEADER, CENTRAL_HEADER_BYTES); records += 1) {
    if (records > maxEntries) throw tooComplex('file')
    const nameEnd = at + CENTRAL_HEADER_BYTES + file.readUInt16LE(at + 28)
    const extraEnd = nameEnd + file.readUInt16LE(at + 30)
    if (extraEnd > file.length) break
    const raw = decodeName(file.subarray(at + CENTRAL_HEADER_BYTES, nameEnd))
    const name = entryName(raw)
    const entry = entryOf(file, at, nameEnd, extraEnd, directory.base)
    if (entry === null) whole = false
    else if (name !== null && !/[\\/]$/u.test(raw)) entries.push({ name, ...entry })
    at = extraEnd + file.readUInt16LE(at + 32)
  }
  return {
    entries,
    whole: whole && at >= directory.end,
    startAfterOthers: directory.base > 0 ? directory.start : null,
  }
}
