import { decodeHTML } from 'entities'
import { AppError } from '../../../shared/errors.ts'
import { foldText } from '../clean-text.ts'
import { decodeXml } from '../decode-text.ts'
import { type DomElement, findElements, hasName, isElement, nextNode, parseTree } from '../html/dom.ts'
import { tooComplex } from '../refusals.ts'
import type { Archive } from '../zip/open-archive.ts'

/** A document type declaration begins within this distance of the start. */
const SEARCH_CHARACTERS = 8192
const MAX_DOCTYPE_CHARACTERS = 64 * 1024

/** Maximum number of characters that the entities of a file may add to it. */
const MAX_ADDED_CHARACTERS = 1_000_000

/**
 * Entities whose value is plain text: no markup and no other entity, so nothing grows by nesting, and nothing external.
 */
const declaration = /<!ENTITY\s{1,20}([A-Za-z_][\w.-]{0,63})\s{1,20}(?:"([^"<%]{0,200})"|'([^'<%]{0,200})')\s{0,20}>/gu

/** End of the document type that begins at `from`, including its internal subset; null if it doesn't end. */
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

/** Replaces references to entities, up to the maximum of added characters. */
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

/** Removes a document type and replaces references to the entities that it declares. */
function resolveEntities(markup: string): string {
  const from = /<!DOCTYPE/iu.exec(markup.slice(0, SEARCH_CHARACTERS))?.index
  const end = from === undefined ? null : doctypeEnd(markup, from)
  if (from === undefined || end === null) return markup
  const entities = declaredIn(markup.slice(from, end))
  const rest = `${markup.slice(0, from)}${markup.slice(end)}`
  if (entities.size === 0) return rest
  return substitute(rest, entities)
}

/** Characters of Windows-1252 at the positions of the control characters U+0080 to U+009F. */
const inWindows1252 = new TextDecoder('windows-1252').decode(
  Uint8Array.from({ length: 32 }, (_, index) => 0x80 + index),
)

/** All matches of a replacement are in memory at the same time, so a text is repaired in steps. */
const REPAIR_STEP = 65_536

/**
 * Replaces control characters by the Windows-1252 characters (dashes, quotes) that were mistaken for them. HTML reads
 * references to them the same way.
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

/**
 * Decodes the markup of a part of a book, by byte order mark, XML declaration or `<meta>`, or else by its bytes, removes
 * the document type and resolves the entities that it declares.
 */
export function decodeMarkup(bytes: Uint8Array): string {
  return resolveEntities(repairControls(decodeXml(bytes)))
}

/** Whether decoded bytes are markup rather than encrypted or damaged data. */
const isMarkup = (text: string): boolean =>
  /^[^<]{0,1000}<[!?a-z]/iu.test(text) && !/[\0\ufffd]{8}/u.test(text.slice(0, 1000))

/**
 * Reads the text of a file of a book; null if it can't be unpacked.
 *
 * @throws AppError source_encrypted, source_too_complex
 */
export function readText(archive: Archive, path: string): string | null {
  try {
    return decodeMarkup(archive.read(path))
  } catch (error) {
    if (error instanceof AppError && error.code === 'source_damaged') return null
    throw error
  }
}

/** The same of a file with markup; null if it has none. */
export function readMarkup(archive: Archive, path: string): string | null {
  const markup = readText(archive, path)
  return markup !== null && isMarkup(markup) ? markup : null
}

/** Longer than the longest tables of contents. */
const MAX_CHARACTERS = 8_000_000
const limits = { xml: true, maxDepth: 256, maxElements: 300_000, tooComplex: () => tooComplex('e-book') }

/**
 * Parses one of the files that describe a book, as a tree; returns an empty one if the file is missing or damaged, since
 * a book can be read without most of them.
 *
 * @throws AppError source_encrypted, source_too_complex
 */
export function readTree(archive: Archive, path: string): DomElement {
  const markup = archive.has(path) ? (readMarkup(archive, path) ?? '') : ''
  if (markup.length > MAX_CHARACTERS) throw tooComplex('e-book')
  return parseTree(markup, limits)
}

export const findAll = (element: DomElement, name: string): DomElement[] => findElements(element, hasName(name))

/** The text inside an element on one line; pictures count by their alternative text. */
export function textOf(element: DomElement): string {
  const parts: string[] = []
  for (let node = nextNode(element, element); node !== null; node = nextNode(node, element)) {
    if (!isElement(node)) parts.push(node.textContent)
    else if (node.localName === 'img') parts.push(` ${node.getAttribute('alt') ?? ''} `)
    else if (node.localName === 'br') parts.push(' ')
  }
  return foldText(decodeHTML(parts.join('')))
}
