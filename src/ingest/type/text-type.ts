import { isMime } from '../formats/word/html.ts'
import { readable, type SourceType, unreadable, unreadableOf } from './source-type.ts'

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
  /** Encoding, if detected. */
  charset: string | null
  /** Contains zeros, which texts contain only by accident. */
  doubtful: boolean
}

/** The beginning of bytes that look like text in any encoding, or null. */
export function textHead(bytes: Uint8Array): TextHead | null {
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
/** First element of an XML document, past its prolog. */
const xmlRoot = /<([a-z][\w:.-]{0,100})[\s/>]/iu

/** Processing instruction of Word 2003's XML. */
const wordXml = /<\?mso-application\s+progid="Word\.Document"/u
/** Header of a page saved as one file (MHTML, RFC 2557). */
const savedPage = /^content-type:\s{0,10}multipart\/related/imu

const vague = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'application/force-download'])
const plain = /^text\/(?:plain|markdown|x-markdown|x-rst)$/u
const markup = /^(?:text\/html|application\/xhtml\+xml)$/u

function xmlType(text: string, head: TextHead): SourceType {
  const root = xmlRoot.exec(text)?.[1]?.toLowerCase() ?? ''
  if (wordXml.test(text) || /(?:^|:)worddocument$/u.test(root)) return readable('doc')
  if (root === 'html' || htmlStart.test(text)) return readable('html', { charset: head.charset })
  if (root === 'rss' || root === 'feed' || root === 'rdf:rdf') return unreadable('application/rss+xml', 'a news feed')
  if (root === 'svg') return unreadableOf('image/svg+xml')
  if (root === 'fictionbook') return unreadable('application/x-fictionbook+xml', 'an e-book (.fb2)')
  return unreadableOf('application/xml')
}

/**
 * Detects the type of a text.
 *
 * @param essence media type by its name or its server, without parameters; empty if unknown
 */
export function textType(head: TextHead, essence: string, charset: string | null): SourceType {
  const { text } = head
  const found = { charset: charset ?? head.charset }
  if (text.startsWith('{\\rtf')) return unreadableOf('application/rtf')
  // Word also writes web pages saved as one file with the extension .doc.
  if (savedPage.test(text) && isMime(text)) return readable('doc', { mediaType: 'multipart/related' })
  if (text.startsWith('%!PS')) return unreadableOf('application/postscript')
  if (markup.test(essence)) return readable('html', { ...found, mediaType: essence })
  if (essence === 'text/plain' && htmlStart.test(text)) return readable('html', found)
  if (plain.test(essence)) return readable('text', { ...found, mediaType: essence })
  if (/^\s*<\?xml\s/u.test(text) || /[/+]xml$/u.test(essence)) return xmlType(text, { ...head, ...found })
  // The server is certainly wrong about these: it sent an error page or a text instead.
  const wrong = /^(?:image|audio|video|font)\/|pdf|zip|word|officedocument|opendocument/u.test(essence)
  if ((vague.has(essence) || wrong) && htmlTag.test(text)) return readable('html', found)
  return vague.has(essence) ? readable('text', found) : unreadableOf(essence)
}
