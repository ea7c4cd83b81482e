import { AppError } from '../../shared/errors.ts'
import { formatOfMediaType, formatOfName, mediaTypeOf } from '../../shared/formats.ts'
import { isCompoundFile, isOldWord, typeOfCompoundFile } from '../formats/doc/compound-file.ts'
import { beginsAsMail } from '../formats/plain-text/mail-head.ts'
import { fileTypes, formatParsers, isFileType } from '../formats/registry.ts'
import { isMime } from '../formats/word/html.ts'
import { type Archive, openArchive } from '../formats/zip/open-archive.ts'
import { oldWord, readable, type SourceType, unreadable, unreadableOf } from './source-type.ts'

const HEAD_BYTES = 4096

/** Control characters that no text has; ESC starts the shifts of ISO-2022-JP. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const control = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/gu

/** Detects UTF-16 by its byte order mark, or by zeros in every other byte of Latin text. */
function wideEncoding(head: Uint8Array): string | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  let even = 0
  let odd = 0
  for (let at = 0; at + 1 < head.length; at += 2) {
    if (head[at] === 0) even += 1
    if (head[at + 1] === 0) odd += 1
  }
  const pairs = head.length >> 1
  if (pairs < 8) return null
  if (odd > pairs * 0.7 && even === 0) return 'utf-16le'
  return even > pairs * 0.7 && odd === 0 ? 'utf-16be' : null
}

interface TextHead {
  /** The beginning; only ASCII is decoded reliably. */
  text: string
  charset: string | null
  /** Contains zeros, which texts contain only by accident. */
  doubtful: boolean
}

/** The beginning of bytes that look like text in any encoding, or null. */
function textHead(bytes: Uint8Array): TextHead | null {
  const head = bytes.subarray(0, HEAD_BYTES)
  const charset = wideEncoding(head)
  const text = charset === null ? Buffer.from(head).toString('latin1') : new TextDecoder(charset).decode(head)
  const strange = text.match(control)?.length ?? 0
  if (strange > text.length * 0.02) return null
  return { text: text.replace(/^(?:\ufeff|\u00ef\u00bb\u00bf)/u, ''), charset, doubtful: text.includes('\u0000') }
}

const htmlTag = /<(?:!doctype\s+html|html|head|body|title|meta)[\s>]/iu
const htmlStart =
  /^\s*(?:<\?xml[^>]{0,500}>\s*)?(?:<!--(?:(?!-->)[^]){0,2000}-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]/iu
const xmlRoot = /<([a-z][\w:.-]{0,100})[\s/>]/iu

/** Processing instruction of Word 2003's XML. */
const wordXml = /<\?mso-application\s+progid="Word\.Document"/u
/** Header of a page saved as one file (MHTML, RFC 2557). */
const savedPage = /^content-type:\s{0,10}multipart\/related/imu

/** First line of a mail in a mailbox file (RFC 4155). */
const mailboxLine = /^From \S.*\n/u
const isMail = (text: string): boolean => isMime(text) || beginsAsMail(text)

const vague = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'application/force-download'])

function xmlType(text: string, head: TextHead): SourceType {
  const root = xmlRoot.exec(text)?.[1]?.toLowerCase() ?? ''
  if (wordXml.test(text) || /(?:^|:)worddocument$/u.test(root)) return readable('doc')
  if (root === 'html' || htmlStart.test(text)) return readable('html', { charset: head.charset })
  if (root === 'rss' || root === 'feed' || root === 'rdf:rdf') return unreadable('application/rss+xml', 'a news feed')
  if (root === 'tt' || root === 'tt:tt') return readable('text', { mediaType: 'application/ttml+xml' })
  if (root === 'svg') return unreadableOf('image/svg+xml')
  if (root === 'fictionbook') return unreadable('application/x-fictionbook+xml', 'an e-book (.fb2)')
  return unreadableOf('application/xml')
}

/**
 * Detects the type of a text.
 *
 * @param essence media type by its name or its server, without parameters; empty if unknown
 */
