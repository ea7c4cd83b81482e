import { foldText } from '../clean-text.ts'
import type { FileMetadata } from '../parsed-document.ts'
import { isoDate, MAX_PROPERTY_CHARACTERS } from '../word/word-document.ts'
import { type CompoundFile, readStream } from './compound-file.ts'

const STREAM = '\u0005SummaryInformation'

/** Position of the offset of the list of properties, and its maximum length ([MS-OLEPS] 2.21). */
const LIST_OFFSET_AT = 44
const MAX_PROPERTIES = 64

/** Identifiers of properties ([MS-OLEPS] 3.1) and types of their values (2.15). */
const CODE_PAGE = 1
const TITLE = 2
const AUTHOR = 4
const CREATED = 12
const LAST_SAVED = 13
const TEXT_TYPE = 0x1e
const TIME_TYPE = 0x40

/** More than the longest encoding of that many characters. */
const MAX_PROPERTY_BYTES = 4 * MAX_PROPERTY_CHARACTERS

/** Milliseconds from 1601, the epoch of these times, to 1970. */
const TO_1970_MS = 11_644_473_600_000

/** Labels of the Encoding Standard for code pages other than Windows-125x. */
const encodings: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1200: 'utf-16le',
  10_000: 'macintosh',
  65_001: 'utf-8',
}

/**
 * Reads title, author and date from the property set of a Word file ([MS-OLEPS]). The date is that of the last change.
 */
export function readSummaryInformation(file: CompoundFile): FileMetadata {
  const set = readStream(file, STREAM)
  const number = (at: number): number => (at + 4 <= set.length ? set.readUInt32LE(at) : 0)
  const list = number(LIST_OFFSET_AT)
  const places = new Map<number, number>()
  for (let index = 0; index < Math.min(number(list + 4), MAX_PROPERTIES); index += 1) {
    places.set(number(list + 8 + 8 * index), list + number(list + 12 + 8 * index))
  }
  const page = number((places.get(CODE_PAGE) ?? set.length) + 4) & 0xffff
  const windows = page === 874 || (page >= 1250 && page <= 1258) ? page : 1252
  const decoder = new TextDecoder(encodings[page] ?? `windows-${windows}`)
  const text = (property: number): string | null => {
    const at = places.get(property) ?? set.length
    const end = at + 8 + number(at + 4)
    if (number(at) !== TEXT_TYPE || end > set.length) return null
    const start = decoder.decode(set.subarray(at + 8, Math.min(end, at + 8 + MAX_PROPERTY_BYTES)))
    return foldText(start.replace(/\0.*/su, '').slice(0, MAX_PROPERTY_CHARACTERS)) || null
  }
  const time = (property: number): string | null => {
    const at = places.get(property) ?? set.length
    return number(at) === TIME_TYPE ? isoDate((number(at + 8) * 2 ** 32 + number(at + 4)) / 10_000 - TO_1970_MS) : null
  }
  return { title: text(TITLE), author: text(AUTHOR), language: null, publishedAt: time(LAST_SAVED) ?? time(CREATED) }
}
