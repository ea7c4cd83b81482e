import { foldText } from '../clean-text.ts'
import { encodingOfCodePage } from '../word/code-pages.ts'
import { Bytes } from './bytes.ts'

export interface Properties {
  title: string | null
  author: string | null
  /** ISO 8601, of the last change. */
  publishedAt: string | null
}

/** Property numbers of the summary ([MS-OLEPS] 2.25.1 and "SummaryInformation"). */
const CODE_PAGE = 1
const TITLE = 2
const AUTHOR = 4
const CREATED = 12
const SAVED = 13

const TYPE_STRING = 30
const TYPE_WIDE_STRING = 31
const TYPE_TIME = 64

const MAX_PROPERTIES = 200
const MAX_BYTES = 2000

/** Seconds from the first moment of file times, 1601, to that of Unix. */
const UNIX_EPOCH_SECONDS = 11_644_473_600

function textAt(set: Bytes, at: number, encoding: string): string | null {
  const type = set.u16(at)
  if (type !== TYPE_STRING && type !== TYPE_WIDE_STRING) return null
  const length = Math.min(MAX_BYTES, set.u32(at + 4) * (type === TYPE_STRING ? 1 : 2))
  const decoded = new TextDecoder(type === TYPE_STRING ? encoding : 'utf-16le').decode(set.subarray(at + 8, length))
  return foldText(decoded.split('\0')[0] ?? '') || null
}

function dateAt(set: Bytes, at: number): string | null {
  if (set.u16(at) !== TYPE_TIME) return null
  const ticks = set.u32(at + 8) * 2 ** 32 + set.u32(at + 4)
  const date = new Date((ticks / 1e7 - UNIX_EPOCH_SECONDS) * 1000)
  const year = date.getUTCFullYear()
  return Number.isNaN(year) || year < 1980 || year > 2100 ? null : date.toISOString()
}

/** Reads a document's summary, the stream "\u0005SummaryInformation" ([MS-OLEPS] 2.21). */
export function readProperties(stream: Uint8Array | null): Properties {
  const bytes = new Bytes(stream ?? new Uint8Array())
  const start = bytes.u32(44)
  const set = bytes.slice(start, bytes.length)
  const places = new Map<number, number>()
  for (let index = 0; index < Math.min(set.u32(4), MAX_PROPERTIES); index += 1) {
    places.set(set.u32(8 + 8 * index), set.u32(12 + 8 * index))
  }
  const place = (number: number): number => places.get(number) ?? set.length
  const encoding = encodingOfCodePage(set.u16(place(CODE_PAGE) + 4))
  return {
    title: textAt(set, place(TITLE), encoding),
    author: textAt(set, place(AUTHOR), encoding),
    publishedAt: dateAt(set, place(SAVED)) ?? dateAt(set, place(CREATED)),
  }
}
