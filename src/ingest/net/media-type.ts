import { AppError } from '../../shared/errors.ts'

/** What a response holds, as far as reading goes. */
export interface MediaType {
  kind: 'html' | 'text'
  /** Type without parameters, lower case. */
  essence: string
  charset: string | null
}

const names: readonly (readonly [RegExp, string])[] = [
  [/pdf/u, 'a PDF document'],
  [/^image\//u, 'an image'],
  [/^video\//u, 'a video'],
  [/^audio\//u, 'an audio recording'],
  [/epub/u, 'an e-book'],
  [/word|opendocument\.text|rtf/u, 'a text document'],
  [/sheet|excel/u, 'a spreadsheet'],
  [/presentation|powerpoint/u, 'a presentation'],
  [/zip|compressed|tar|x-7z|rar/u, 'an archive'],
  [/json/u, 'data (JSON)'],
  [/rss|atom/u, 'a news feed'],
  [/xml/u, 'data (XML)'],
]

/** What the bytes came in: it is named to the person. */
type Carrier = 'address' | 'file'

function unsupported(essence: string, carrier: Carrier): AppError {
  const found =
    names.find(([pattern]) => pattern.test(essence))?.[1] ??
    (essence === '' ? 'something that is not text' : `a file of type ${essence}`)
  return new AppError(
    'source_type_unsupported',
    carrier === 'address'
      ? `This address leads to ${found}, not to an article. Paste its text instead.`
      : `This file is ${found}, which cannot be read. Give its text instead.`,
  )
}

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  Buffer.from(bytes.subarray(0, text.length)).toString('latin1') === text

/** File signatures that servers send under wrong or missing types. */
function signature(bytes: Uint8Array): string | null {
  if (startsWith(bytes, '%PDF-')) return 'application/pdf'
  if (startsWith(bytes, 'PK\u0003\u0004')) return 'application/zip'
  if (startsWith(bytes, '\u0089PNG') || startsWith(bytes, 'GIF8') || startsWith(bytes, '\u00ff\u00d8\u00ff'))
    return 'image/*'
  return null
}

/**
 * Tells what a response holds from its Content-Type, and from its first bytes where that is missing or says nothing.
 *
 * @throws AppError source_type_unsupported, naming what it is
 */
export function mediaTypeOf(contentType: string | null, bytes: Uint8Array, carrier: Carrier = 'address'): MediaType {
  const [first = ''] = (contentType ?? '').split(';')
  const essence = first.trim().toLowerCase()
  const charset = /;\s*charset\s*=\s*["']?([^\s;"']+)/iu.exec(contentType ?? '')?.[1] ?? null
  const signed = signature(bytes)
  if (signed !== null) throw unsupported(signed, carrier)
  if (essence === 'text/html' || essence === 'application/xhtml+xml') return { kind: 'html', essence, charset }
  const head = Buffer.from(bytes.subarray(0, 2048)).toString('latin1')
  const looksLikeHtml = /<(?:!doctype html|html|head|body|title|meta)[\s>]/iu.test(head)
  const vague =
    essence === '' || essence === 'application/octet-stream' || essence === 'application/xml' || essence === 'text/xml'
  if (looksLikeHtml && (vague || essence === 'text/plain')) return { kind: 'html', essence: 'text/html', charset }
  if (/^text\/(?:plain|markdown|x-markdown|x-rst)$/u.test(essence)) return { kind: 'text', essence, charset }
  if (essence === '' && !bytes.subarray(0, 2048).includes(0)) return { kind: 'text', essence: 'text/plain', charset }
  throw unsupported(essence, carrier)
}
