import { AppError } from '../../../shared/errors.ts'
import { noBytes } from '../refusals.ts'
import type { Archive } from '../zip/open-archive.ts'

const FROM_FILE = 'Upload it under From File.'
const AS_EPUB = 'Upload the book in EPUB format.'

interface OtherType {
  name: string
  advice: string
}

/** What files begin with that are taken for e-books, at an offset in bytes. */
const signatures: readonly (readonly [offset: number, signature: string, type: OtherType])[] = [
  [0, '%PDF-', { name: 'a PDF document', advice: FROM_FILE }],
  [0, '\u00d0\u00cf\u0011\u00e0', { name: 'a Word or other Office document', advice: FROM_FILE }],
  [0, '{\\rtf', { name: 'an RTF document', advice: AS_EPUB }],
  [60, 'BOOKMOBI', { name: 'a Kindle book', advice: AS_EPUB }],
  [60, 'TPZ3', { name: 'a Kindle book', advice: AS_EPUB }],
  [0, '\u00eaDRMION\u00ee', { name: 'a Kindle book', advice: AS_EPUB }],
  [0, '\u00ff\u00d8\u00ff', { name: 'an image', advice: AS_EPUB }],
  [0, '\u0089PNG', { name: 'an image', advice: AS_EPUB }],
  [0, 'GIF8', { name: 'an image', advice: AS_EPUB }],
  [8, 'WEBP', { name: 'an image', advice: AS_EPUB }],
  [0, 'Rar!', { name: 'a RAR archive', advice: AS_EPUB }],
  [0, '7z\u00bc\u00af', { name: 'a 7-Zip archive', advice: AS_EPUB }],
  [0, '\u001f\u008b', { name: 'a packed file', advice: AS_EPUB }],
  [0, 'ID3', { name: 'an audio recording', advice: AS_EPUB }],
  [4, 'ftyp', { name: 'a video or an audio recording', advice: AS_EPUB }],
  [0, '<', { name: 'a web page or data in XML', advice: AS_EPUB }],
]

/** What archives hold that are not books. */
const contents: readonly (readonly [RegExp, OtherType])[] = [
  [/^word\//u, { name: 'a Word document', advice: FROM_FILE }],
  [/^xl\//u, { name: 'a spreadsheet', advice: AS_EPUB }],
  [/^ppt\//u, { name: 'a presentation', advice: AS_EPUB }],
  [/^content\.xml$/u, { name: 'an OpenDocument file', advice: AS_EPUB }],
  [/\.epub$/iu, { name: 'an archive with an e-book in it', advice: 'Unpack it and upload the book itself.' }],
]

const refusal = ({ name, advice }: OtherType): AppError =>
  new AppError('source_type_unsupported', `This file is ${name}, not an EPUB e-book. ${advice}`)

/**
 * Refuses files that are known to be something else by their first bytes, and empty ones.
 *
 * @throws AppError source_empty, source_type_unsupported
 */
export function refuseOtherTypes(bytes: Uint8Array): void {
  if (bytes.length === 0) throw noBytes()
  const head = Buffer.from(bytes.subarray(0, 128)).toString('latin1')
  const found = signatures.find(([offset, signature]) => head.startsWith(signature, offset))
  if (found !== undefined) throw refusal(found[2])
}

/**
 * Refuses archives without a package document that bear no other sign of a book either.
 *
 * @throws AppError source_type_unsupported
 */
export function refuseOtherArchives(archive: Archive): void {
  const type = contents.find(([pattern]) => archive.names.some((name) => pattern.test(name)))?.[1]
  if (type !== undefined) throw refusal(type)
  const isBook = archive.has('META-INF/container.xml') || archive.has('mimetype')
  if (!isBook) throw refusal({ name: 'an archive', advice: AS_EPUB })
}
