import { isUtf8 } from 'node:buffer'
import { getFileNameLowLevel } from 'yauzl'

/** Compression methods (PKWARE APPNOTE 4.4.5). */
export const STORED = 0
export const DEFLATED = 8

/** A packed file inside an archive. */
export interface Entry {
  /** Normalized: see `entryName`. */
  name: string
  method: number
  encrypted: boolean
  /** CRC-32 of the unpacked bytes; null where it is not known. */
  crc: number | null
  packed: Uint8Array
  /** Whether the archive ends before the packed bytes do. */
  cut: boolean
}

/** Many archives write names in UTF-8 without the flag for it; other names are code page 437. */
const decodeName = (raw: Buffer): string => (isUtf8(raw) ? raw.toString() : getFileNameLowLevel(0, raw, [], false))

/**
 * A name as a path inside the archive: slashes forward, no leading slash, no empty part, `.` and `..` resolved.
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

/** A name without the differences that archives and their references get wrong: case and composed characters. */
export const looseName = (name: string): string => name.normalize('NFC').toLowerCase()
