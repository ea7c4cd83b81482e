import { AppError } from '../../../shared/errors.ts'
import { isWordXml, parseWordXml } from '../docx/parse-word-xml.ts'
import type { ParsedDocument } from '../parsed-document.ts'
import { parseRtf } from '../rtf/parse-rtf.ts'
import { type HtmlDocument, readHtmlDocument } from '../word/html.ts'
import { isMime, readMimeDocument } from '../word/mime.ts'

/** As much of a file as tells what it is. */
const START_BYTES = 4096

const SAVE_ANEW = 'Save it as .docx or .pdf and upload that.'

/** Documents of Word before its version 2, and of Word for the Macintosh before 6. */
const oldWord = /^(?:\u0031\u00be|\u0032\u00be|\u00fe\u0037)/u

/** Files that come under the wrong name, by how they begin (in Latin-1). */
const names: readonly (readonly [RegExp, string])[] = [
  [/^%PDF-/u, 'a PDF document'],
  [/^PK/u, 'a newer document or an archive'],
  [/^\u00ffWPC/u, 'a WordPerfect document'],
  [/^(?:\u0089PNG|\u00ff\u00d8\u00ff|GIF8|BM|II\*\0|MM\0\*)/u, 'an image'],
  [/^<\?xml/u, 'data (XML)'],
]

function unsupported(start: string): AppError {
  if (oldWord.test(start)) {
    const message = `This file is from a very old version of Word, which can’t be read. ${SAVE_ANEW}`
    return new AppError('source_type_unsupported', message)
  }
  const printable = start !== '' && !/[\p{Cc}--[\t\n\f\r]]/v.test(start)
  const found = names.find(([pattern]) => pattern.test(start))?.[1] ?? (printable ? 'a plain text' : null)
  return new AppError(
    'source_type_unsupported',
    found === 'a plain text'
      ? `This file is plain text, not a Word document. ${SAVE_ANEW}`
      : `This file is ${found ?? 'of a type that is not known'}, not a Word document. ${SAVE_ANEW}`,
  )
}

const fromHtml = ({ title, language, pieces }: HtmlDocument): ParsedDocument => ({
  kind: 'document',
  title,
  author: null,
  site: null,
  language,
  publishedAt: null,
  pieces,
  sourceInfo: { readAs: 'Word document' },
})

/**
 * Reads what Word opens under the name of .doc although it is not of that format.
 *
 * @throws AppError source_type_unsupported, naming what it is; source_damaged, source_too_complex
 */
export function parseOtherForm(bytes: Uint8Array): ParsedDocument {
  const head = Buffer.from(bytes.subarray(0, START_BYTES))
  const encoded = head[0] === 0xff && head[1] === 0xfe ? head.toString('utf16le') : head.toString('latin1')
  const start = encoded.replace(/^(?:\ufeff|\u00ef\u00bb\u00bf)?\s*/u, '')
  if (start.startsWith('{\\rtf')) return parseRtf(bytes)
  if (isWordXml(start)) return parseWordXml(bytes)
  if (isMime(start)) {
    const page = readMimeDocument(bytes)
    if (page !== null) return fromHtml(page)
  }
  if (/^<(?:!--|!doctype\s+html|html|head|body|meta|div|p|table)[\s>-]|<html[\s>]/iu.test(start)) {
    return fromHtml(readHtmlDocument(bytes, null))
  }
  throw unsupported(start)
}
