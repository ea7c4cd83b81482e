import { hasPdfHeader } from './pdf-header.ts'
import { readable, type SourceType, unreadableOf } from './source-type.ts'
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

/** Pictures, recordings, archives, programs: what is none of ours, named by its signature. */
async function foreignType(bytes: Uint8Array): Promise<SourceType> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes.subarray(0, SIGNATURE_BYTES)).catch(() => undefined)
  return unreadableOf(found?.mime ?? 'application/octet-stream')
}

/** Tells what bytes are, from themselves; what is said of them counts only for texts, which have no signature. */
export async function detectType(bytes: Uint8Array, hints: TypeHints): Promise<SourceType> {
  if (hasPdfHeader(bytes)) return readable('pdf')
  const head = textHead(bytes)
  if (head === null) return await foreignType(bytes)
  const { essence, charset } = promiseOf(hints)
  return textType(head, essence, charset)
}
