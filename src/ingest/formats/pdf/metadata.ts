import { decodeXML } from 'entities'
import { authorOf } from '../author.ts'
import type { FileMetadata } from '../parsed-document.ts'
import machineTitles from './machine-titles.json' with { type: 'json' }
import type { OpenDocument } from './pdfium/document.ts'
import { readUtf16, withAscii } from './pdfium/memory.ts'

interface OutlineEntry {
  /** 0 for the outermost entries. */
  depth: number
  title: string
  /** Counted from 1; null if the entry has no target in the document. */
  page: number | null
}

const MAX_ENTRIES = 5000
const MAX_DEPTH = 8

/** A title for comparison: letters and digits only, in lower case. */
const normalizeTitle = (title: string): string =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

/** Finds the bookmark with a title for a page or the one beside it. */
export type Outline = (title: string, page: number) => OutlineEntry | undefined

function entryOf({ pdfium, handle }: OpenDocument, bookmark: number, depth: number): OutlineEntry {
  const title = readUtf16(pdfium, (buffer, bytes) => pdfium.FPDFBookmark_GetTitle(bookmark, buffer, bytes))
  let destination = pdfium.FPDFBookmark_GetDest(handle, bookmark)
  if (destination === 0) {
    const action = pdfium.FPDFBookmark_GetAction(bookmark)
    destination = action === 0 ? 0 : pdfium.FPDFAction_GetDest(handle, action)
  }
  const page = destination === 0 ? -1 : pdfium.FPDFDest_GetDestPageIndex(handle, destination)
  return { depth, title, page: page < 0 ? null : page + 1 }
}

/** Reads the bookmarks, which list headings with their pages; stops at cycles. */
export function readOutline(document: OpenDocument): Outline {
  const { pdfium, handle } = document
  const entries: OutlineEntry[] = []
  const seen = new Set<number>()
  const visit = (parent: number, depth: number): void => {
    let bookmark = pdfium.FPDFBookmark_GetFirstChild(handle, parent)
    while (bookmark !== 0 && !seen.has(bookmark) && entries.length < MAX_ENTRIES) {
      seen.add(bookmark)
      entries.push(entryOf(document, bookmark, depth))
      if (depth + 1 < MAX_DEPTH) visit(bookmark, depth + 1)
      bookmark = pdfium.FPDFBookmark_GetNextSibling(handle, bookmark)
    }
  }
  visit(0, 0)
  const byTitle = Map.groupBy(entries, ({ title }) => normalizeTitle(title))
  byTitle.delete('')
  const isNear = (one: number | null, page: number): boolean => one === null || Math.abs(one - page) <= 1
  return (title, page) => byTitle.get(normalizeTitle(title))?.find((entry) => isNear(entry.page, page))
}

const START = '<x:xmpmeta'
const END = '</x:xmpmeta>'
const MAX_BYTES = 512 * 1024
const MAX_VALUE = 500

/** The content of the first element with a name, or of the first item of the list in it. */
function valueOf(packet: string, name: string): string | null {
  const open = packet.indexOf(`<${name}>`)
  const close = open === -1 ? -1 : packet.indexOf(`</${name}>`, open)
  if (close === -1) return null
  const content = packet.slice(open + name.length + 2, Math.min(close, open + 8 * MAX_VALUE))
  const item = /<rdf:li[^>]{0,200}>([^<]{0,500})/u.exec(content)?.[1] ?? (content.includes('<') ? '' : content)
  const value = decodeXML(item).replace(/\s+/gu, ' ').trim()
  return value === '' || value.length > MAX_VALUE ? null : value
}

/**
 * Reads title, first author, date and language from a document's metadata (XMP, ISO 16684-1) if it is uncompressed, as
 * recommended for programs that don't read PDF. The last one counts, since changes are appended.
 */
export function readXmp(bytes: Uint8Array) {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = file.lastIndexOf(START)
  const end = start === -1 ? -1 : file.indexOf(END, start)
  const packet = end === -1 || end - start > MAX_BYTES ? '' : file.toString('utf8', start, end)
  return {
    title: valueOf(packet, 'dc:title'),
    author: valueOf(packet, 'dc:creator'),
    date: valueOf(packet, 'xmp:CreateDate'),
    language: valueOf(packet, 'dc:language'),
  }
}

/** Titles that programs generate: names of files or of the program, placeholders. */
const machineTitle = new RegExp(
  `^(?:${machineTitles.beginnings.join('|')})|\\.(?:${machineTitles.extensions.join('|')})$`,
  'iu',
)

const fold = (text: string): string => text.replace(/\s+/gu, ' ').trim()

function metaText({ pdfium, handle }: OpenDocument, tag: string): string {
  return withAscii(pdfium, tag, (pointer) =>
    fold(readUtf16(pdfium, (buffer, bytes) => pdfium.FPDF_GetMetaText(handle, pointer, buffer, bytes))),
  )
}

const isText = (text: string): boolean =>
  /\p{L}{2}|[\u2e80-\u9fff\uac00-\ud7a3]/u.test(text) && !/\ufffd|\p{Cc}/u.test(text)

const pdfDate = /^(?:D:)?(\d{4})(\d{2})?(\d{2})?(?:(\d{2})(\d{2})(\d{2})?)?(?:([+-])(\d{2})'?(\d{2})?'?|Z)?/u

/** Converts a PDF date (ISO 32000-1, 7.9.4: D:YYYYMMDDHHmmSSOHH'mm) to an ISO 8601 date; null for anything else. */
export function pdfDateToIso(written: string): string | null {
  const [, year = '', month = '01', day = '01'] = pdfDate.exec(written.trim()) ?? []
  const date = `${year}-${month}-${day}`
  const time = Date.parse(date)
  // Programs without a clock write 1970 or 1904; February 31st is invalid.
  if (Number.isNaN(time) || Number(year) <= 1980 || Number(year) > 2200) return null
  return new Date(time).toISOString().slice(0, 10) === date ? date : null
}

const saneTitle = (title: string): boolean =>
  title.length >= 3 && title.length <= 300 && isText(title) && !machineTitle.test(title)

/**
 * Reads a document's properties from its information dictionary, or else from its metadata stream, without values that
 * programs generate.
 *
 * @param bytes the file
 */
export function readFacts(document: OpenDocument, bytes: Uint8Array): FileMetadata {
  const xmp = readXmp(bytes)
  const dates = [metaText(document, 'CreationDate'), xmp.date ?? '', metaText(document, 'ModDate')].map((date) =>
    pdfDateToIso(date.replace(/^(\d{4})-(\d{2})-(\d{2})/u, '$1$2$3')),
  )
  return {
    title: [metaText(document, 'Title'), xmp.title].find((title) => title !== null && saneTitle(title)) ?? null,
    author: authorOf(metaText(document, 'Author')) ?? authorOf(xmp.author),
    language: xmp.language,
    publishedAt: dates.find((date) => date !== null) ?? null,
  }
}