function textType(head: TextHead, essence: string, charset: string | null): SourceType {
  const { text } = head
  const found = { charset: charset ?? head.charset }
  if (text.startsWith('{\\rtf')) return unreadableOf('application/rtf')
  // Word also writes web pages saved as one file with the extension .doc.
  if (savedPage.test(text) && isMime(text)) return readable('doc', { mediaType: 'multipart/related' })
  if (text.startsWith('%!PS')) return unreadableOf('application/postscript')
  const declared = formatOfMediaType(essence)
  if (declared === 'html') return readable('html', { ...found, mediaType: essence })
  if (essence === 'text/plain' && htmlStart.test(text)) return readable('html', found)
  if (declared === 'text') return readable('text', { ...found, mediaType: essence })
  if (/^\s*<\?xml\s/u.test(text) || /[/+]xml$/u.test(essence)) return xmlType(text, { ...head, ...found })
  // The server is certainly wrong about these: it sent an error page or a text instead.
  const wrong = /^(?:image|audio|video|font)\/|pdf|zip|word|officedocument|opendocument/u.test(essence)
  // An html tag in a mail belongs to one of its parts.
  if (vague.has(essence) && isMail(text.replace(mailboxLine, ''))) return readable('text', found)
  if ((vague.has(essence) || wrong) && htmlTag.test(text)) return readable('html', found)
  return vague.has(essence) ? readable('text', found) : unreadableOf(essence)
}

/** Parts of an archive that contain types are small; the start of a large one is enough. */
const NAMING_BYTES = 64 * 1024

function textOf(archive: Archive, name: string): string {
  if (!archive.has(name)) return ''
  try {
    return Buffer.from(archive.read(name).subarray(0, NAMING_BYTES)).toString('latin1')
  } catch {
    return ''
  }
}

/** Content types of main parts of Office files that can't be read (ISO/IEC 29500-2). */
const foreignParts: readonly (readonly [RegExp, SourceType])[] = [
  [
    /(?:spreadsheetml|ms-excel)\.(?:sheet|template)[\w.]{0,40}(?:main|\+xml)/iu,
    unreadable('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'a spreadsheet (.xlsx)'),
  ],
  [/ms-visio/iu, unreadable('application/vnd.ms-visio.drawing', 'a drawing (.vsdx)')],
]

/** Files of other formats, for archives without a content type. */
const foreignFiles: readonly (readonly [RegExp, SourceType])[] = [
  [/^xl\/workbook\./iu, unreadableOf('spreadsheet')],
  [
    /^Index\/(?:Document|Slide|Tables)[^/]*\.iwa$|^index\.(?:xml|apxl)(?:\.gz)?$/u,
    unreadable('application/vnd.apple.iwork', 'a document of Pages, Keynote or Numbers'),
  ],
  [/^AndroidManifest\.xml$|^META-INF\/MANIFEST\.MF$/u, unreadable('application/java-archive', 'a program')],
]

const archive = unreadable('application/zip', 'an archive (.zip)')

const archives = fileTypes.flatMap((type) => {
  const signs = formatParsers[type].archive
  return signs === undefined ? [] : [{ type, ...signs }]
})

/** The type by the media type in an archive's first file (OCF 3.3, ODF 1.2); null if unknown. */
function typeOfMimetype(mediaType: string): SourceType | null {
  const type = formatOfMediaType(mediaType)
  if (archives.some((own) => own.type === type) && type !== undefined) return readable(type)
  return mediaType.startsWith('application/vnd.oasis.opendocument') ? unreadableOf(mediaType) : null
}

function typeOf(file: Archive): SourceType {
  const carried = typeOfMimetype(textOf(file, 'mimetype').trim().toLowerCase().slice(0, 100))
  if (carried !== null) return carried
  const types = textOf(file, '[Content_Types].xml')
  const byContent = archives.find(({ contentType }) => contentType?.test(types))
  if (byContent !== undefined) return readable(byContent.type)
  const foreignPart = foreignParts.find(([pattern]) => pattern.test(types))
  if (foreignPart !== undefined) return foreignPart[1]
  const byFile = archives.find(({ fileName }) => file.names.some((name) => fileName?.test(name)))
  if (byFile !== undefined) return readable(byFile.type)
  return foreignFiles.find(([pattern]) => file.names.some((name) => pattern.test(name)))?.[1] ?? archive
}

/** The type that a file name suggests, for archives too damaged for detection. */
function suggestedType(fileName: string | null): SourceType {
  const type = formatOfName(fileName ?? '')
  return type !== undefined && archives.some((own) => own.type === type) ? readable(type) : archive
}

const isArchive = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5) && (bytes[3] === 4 || bytes[3] === 6)

