import { Parser } from 'htmlparser2'
import { foldText } from '../clean-text.ts'
import { tooComplex } from '../refusals.ts'

/** An element of one of a book's small files: what it holds, how it is arranged, its contents list. */
export interface XmlElement {
  /** Without prefix, lower case. */
  name: string
  /** By names as written, prefixes included. */
  attributes: Readonly<Record<string, string>>
  nodes: (XmlElement | string)[]
}

/** Longer than the longest lists of contents. */
const MAX_CHARACTERS = 8_000_000
const MAX_ELEMENTS = 300_000
const MAX_DEPTH = 256

/** A name without its namespace prefix: books choose prefixes freely. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase()

/**
 * Reads XML, or what was meant to be XML: faults are passed over.
 *
 * @returns the root above all top elements
 * @throws AppError source_too_complex
 */
export function readXml(markup: string): XmlElement {
  if (markup.length > MAX_CHARACTERS) throw tooComplex('e-book')
  const root: XmlElement = { name: '', attributes: {}, nodes: [] }
  const open = [root]
  let elements = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        elements += 1
        if (elements > MAX_ELEMENTS || open.length > MAX_DEPTH) throw tooComplex('e-book')
        const element = { name: localName(name), attributes, nodes: [] }
        open.at(-1)?.nodes.push(element)
        open.push(element)
      },
      onclosetag() {
        if (open.length > 1) open.pop()
      },
      ontext(text) {
        open.at(-1)?.nodes.push(text)
      },
    },
    { xmlMode: true },
  )
  parser.end(markup)
  return root
}

/** The elements inside an element, in document order. */
export function* descendants(element: XmlElement): Generator<XmlElement> {
  const open = element.nodes.toReversed()
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === 'string') continue
    yield node
    for (let index = node.nodes.length - 1; index >= 0; index -= 1) open.push(node.nodes[index] ?? '')
  }
}

/** The elements of a name inside an element, in document order. */
export function findAll(element: XmlElement, name: string): XmlElement[] {
  return [...descendants(element)].filter((inner) => inner.name === name)
}

/** The children of an element that are elements. */
export function childrenOf(element: XmlElement): XmlElement[] {
  return element.nodes.filter((node) => typeof node !== 'string')
}

/** An attribute by its name without prefix. */
export function attributeOf(element: XmlElement, name: string): string | null {
  const exact = element.attributes[name]
  if (exact !== undefined) return exact
  const found = Object.entries(element.attributes).find(([written]) => localName(written) === name)
  return found === undefined ? null : found[1]
}

/** Resolves the entities of HTML, which books use in files where only those of XML are known. */
function decodeNamed(text: string): string {
  if (!/&\w/u.test(text)) return text
  const parts: string[] = []
  new Parser({ ontext: (part) => parts.push(part) }).end(text.replaceAll('<', '&lt;'))
  return parts.join('')
}

/** The text inside an element on one line; pictures count by their alternative text. */
export function textOf(element: XmlElement): string {
  const parts: string[] = []
  const open: (XmlElement | string)[] = [element]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === 'string') parts.push(node)
    else if (node.name === 'img') parts.push(` ${node.attributes['alt'] ?? ''} `)
    else if (node.name === 'br') parts.push(' ')
    else for (let index = node.nodes.length - 1; index >= 0; index -= 1) open.push(node.nodes[index] ?? '')
  }
  return foldText(decodeNamed(parts.join('')))
}
