import { AppError } from '../../shared/errors.ts'
import { formatOfMediaType, formatOfName, uploadTypes } from '../../shared/formats.ts'
import { formatParsers } from '../formats/registry.ts'
import { type Archive, openArchive } from '../formats/zip/open-archive.ts'
import { readable, type SourceType, unreadable, unreadableOf } from './source-type.ts'

/** Parts of an archive that name types are small; of a large one the start is enough. */
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

/** A type by the media type that an archive carries as its first file (OCF 3.3, ODF 1.2); null where it is unknown. */
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

/** The type that a file name suggests, for archives too damaged to tell. */
function suggestedType(fileName: string | null): SourceType {
  const type = formatOfName(fileName ?? '')
  return type !== undefined && archives.some((own) => own.type === type) ? readable(type) : archive
}

export const isArchive = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5) && (bytes[3] === 4 || bytes[3] === 6)

/**
 * Detects the type of a ZIP archive by its contents.
 *
 * @throws AppError source_too_complex
 */
export async function archiveType(bytes: Uint8Array, fileName: string | null): Promise<SourceType> {
  let file: Archive
  try {
    file = await openArchive(bytes)
  } catch (error) {
    if (error instanceof AppError && error.code === 'source_damaged') return suggestedType(fileName)
    throw error
  }
  return typeOf(file)
}
