import { authorOf } from '../author.ts'
import type { OpenDocument } from './pdfium/document.ts'
import { readUtf16, withAscii } from './pdfium/strings.ts'
import { readXmp } from './xmp.ts'

export interface PdfFacts {
  title: string | null
  author: string | null
  /** As declared. */
  language: string | null
  publishedAt: string | null
}

/** Titles that programs make up: names of files, of the program, or of nothing. */
const machineTitle =
  /^(?:microsoft\s+(?:word|powerpoint|excel|office)\b|powerpoint|untitled|unnamed|document\s?\d*$|no\s?title|title$|presentation\s?\d*$|slide\s?\d+$|folie\s?\d+$|print$|output$|scan|about:blank|https?:|file:|www\.|layout\s\d|\d+$|page\s\d+$|\(?anonymous\)?|tmp|null$|book\s?\d*$|sheet\s?\d*$|paper\stitle|array\(0x|hash\(0x)|\.(?:docx?|pdf|indd|qxd|tex|dvi|ps|eps|rtf|odt|pptx?|xlsx?|html?|txt|p65|fm|cdr|ai|wpd|pages|pub|tif{1,2}|jpe?g|png)$/iu

const fold = (text: string): string => text.replace(/\s+/gu, ' ').trim()

function metaText({ pdfium, handle }: OpenDocument, tag: string): string {
  return withAscii(pdfium, tag, (pointer) =>
    fold(readUtf16(pdfium, (buffer, bytes) => pdfium.FPDF_GetMetaText(handle, pointer, buffer, bytes))),
  )
}

const isText = (text: string): boolean =>
  /\p{L}{2}|[\u2e80-\u9fff\uac00-\ud7a3]/u.test(text) && !/\ufffd|\p{Cc}/u.test(text)

const pdfDate = /^(?:D:)?(\d{4})(\d{2})?(\d{2})?(?:(\d{2})(\d{2})(\d{2})?)?(?:([+-])(\d{2})'?(\d{2})?'?|Z)?/u

/** A date as PDF writes it (ISO 32000-1, 7.9.4: D:YYYYMMDDHHmmSSOHH'mm) as an ISO 8601 date; null for anything else. */
export function pdfDateToIso(written: string): string | null {
  const [, year = '', month = '01', day = '01'] = pdfDate.exec(written.trim()) ?? []
  const date = `${year}-${month}-${day}`
  const time = Date.parse(date)
  // Programs without a clock count from 1970 or 1904, and February 31st is no day.
  if (Number.isNaN(time) || Number(year) <= 1980 || Number(year) > 2200) return null
  return new Date(time).toISOString().slice(0, 10) === date ? date : null
}

const saneTitle = (title: string): boolean =>
  title.length >= 3 && title.length <= 300 && isText(title) && !machineTitle.test(title)

/**
 * What a document says of itself in its information dictionary, or else in its metadata stream, where a person wrote
 * it.
 *
 * @param bytes the file
 */
export function readFacts(document: OpenDocument, bytes: Uint8Array): PdfFacts {
  const xmp = readXmp(bytes)
  const dates = [metaText(document, 'CreationDate'), xmp.date ?? '', metaText(document, 'ModDate')]
  return {
    title: [metaText(document, 'Title'), xmp.title].find((title) => title !== null && saneTitle(title)) ?? null,
    author: authorOf(metaText(document, 'Author')) ?? authorOf(xmp.author),
    language: xmp.language,
    publishedAt:
      dates
        .map((date) => pdfDateToIso(date.replace(/^(\d{4})-(\d{2})-(\d{2})/u, '$1$2$3')))
        .find((date) => date !== null) ?? null,
  }
}
