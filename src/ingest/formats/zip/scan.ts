import { tooComplex } from '../refusals.ts'
import {
  CENTRAL_HEADER,
  DATA_DESCRIPTOR,
  dataStart,
  END_OF_DIRECTORY,
  END_OF_DIRECTORY_64,
  type Entry,
  FLAG_DESCRIPTOR,
  FLAG_ENCRYPTED,
  IN_EXTRA_FIELD,
  LOCAL_HEADER,
  LOCAL_HEADER_BYTES,
  signatureBytes,
  zip64Values,
} from './entry.ts'
import { decodeName, entryName } from './entry-name.ts'

const PK = Buffer.from('PK')

/** What may stand behind the packed bytes of a file. */
const followers: ReadonlySet<number> = new Set([
  LOCAL_HEADER,
  CENTRAL_HEADER,
  DATA_DESCRIPTOR,
  END_OF_DIRECTORY,
  END_OF_DIRECTORY_64,
])

function nextRecord(file: Buffer, from: number): number {
  let at = file.indexOf(PK, from)
  while (at !== -1 && at + 4 <= file.length) {
    if (followers.has(file.readUInt32LE(at))) return at
    at = file.indexOf(PK, at + 2)
  }
  return file.length
}

const endsThere = (file: Buffer, at: number): boolean =>
  at === file.length || (at + 4 <= file.length && followers.has(file.readUInt32LE(at)))

function packedBytes(file: Buffer, at: number, extraFrom: number, start: number): number {
  const packed = file.readUInt32LE(at + 18)
  return packed === IN_EXTRA_FIELD ? (zip64Values(file, extraFrom, start)[1] ?? packed) : packed
}

function entryAt(file: Buffer, at: number): { name: string | null; entry: Omit<Entry, 'name'> } | null {
  const start = dataStart(file, at)
  if (start > file.length) return null
  const flags = file.readUInt16LE(at + 6)
  const nameEnd = at + LOCAL_HEADER_BYTES + file.readUInt16LE(at + 26)
  const raw = decodeName(file.subarray(at + LOCAL_HEADER_BYTES, nameEnd))
  const declared = start + packedBytes(file, at, nameEnd, start)
  // Sizes that stand behind the data, or that lead nowhere, are not known: the data goes up to the next record.
  const sized = (flags & FLAG_DESCRIPTOR) === 0 || declared > start
  const end = sized && endsThere(file, declared) ? declared : nextRecord(file, start)
  return {
    name: /[\\/]$/u.test(raw) ? null : entryName(raw),
    entry: {
      method: file.readUInt16LE(at + 8),
      encrypted: (flags & FLAG_ENCRYPTED) !== 0,
      crc: (flags & FLAG_DESCRIPTOR) === 0 ? file.readUInt32LE(at + 14) : null,
      from: at,
      start,
      end,
      cut: sized && declared > end,
    },
  }
}

/**
 * Finds the files of an archive by their local headers, for archives whose central directory is missing or broken. The
 * packed bytes of a file are skipped, so that an archive inside an archive is not taken for a part of the outer one.
 *
 * @throws AppError source_too_complex
 */
export function scanEntries(file: Buffer, maxEntries: number): Entry[] {
  const signature = signatureBytes(LOCAL_HEADER)
  const entries: Entry[] = []
  let at = file.indexOf(signature)
  for (let records = 1; at !== -1 && at + LOCAL_HEADER_BYTES <= file.length; records += 1) {
    if (records > maxEntries) throw tooComplex('file')
    const found = entryAt(file, at)
    if (found !== null && found.name !== null) entries.push({ name: found.name, ...found.entry })
    at = file.indexOf(signature, found?.entry.end ?? at + 4)
  }
  return entries
}
