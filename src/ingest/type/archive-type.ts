import { AppError } from '../../shared/errors.ts'
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

/** Content types of main parts, which tell what an Office file is (ISO/IEC 29500-2). */
const mainParts: readonly (readonly [RegExp, SourceType])[] = [
  [/(?:wordprocessingml|ms-word)\.(?:document|template)[\w.]{0,40}\+xml/iu, readable('docx')],
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

/** Files that give an archive away whose own word is missing or broken, the surest first. */
const tellingNames: readonly (readonly [RegExp, SourceType])[] = [
  [/^word\/[^/]*\.xml$/iu, readable('docx')],
  [/^META-INF\/container\.xml$|\.opf$/iu, readable('epub')],
  [/^xl\/workbook\./iu, unreadableOf('spreadsheet')],
  [/^ppt\/presentation\./iu, unreadableOf('presentation')],
  [/^Index\/(?:Document|Slide|Tables)[^/]*\.iwa$/u, unreadable('application/vnd.apple.iwork', 'an iWork document')],
  [/^AndroidManifest\.xml$|^META-INF\/MANIFEST\.MF$/u, unreadable('application/java-archive', 'a program')],
]

const archive = unreadable('application/zip', 'an archive (.zip)')

/** What an archive is by the media type that it carries as its first file (OCF 3.3, ODF 1.2). */
function carriedType(mediaType: string): SourceType | null {
  if (/^application\/epub\+zip/iu.test(mediaType)) return readable('epub')
  return /^application\/vnd\.oasis\.opendocument/iu.test(mediaType) ? unreadableOf(mediaType) : null
}

function typeOf(file: Archive): SourceType {
  const carried = carriedType(textOf(file, 'mimetype').trim().toLowerCase().slice(0, 100))
  if (carried !== null) return carried
  const types = textOf(file, '[Content_Types].xml')
  const main = mainParts.find(([pattern]) => pattern.test(types))
  if (main !== undefined) return main[1]
  return tellingNames.find(([pattern]) => file.names.some((name) => pattern.test(name)))?.[1] ?? archive
}

/** What the name of a file promises that is an archive, for those too damaged to tell. */
function promisedType(fileName: string | null): SourceType {
  if (/\.do[ct][xm]$/iu.test(fileName ?? '')) return readable('docx')
  return /\.epub$/iu.test(fileName ?? '') ? readable('epub') : archive
}

export const isArchive = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5) && (bytes[3] === 4 || bytes[3] === 6)

/**
 * What a ZIP archive is, by what is in it.
 *
 * @throws AppError source_too_complex
 */
export async function archiveType(bytes: Uint8Array, fileName: string | null): Promise<SourceType> {
  let file: Archive
  try {
    file = await openArchive(bytes)
  } catch (error) {
    if (error instanceof AppError && error.code === 'source_damaged') return promisedType(fileName)
    throw error
  }
  return typeOf(file)
}