/** Detects the type of a ZIP archive by its contents. Throws AppError source_too_complex. */
async function archiveType(bytes: Uint8Array, fileName: string | null): Promise<SourceType> {
  try {
    return typeOf(await openArchive(bytes))
  } catch (error) {
    if (error instanceof AppError && error.code === 'source_damaged') return suggestedType(fileName)
    throw error
  }
}

/** Declarations about bytes, which the bytes themselves may overrule. */
export interface TypeHints {
  fileName: string | null
  /** Content-Type header, with its parameters. */
  contentType: string | null
}

/** Media type without parameters, in lower case and empty if none is declared, and charset. */
function declaredBy({ fileName, contentType }: TypeHints): { essence: string; charset: string | null } {
  const type = formatOfName(fileName ?? '')
  const isMarkdown = /\.(?:md|markdown)$/iu.test(fileName ?? '')
  const byName = type === undefined || isFileType(type) ? '' : isMarkdown ? 'text/markdown' : mediaTypeOf(type)
  const [first = ''] = (contentType ?? '').split(';', 1)
  const essence = first.trim().toLowerCase()
  const charset = /;\s*charset\s*=\s*["']?([^\s;"']{1,40})/iu.exec(contentType ?? '')?.[1] ?? null
  return { essence: essence === '' ? byName : essence, charset }
}

/** Length of the start that file-type reads, enough for all signatures. */
const SIGNATURE_BYTES = 64 * 1024

/** The type of a picture, recording, archive or program by its signature; null if it has none. */
async function foreignType(bytes: Uint8Array): Promise<SourceType | null> {
  // file-type reads beyond an ID3 tag, which may be longer than the first kilobytes.
  if (Buffer.from(bytes.subarray(0, 3)).toString('latin1') === 'ID3') return unreadableOf('audio/mpeg')
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes.subarray(0, SIGNATURE_BYTES)).catch(() => undefined)
  return found === undefined ? null : unreadableOf(found.mime)
}

/** The declared type of unrecognized bytes; they are damaged, which their parser reports. */
function declaredType(fileName: string | null, essence: string): SourceType {
  const type = formatOfName(fileName ?? '') ?? formatOfMediaType(essence)
  return type === undefined || !isFileType(type) ? unreadableOf('application/octet-stream') : readable(type)
}

/** Office files from before 2007 other than Word's. */
function compoundType(bytes: Uint8Array): SourceType {
  const type = typeOfCompoundFile(bytes)
  if (type === 'xls') return unreadable('application/vnd.ms-excel', 'a spreadsheet (.xls)')
  if (type === 'ppt') return unreadable('application/vnd.ms-powerpoint', 'a presentation (.ppt)')
  return unreadable('application/vnd.ms-outlook', 'an email (.msg)')
}

/**
 * Detects the type of bytes by their content. File names and Content-Type count only for texts, which have no signature,
 * and for unrecognized bytes.
 *
 * @throws AppError source_too_complex, of archives
 */
export async function detectType(bytes: Uint8Array, hints: TypeHints): Promise<SourceType> {
  const own = fileTypes.find((type) => formatParsers[type].matches?.(bytes))
  if (own !== undefined) return readable(own)
  if (isArchive(bytes)) return await archiveType(bytes, hints.fileName)
  if (isOldWord(bytes)) return oldWord()
  if (isCompoundFile(bytes)) return compoundType(bytes)
  const { essence, charset } = declaredBy(hints)
  const head = textHead(bytes)
  const foreign = head === null || head.doubtful ? await foreignType(bytes) : null
  if (foreign !== null) return foreign
  return head === null ? declaredType(hints.fileName, essence) : textType(head, essence, charset)
}
