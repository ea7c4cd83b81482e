import { AppError } from '../../../shared/errors.ts'
import type { Piece } from '../../document.ts'
import { foldText } from '../clean-text.ts'
import { decodeText } from '../decode-text.ts'
import { findElement, hasName, parseDom } from '../html/dom.ts'
import { readPage } from '../html/page.ts'
import { damaged } from '../refusals.ts'

/** Reads a page that was written as a document: all of it is text, without a web site's frame. */
function readPieces(html: string) {
  // Without the outermost element, text outside of a body becomes part of one.
  const page = parseDom(/<body[\s>]/iu.test(html) ? html : html.replace(/<\/?html\b[^>]{0,2000}>/giu, ''))
  return {
    title: foldText(findElement(page.documentElement, hasName('title'))?.textContent ?? '') || null,
    language: page.documentElement.getAttribute('lang') ?? null,
    pieces: readPage(page.body).blocks.map(({ type, level, marker, text }): Piece => ({ type, level, marker, text })),
  }
}

/**
 * Reads HTML that a word processor wrote. The language detector must have been loaded.
 *
 * @param charset declared by its container, if any
 * @throws AppError source_damaged
 */
export function readHtmlDocument(bytes: Uint8Array, charset: string | null) {
  try {
    return readPieces(decodeText(bytes, charset))
  } catch (cause) {
    // Some broken pages make the parser throw.
    throw cause instanceof AppError ? cause : damaged('document', cause)
  }
}

/** Maximum number of parts of a saved page; the rest are pictures. */
const MAX_PARTS = 200
const MAX_HEADER_CHARACTERS = 10_000

interface Part {
  type: string
  charset: string | null
  encoding: string
  body: string
}

const contentType = /^content-type:(.*)$/imu
const transferEncoding = /^content-transfer-encoding:(.*)$/imu

const header = (headers: string, pattern: RegExp): string => pattern.exec(headers)?.[1]?.trim() ?? ''

/** @param text a part in Latin-1, a character per byte: headers, an empty line, the body */
function partOf(text: string): Part {
  const end = /\r?\n\r?\n/u.exec(text.slice(0, MAX_HEADER_CHARACTERS))
  const headers = text.slice(0, end?.index ?? 0).replace(/\r?\n[ \t]+/gu, ' ')
  const type = header(headers, contentType)
  return {
    type,
    charset: /charset\s*=\s*"?([\w-]{1,40})/iu.exec(type)?.[1] ?? null,
    encoding: header(headers, transferEncoding).toLowerCase(),
    body: end === null ? '' : text.slice(end.index + end[0].length),
  }
}

/** Decodes a transfer encoding (RFC 2045, section 6). */
function decode({ body, encoding }: Part): Uint8Array {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1')
  const text = body
    .replace(/=\r?\n/gu, '')
    .replace(/=([\dA-F]{2})/giu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(text, 'latin1')
}

/** Whether a file is a web page saved as one file (MHTML, RFC 2557), which some programs export for Word. */
export function isMime(start: string): boolean {
  return /^(?:[\w-]{1,40}:.*\r?\n(?:[ \t].*\r?\n)*){0,20}?mime-version:/iu.test(start)
}

/** Reads the first page in MHTML; null without one. */
export function readMimeDocument(bytes: Uint8Array) {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const boundary = /boundary\s*=\s*"?([^"\r\n;]{1,200})/iu.exec(text.slice(0, MAX_HEADER_CHARACTERS))?.[1]
  const parts = boundary === undefined ? [text] : text.split(`--${boundary}`, MAX_PARTS).slice(1)
  const page = parts.map((part) => partOf(part.replace(/^\r?\n/u, ''))).find(({ type }) => /^text\/html/iu.test(type))
  return page === undefined ? null : readHtmlDocument(decode(page), page.charset)
}
