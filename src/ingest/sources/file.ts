import type { ExtractedDocument } from '../../shared/document.ts'
import { decodeHtml } from '../formats/html/charset.ts'
import { readHtml } from '../formats/html/read-html.ts'
import { MIN_WORDS } from '../formats/parsed-document.ts'
import { mediaTypeOf } from '../net/media-type.ts'
import { readText } from './text.ts'

export interface FileInput {
  bytes: Uint8Array
  /** Without folders; null where the bytes came without a name. */
  fileName: string | null
  /** Where the file was once found, for relative addresses and links; null where it is not known. */
  url: string | null
  title?: string | null
}

/** What the ends of names promise. The bytes have the last word on everything that has a signature. */
const promised: readonly (readonly [RegExp, string])[] = [
  [/\.x?html?$/iu, 'text/html'],
  [/\.(?:md|markdown)$/iu, 'text/markdown'],
  [/\.(?:txt|text|rst)$/iu, 'text/plain'],
]

function promiseOf(fileName: string | null): string | null {
  return promised.find(([pattern]) => fileName !== null && pattern.test(fileName))?.[1] ?? null
}

/** Reads a file: a saved page or a plain text, in whatever encoding. A named title goes before the file's own. */
export function readFile({ bytes, fileName, url, title }: FileInput): ExtractedDocument {
  const type = mediaTypeOf(promiseOf(fileName), bytes, 'file')
  const document =
    type.kind === 'html'
      ? readHtml({ html: bytes, url }, MIN_WORDS)
      : readText({ content: decodeHtml(bytes, null), url, title: title ?? null, readAs: 'text file' })
  const given = title?.trim() ?? ''
  return {
    ...document,
    title: given === '' ? document.title : given,
    sourceInfo: {
      ...document.sourceInfo,
      mediaType: type.essence,
      bytes: bytes.byteLength,
      ...(fileName === null ? {} : { fileName }),
    },
  }
}
