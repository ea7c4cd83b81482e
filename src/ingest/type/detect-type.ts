import { isCompoundFile, isOldWord, typeOfCompoundFile } from '../formats/doc/compound-file.ts'
import { archiveType, isArchive } from './archive-type.ts'
import { hasPdfHeader } from './pdf-header.ts'
import { oldWord, type ReadableType, readable, type SourceType, unreadable, unreadableOf } from './source-type.ts'
import { textHead, textType } from './text-type.ts'

/** What is said of bytes by others. The bytes have the last word. */
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

/** What names and servers call the types that have a signature. */
const binaries: readonly (readonly [RegExp, ReadableType])[] = [
  [/\.pdf$|^application\/(?:x-)?pdf$/iu, 'pdf'],
  [/\.do[ct][xm]$|^application\/vnd\.openxmlformats-officedocument\.wordprocessingml/iu, 'docx'],
  [/\.do[ct]$|^application\/msword$/iu, 'doc'],
  [/\.epub$|^application\/epub\+zip$/iu, 'epub'],
]

/** Pictures, recordings, archives, programs: what is none of ours, named by its signature; null where it has none. */
async function foreignType(bytes: Uint8Array): Promise<SourceType | null> {
  // What stands behind a tag of ID3 is asked for by file-type, and may lie beyond the first kilobytes.
  if (Buffer.from(bytes.subarray(0, 3)).toString('latin1') === 'ID3') return unreadableOf('audio/mpeg')
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes.subarray(0, SIGNATURE_BYTES)).catch(() => undefined)
  return found === undefined ? null : unreadableOf(found.mime)
}

/** Bytes that tell nothing are what they are called; in which case they are damaged, and their reader says so. */
function calledType(names: readonly string[]): SourceType {
  const promise = binaries.find(([pattern]) => names.some((name) => pattern.test(name)))
  return promise === undefined ? unreadableOf('application/octet-stream') : readable(promise[1])
}

/** Office files from before 2007. The reader of .doc files rejects those that are locked or of an unknown kind. */
function compoundType(bytes: Uint8Array): SourceType {
  const type = typeOfCompoundFile(bytes)
  if (type === 'xls') return unreadable('application/vnd.ms-excel', 'a spreadsheet (.xls)')
  if (type === 'ppt') return unreadable('application/vnd.ms-powerpoint', 'a presentation (.ppt)')
  return type === 'msg' ? unreadable('application/vnd.ms-outlook', 'a mail (.msg)') : readable('doc')
}

/**
 * Tells what bytes are, from themselves; what is said of them counts only for texts, which have no signature.
 *
 * @throws AppError source_too_complex, of archives
 */
export async function detectType(bytes: Uint8Array, hints: TypeHints): Promise<SourceType> {
  if (hasPdfHeader(bytes)) return readable('pdf')
  if (isArchive(bytes)) return await archiveType(bytes, hints.fileName)
  if (isOldWord(bytes)) return oldWord()
  if (isCompoundFile(bytes)) return compoundType(bytes)
  const { essence, charset } = promiseOf(hints)
  const head = textHead(bytes)
  const foreign = head === null || head.doubtful ? await foreignType(bytes) : null
  if (foreign !== null) return foreign
  return head === null ? calledType([hints.fileName ?? '', essence]) : textType(head, essence, charset)
}
