import { AppError } from '../../shared/errors.ts'
import { formatOfMediaType, formatOfName, uploadTypes } from '../../shared/formats.ts'
import { isCompoundFile, isOldWord, typeOfCompoundFile } from '../formats/doc/compound-file.ts'
import { formatParsers } from '../formats/registry.ts'
import { type Archive, openArchive } from '../formats/zip/open-archive.ts'
import { oldWord, readable, type SourceType, unreadable, unreadableOf } from './source-type.ts'
import { textHead, textType } from './text-type.ts'

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
  [
    /(?:presentationml|ms-powerpoint)\.(?:presentation|slideshow|template)[\w.]{0,40}\+xml/iu,
    unreadable('application/vnd.openxmlformats-officedocument.presentationml.presentation', 'a presentation (.pptx)'),
  ],
  [/ms-visio/iu, unreadable('application/vnd.ms-visio.drawing', 'a drawing (.vsdx)')],
]

/** Files of other formats, for archives without a content type. */
const foreignFiles: readonly (readonly [RegExp, SourceType])[] = [
  [/^xl\/workbook\./iu, unreadableOf('spreadsheet')],
  [/^ppt\/presentation\./iu, unreadableOf('presentation')],
  [/^Index\/(?:Document|Slide|Tables)[^/]*\.iwa$/u, unreadable('application/vnd.apple.iwork', 'an iWork document')],
  [/^AndroidManifest\.xml$|^META-INF\/MANIFEST\.MF$/u, unreadable('application/java-archive', 'a program')],
]

const archive = unreadable('application/zip', 'an archive (.zip)')

/** The formats that are archives. */
const archives = uploadTypes.flatMap((type) => {
  const signs = formatParsers[type].archive
  return signs === undefined ? [] : [{ type, ...signs }]
})

/** The type by the media type in an archive's first file (OCF 3.3, ODF 1.2); null if unknown. */
function carriedType(mediaType: string): SourceType | null {
  const type = formatOfMediaType(mediaType)
  if (archives.some((own) => own.type === type) && type !== undefined) return readable(type)
  return mediaType.startsWith('application/vnd.oasis.opendocument') ? unreadableOf(mediaType) : null
}

function typeOf(file: Archive): SourceType {
  const carried = carriedType(textOf(file, 'mimetype').trim().toLowerCase().slice(0, 100))
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

/**
 * Detects the type of a ZIP archive by its contents.
 *
 * @throws AppError source_too_complex
 */
async function archiveType(bytes: Uint8Array, fileName: string | null): Promise<SourceType> {
  let file: Archive
  try {
    file = await openArchive(bytes)
  } catch (error) {
    if (error instanceof AppError && error.code === 'source_damaged') return suggestedType(fileName)
    throw error
  }
  return typeOf(file)
}

/** Declarations about bytes, which the bytes themselves may overrule. */
export interface TypeHints {
  fileName: string | null
  /** Content-Type header, with its parameters. */
  contentType: string | null
}

/** Media types of texts, which have no signature, by file extension. */
const promised: readonly (readonly [RegExp, string])[] = [
  [/\.x?html?$/iu, 'text/html'],
  [/\.(?:md|markdown)$/iu, 'text/markdown'],
  [/\.(?:txt|text|rst|srt|vtt)$/iu, 'text/plain'],
]

interface Promised {
  /** Media type without parameters, in lower case; empty if none is declared. */
  essence: string
  charset: string | null
}

function promiseOf({ fileName, contentType }: TypeHints): Promised {
  const byName = promised.find(([pattern]) => fileName !== null && pattern.test(fileName))?.[1] ?? ''
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
function calledType(fileName: string | null, essence: string): SourceType {
  const type = formatOfName(fileName ?? '') ?? formatOfMediaType(essence)
  return type === undefined ? unreadableOf('application/octet-stream') : readable(type)
}

/** Office files from before 2007 other than Word's. */
function compoundType(bytes: Uint8Array): SourceType {
  const type = typeOfCompoundFile(bytes)
  if (type === 'xls') return unreadable('application/vnd.ms-excel', 'a spreadsheet (.xls)')
  if (type === 'ppt') return unreadable('application/vnd.ms-powerpoint', 'a presentation (.ppt)')
  return unreadable('application/vnd.ms-outlook', 'a mail (.msg)')
}

/**
 * Detects the type of bytes by their content. File names and Content-Type count only for texts, which have no signature,
 * and for unrecognized bytes.
 *
 * @throws AppError source_too_complex, of archives
 */
export async function detectType(bytes: Uint8Array, hints: TypeHints): Promise<SourceType> {
  const own = uploadTypes.find((type) => formatParsers[type].matches?.(bytes))
  if (own !== undefined) return readable(own)
  if (isArchive(bytes)) return await archiveType(bytes, hints.fileName)
  if (isOldWord(bytes)) return oldWord()
  if (isCompoundFile(bytes)) return compoundType(bytes)
  const { essence, charset } = promiseOf(hints)
  const head = textHead(bytes)
  const foreign = head === null || head.doubtful ? await foreignType(bytes) : null
  if (foreign !== null) return foreign
  return head === null ? calledType(hints.fileName, essence) : textType(head, essence, charset)
}
