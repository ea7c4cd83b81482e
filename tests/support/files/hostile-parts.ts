import { docxParts, paragraph } from './build-docx.ts'
import { bookFiles } from './build-epub.ts'
import { buildZip, type ZipFile } from './build-zip.ts'

/** A malicious file, by format. */
export interface HostileFile {
  name: string
  fileName: string
  bytes: () => Uint8Array
}

export const MIB = 1024 * 1024
export const PROSE = 'Tides rise and fall because the moon pulls at the sea, and the sea, being patient, follows it.'
/** Deeper nesting than in any real document. */
export const deep = 100_000

export const zipOf = (parts: Readonly<Record<string, string | Uint8Array>>): ZipFile[] =>
  Object.entries(parts).map(([name, data]) => ({ name, data, stored: name === 'mimetype' }))

/** A Word document with replaced or added parts. */
export const docx = (parts: Record<string, string | Uint8Array>, more: readonly ZipFile[] = []): Uint8Array =>
  buildZip([...zipOf({ ...docxParts({ body: paragraph(PROSE) }), ...parts }), ...more])

export const document = (body: string, before = ''): Record<string, string> => ({
  'word/document.xml': `<?xml version="1.0"?>${before}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
})

export const epub = (body: string, files: Record<string, string> = {}): Uint8Array =>
  buildZip(zipOf(bookFiles({ parts: [{ body }], files })))

export const page = (body: string, before = '<!doctype html>'): Uint8Array =>
  Buffer.from(`${before}<html><head><title>Tides</title></head><body>${body}</body></html>`)

/** A PDF of verbatim objects, with a valid cross-reference table. */
export function pdfOf(objects: readonly (string | Uint8Array)[], trailer = '/Root 1 0 R'): Uint8Array {
  const parts: Uint8Array[] = [Buffer.from('%PDF-1.7\n')]
  let at = 9
  const offsets = objects.map((object, index) => {
    const body = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    parts.push(body)
    const offset = at
    at += body.length
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${objects.length + 1} ${trailer} >>\nstartxref\n${at}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(end)])
}

export const catalog = '<< /Type /Catalog /Pages 2 0 R >>'
export const onePage = '<< /Type /Pages /Count 1 /Kids [3 0 R] >>'
export const pdfPage = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>'

/** A PDF of one page, whose content is the first object. */
export const pdfOfPage = (...objects: readonly (string | Uint8Array)[]): Uint8Array =>
  pdfOf([catalog, onePage, pdfPage, ...objects])

/** A stream of a PDF. @param filters entries of its dictionary, verbatim */
export function stream(data: Uint8Array, filters: string): Uint8Array {
  const head = Buffer.from(`<< /Length ${data.length} /Filter ${filters} >>\nstream\n`)
  return Buffer.concat([head, data, Buffer.from('\nendstream')])
}

/** A file by its format and by the name under which it is sent. */
export const file = (name: string, fileName: string, bytes: () => Uint8Array): HostileFile => ({
  name,
  fileName,
  bytes,
})

export const times = (count: number, text: string): string => text.repeat(count)
