import { formatOfMediaType, formatOfName, uploadTypes } from '../../shared/formats.ts'
import { isCompoundFile, isOldWord, typeOfCompoundFile } from '../formats/doc/compound-file.ts'
import { formatParsers } from '../formats/registry.ts'
import { archiveType, isArchive } from './archive-type.ts'
import { oldWord, readable, type SourceType, unreadable, unreadableOf } from './source-type.ts'
import { textHead, textType } from './text-type.ts'

/** What others say about bytes. The bytes have the last word. */
export interface TypeHints {
  fileName: string | null
  /** Content-Type header, with its parameters. */
  contentType: string | null
}

/** What the ends of names promise of texts, which have no signature. */
const promised: readonly (readonly [RegExp, string])[] = [
  [/\.x?html?$/iu, 'text/html'],
  [/\.(?:md|markdown)$/iu, 'text/markdown'],
  [/\.(?:txt|text|rst|srt|vtt)$/iu, 'text/plain'],
]

interface Promised {
  /** Media type without parameters, in lower case; empty where nothing is said. */
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

/** file-type reads no more than this of anything: what it is for here stands in the first kilobytes. */
const SIGNATURE_BYTES = 64 * 1024

/** Pictures, recordings, archives, programs: what is none of ours, named by its signature; null where it has none. */
async function foreignType(bytes: Uint8Array): Promise<SourceType | null> {
  // What stands behind a tag of ID3 is asked for by file-type, and may lie beyond the first kilobytes.
  if (Buffer.from(bytes.subarray(0, 3)).toString('latin1') === 'ID3') return unreadableOf('audio/mpeg')
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes.subarray(0, SIGNATURE_BYTES)).catch(() => undefined)
  return found === undefined ? null : unreadableOf(found.mime)
}

/** The type that bytes without any sign of their own are called; they are damaged, which their parser will say. */
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
 * Detects the type of bytes from themselves. File names and Content-Type count only for texts, which have no signature,
 * and for bytes without any sign.
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
