import { Parser } from 'htmlparser2'
import { AppError } from '../../../shared/errors.ts'
import { SAVE_PAGE } from '../../advice.ts'

export class DomText {
  readonly firstChild = null
  nextSibling: DomNode | null = null
  parentNode: DomElement | null = null
  textContent: string

  constructor(text: string) {
    this.textContent = text
  }
}

export class DomElement {
  localName: string
  firstChild: DomNode | null = null
  lastChild: DomNode | null = null
  nextSibling: DomNode | null = null
  parentNode: DomElement | null = null
  readonly #attributes: Record<string, string>

  constructor(name: string, attributes: Record<string, string> = {}) {
    this.localName = name
    this.#attributes = attributes
  }

  get textContent(): string {
    let text = ''
    for (let node = nextNode(this, this); node !== null; node = nextNode(node, this)) {
      if (!isElement(node)) text += node.textContent
    }
    return text
  }

  getAttribute(name: string): string | null {
    return this.#attributes[name] ?? null
  }

  hasAttribute(name: string): boolean {
    return Object.hasOwn(this.#attributes, name)
  }

  setAttribute(name: string, value: string): void {
    this.#attributes[name] = value
  }

  removeAttribute(name: string): void {
    delete this.#attributes[name]
  }

  append(node: DomNode): void {
    node.parentNode = this
    node.nextSibling = null
    if (this.lastChild === null) this.firstChild = node
    else this.lastChild.nextSibling = node
    this.lastChild = node
  }

  takeChildren(): DomNode[] {
    const children: DomNode[] = []
    for (let node = this.firstChild; node !== null; node = node.nextSibling) children.push(node)
    this.firstChild = null
    this.lastChild = null
    return children
  }
}

export type DomNode = DomElement | DomText

export interface DomDocument {
  readonly documentElement: DomElement
  readonly body: DomElement
  readonly head: DomElement
}

export const isElement = (node: DomNode): node is DomElement => node instanceof DomElement

/** The next node in document order inside `root`; null after the last one. */
export function nextNode(node: DomNode, root: DomNode): DomNode | null {
  return node.firstChild ?? nodeAfter(node, root)
}

/** The next node in document order inside `root` that is not inside the given one; null after the last one. */
export function nodeAfter(node: DomNode, root: DomNode): DomNode | null {
  for (let at: DomNode | null = node; at !== null && at !== root; at = at.parentNode) {
    if (at.nextSibling !== null) return at.nextSibling
  }
  return null
}

type ElementTest = (element: DomElement) => boolean

/** The first element inside `root` that passes a test, or null. */
export function findElement(root: DomElement, test: ElementTest): DomElement | null {
  for (let node = nextNode(root, root); node !== null; node = nextNode(node, root)) {
    if (isElement(node) && test(node)) return node
  }
  return null
}

/** The elements inside `root` that pass a test, in document order. */
export function findElements(root: DomElement, test: ElementTest): DomElement[] {
  const found: DomElement[] = []
  for (let node = nextNode(root, root); node !== null; node = nextNode(node, root)) {
    if (isElement(node) && test(node)) found.push(node)
  }
  return found
}

/** Nodes, and characters of each, that are searched for words. */
const MAX_SEARCHED_NODES = 30
const MAX_SEARCHED_CHARACTERS = 200

/** Whether the beginning of a node has letters or digits. */
export function hasWords(root: DomNode): boolean {
  let node: DomNode | null = root
  for (let at = 0; node !== null && at < MAX_SEARCHED_NODES; at += 1, node = nextNode(node, root)) {
    if (!isElement(node) && /[\p{L}\p{N}]/u.test(node.textContent.slice(0, MAX_SEARCHED_CHARACTERS))) return true
  }
  return false
}

/** The text of a small element; empty if it has more than so many characters, spaces around it aside. */
export function shortText(root: DomElement, maxCharacters: number): string {
  const limit = maxCharacters * 4
  let text = ''
  let node = nextNode(root, root)
  for (let at = 0; node !== null; at += 1, node = nextNode(node, root)) {
    if (!isElement(node)) text += node.textContent
    if (at > limit || text.length > limit) return ''
  }
  const trimmed = text.trim()
  return trimmed.length > maxCharacters ? '' : trimmed
}

/** The beginning of a node's text: all of it or at least so many characters. */
export function textStart(root: DomNode, characters: number): string {
  let text = ''
  for (let node: DomNode | null = root; node !== null && text.length < characters; node = nextNode(node, root)) {
    if (!isElement(node)) text += node.textContent.slice(0, characters)
  }
  return text
}

export function hasName(...names: string[]): ElementTest {
  const known = new Set(names)
  return (element) => known.has(element.localName)
}

/** Whether an attribute that lists words, such as `rel` or `itemprop`, has one of them; letter case is ignored. */
export function hasToken(element: DomElement, attribute: string, token: string): boolean {
  const value = element.getAttribute(attribute)
  return value?.toLowerCase().split(/\s+/u).includes(token) ?? false
}

export function isInside(element: DomElement, ...names: string[]): boolean {
  for (let at = element.parentNode; at !== null; at = at.parentNode) {
    if (names.includes(at.localName)) return true
  }
  return false
}

export function childElements(element: DomElement): DomElement[] {
  const children: DomElement[] = []
  for (let node = element.firstChild; node !== null; node = node.nextSibling) if (isElement(node)) children.push(node)
  return children
}

/** Comment of React, and id of the template in its place, after what is shown until a streamed part arrives. */
export const STREAM_END = '/$'

interface TreeOptions {
  /** Parses XML. Names lose their prefixes and capitals; attributes can be read by their written names as well. */
  xml?: boolean
  maxDepth: number
  maxElements: number
  /** Creates the error for a tree beyond these limits. */
  tooComplex: () => AppError
}

/** A name without its namespace prefix, in lower case: books choose prefixes freely. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase()

function withLocalNames(attributes: Record<string, string>): Record<string, string> {
  const all = { ...attributes }
  for (const [name, value] of Object.entries(attributes)) all[localName(name)] ??= value
  return all
}

/** Parses markup into a tree. Its root contains everything outside any element. */
export function parseTree(source: string, options: TreeOptions): DomElement {
  const { xml = false, maxDepth, maxElements, tooComplex } = options
  const root = new DomElement('#root')
  let open = root
  let depth = 0
  let elements = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1
        elements += 1
        if (depth > maxDepth || elements > maxElements) throw tooComplex()
        const element = xml
          ? new DomElement(localName(name), withLocalNames(attributes))
          : new DomElement(name, attributes)
        open.append(element)
        open = element
      },
      ontext(text) {
        const last = open.lastChild
        if (last instanceof DomText) last.textContent += text
        else open.append(new DomText(text))
      },
      onclosetag() {
        depth -= 1
        open = open.parentNode ?? root
      },
      oncomment(text) {
        if (text === STREAM_END) open.append(new DomElement('template', { id: STREAM_END }))
      },
    },
    { xmlMode: xml },
  )
  parser.end(source)
  return root
}

