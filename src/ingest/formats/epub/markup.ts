import { isUtf8 } from 'node:buffer'
import sniffEncoding from 'html-encoding-sniffer'
import { AppError } from '../../../shared/errors.ts'
import { guessEncoding } from '../decode-text.ts'
import type { Archive } from '../zip/open-archive.ts'
import { readXml, type XmlElement } from './xml.ts'

/** A document type stands this near the start, or it is none. */
const SEARCH_CHARACTERS = 8192
const MAX_DOCTYPE_CHARACTERS = 64 * 1024

/** What the entities of one file may add to it, in characters. */
const MAX_ADDED_CHARACTERS = 1_000_000

/**
 * Entities whose value is plain text: no markup and no other entity, so that nothing grows by nesting; none that is
 * found at an address, inside the archive or outside.
 */
const declaration = /<!ENTITY\s{1,20}([A-Za-z_][\w.-]{0,63})\s{1,20}(?:"([^"<%]{0,200})"|'([^'<%]{0,200})')\s{0,20}>/gu

/** Where a document type ends that begins at `from`, its internal subset included; null where it doesn't end. */
function doctypeEnd(markup: string, from: number): number | null {
  const limit = Math.min(markup.length, from + MAX_DOCTYPE_CHARACTERS)
  let inSubset = false
  let quote = ''
  for (let at = from; at < limit; at += 1) {
    const character = markup[at] ?? ''
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (markup.startsWith('<!--', at)) {
      const close = markup.indexOf('-->', at)
      if (close === -1) return null
      at = close + 2
    } else if (character === '"' || character === "'") quote = character
    else if (character === '[') inSubset = true
    else if (character === ']') inSubset = false
    else if (character === '>' && !inSubset) return at + 1
  }
  return null
}

function declaredIn(doctype: string): Map<string, string> {
  const entities = new Map<string, string>()
  for (const [, name = '', double, single] of doctype.matchAll(declaration)) {
    const value = double ?? single ?? ''
    if (!/&(?!#)/u.test(value) && !entities.has(name)) entities.set(name, value)
  }
  return entities
}

/** Puts values where they are named, until they have added as much as they may. */
function substitute(markup: string, entities: ReadonlyMap<string, string>): string {
  const parts: string[] = []
  let done = 0
  let added = 0
  for (const { 0: reference, 1: name = '', index } of markup.matchAll(/&([A-Za-z_][\w.-]{0,63});/gu)) {
    const value = entities.get(name)
    if (value === undefined) continue
    added += value.length + 1
    if (added > MAX_ADDED_CHARACTERS) break
    parts.push(markup.slice(done, index), value)
    done = index + reference.length
  }
  return `${parts.join('')}${markup.slice(done)}`
}

/** Takes a document type off, and puts the text of the entities that it declares where they are named. */
function resolveEntities(markup: string): string {
  const from = /<!DOCTYPE/iu.exec(markup.slice(0, SEARCH_CHARACTERS))?.index
  const end = from === undefined ? null : doctypeEnd(markup, from)
  if (from === undefined || end === null) return markup
  const entities = declaredIn(markup.slice(from, end))
  const rest = `${markup.slice(0, from)}${markup.slice(end)}`
  if (entities.size === 0) return rest
  return substitute(rest, entities)
}

/** Marks that nothing was declared. */
const UNDECLARED = 'x-undeclared'

/** Whether no more than a few characters are broken, so that a file is UTF-8 as it says, or as files are by default. */
function isAlmostSound(text: string): boolean {
  const most = Math.max(20, text.length * 0.01)
  let broken = 0
  for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', at + 1)) {
    broken += 1
    if (broken > most) return false
  }
  return true
}

function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch {
    // An encoding that the platform doesn't know, or refuses to decode.
    return null
  }
}

/** What Windows-1252 has in the place of the control characters U+0080 to U+009F. */
const inWindows1252 = new TextDecoder('windows-1252').decode(
  Uint8Array.from({ length: 32 }, (_, index) => 0x80 + index),
)

/** All matches of a replacement are held at once, so a text is mended in steps. */
const REPAIR_STEP = 65_536

/**
 * Control characters that no text holds stand where bytes of Windows-1252 were taken for Unicode: dashes, quotes. HTML
 * reads references to them the same way.
 */
function repairControls(text: string): string {
  if (!/[\u0080-\u009f]/u.test(text)) return text
  const parts: string[] = []
  for (let at = 0; at < text.length; at += REPAIR_STEP) {
    const part = text.slice(at, at + REPAIR_STEP)
    parts.push(part.replace(/[\u0080-\u009f]/g, (control) => inWindows1252[control.charCodeAt(0) - 0x80] ?? ''))
  }
  return parts.join('')
}

function decode(bytes: Uint8Array): string {
  const inXml = sniffEncoding(bytes, { xml: true, defaultEncoding: UNDECLARED })
  if (/^utf-16/iu.test(inXml)) return decodeAs(inXml, bytes) ?? ''
  const asUtf8 = new TextDecoder().decode(bytes)
  if (isUtf8(bytes)) return asUtf8
  const declared = inXml === UNDECLARED ? sniffEncoding(bytes, { defaultEncoding: UNDECLARED }) : inXml
  const believed = declared === UNDECLARED || /^utf-8$/iu.test(declared)
  if (believed && isAlmostSound(asUtf8)) return asUtf8
  const other = believed ? guessEncoding(bytes) : declared
  return decodeAs(other, bytes) ?? asUtf8
}

/**
 * The markup of a part of a book: decoded by byte order mark, XML declaration or `<meta>`, else by its bytes, with the
 * document type taken off and the entities that it declares put in place.
 */
export function decodeMarkup(bytes: Uint8Array): string {
  return resolveEntities(repairControls(decode(bytes)))
}

/** Whether decoded bytes are markup, rather than what is left of it after encryption or damage. */
const isMarkup = (text: string): boolean =>
  /^[^<]{0,1000}<[!?a-z]/iu.test(text) && !/[\0\ufffd]{8}/u.test(text.slice(0, 1000))

/**
 * The markup of a file of a book.
 *
 * @returns null where it can't be unpacked, or holds no markup
 * @throws AppError source_encrypted, source_too_complex
 */
export function readMarkup(archive: Archive, path: string): string | null {
  try {
    const markup = decodeMarkup(archive.read(path))
    return isMarkup(markup) ? markup : null
  } catch (error) {
    if (error instanceof AppError && error.code === 'source_damaged') return null
    throw error
  }
}

/**
 * One of the files that say how a book is arranged, as a tree; an empty one where the file is not there or damaged, since
 * a book can be read without most of them.
 *
 * @throws AppError source_encrypted, source_too_complex
 */
export function readTree(archive: Archive, path: string): XmlElement {
  return readXml(archive.has(path) ? (readMarkup(archive, path) ?? '') : '')
}