/** Elements allowed in the head; the first other one begins the body. */
const headTags = new Set(['base', 'link', 'meta', 'noscript', 'script', 'style', 'template', 'title'])

const isBlank = (node: DomNode): boolean => node instanceof DomText && node.textContent.trim() === ''

/** Limits of pages: deeper than any author nests, and deep enough to slow down the passes over a page. */
const pageLimits: TreeOptions = {
  maxDepth: 20_000,
  maxElements: Number.POSITIVE_INFINITY,
  tooComplex: () => new AppError('source_too_complex', `This page is nested too deeply to be read. ${SAVE_PAGE}`),
}

/**
 * Parses a page and adds the `html`, `head` and `body` elements whose tags it omits, as HTML allows
 * (https://html.spec.whatwg.org/multipage/syntax.html#optional-tags).
 *
 * @throws AppError source_too_complex
 */
export function parseDom(html: string): DomDocument {
  const top = parseTree(html, pageLimits).takeChildren()
  const own = (nodes: readonly DomNode[], name: string): DomElement =>
    nodes.filter(isElement).find((element) => element.localName === name) ?? new DomElement(name)
  const documentElement = own(top, 'html')
  const nodes = top.flatMap((node) => (node === documentElement ? documentElement.takeChildren() : [node]))
  const [head, body] = [own(nodes, 'head'), own(nodes, 'body')]
  const inBody = body.takeChildren()
  const before: DomNode[] = []
  const after: DomNode[] = []
  let isAfterBody = false
  for (const node of nodes) {
    if (node === body) isAfterBody = true
    else if (node === head || isBlank(node)) continue
    else if (isAfterBody) after.push(node)
    else if (before.length === 0 && isElement(node) && headTags.has(node.localName)) head.append(node)
    else before.push(node)
  }
  for (const node of [...before, ...inBody, ...after]) body.append(node)
  documentElement.append(head)
  documentElement.append(body)
  return { documentElement, head, body }
}
