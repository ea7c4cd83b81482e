import { Parser } from 'htmlparser2'
import { AppError } from '../../../shared/errors.ts'
import { SAVE_PAGE } from '../../advice.ts'

/** The members of a DOM node that the readers use, common to our nodes and linkedom's. */
export interface DomNode {
  readonly nodeType: number
  readonly firstChild: DomNode | null
  readonly nextSibling: DomNode | null
  readonly parentNode: DomNode | null
  readonly textContent: string | null
}

export interface DomElement extends DomNode {
  readonly localName: string
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  hasAttribute(name: string): boolean
}

export interface DomDocument {
  readonly documentElement: DomElement
  readonly body: DomElement
  readonly head: DomElement
}

const ELEMENT_NODE = 1
export const TEXT_NODE = 3

/** Whether a node is an element. */
export function isElement(node: DomNode): node is DomElement {
  return node.nodeType === ELEMENT_NODE
}

/** The next node in document order inside `root`; null after the last one. */
export function nextNode(node: DomNode, root: DomNode): DomNode | null {
  if (node.firstChild !== null) return node.firstChild
  return nextOutside(node, root)
}

/** The next node in document order inside `root` that is not inside `node`; null after the last one. */
function nextOutside(node: DomNode, root: DomNode): DomNode | null {
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

/** A test for elements with one of several names. */
export function hasName(...names: string[]): ElementTest {
  const known = new Set(names)
  return (element) => known.has(element.localName)
}

/** Whether an attribute that lists words, such as `rel` or `itemprop`, has one of them; letter case is ignored. */
export function hasToken(element: DomElement, attribute: string, token: string): boolean {
  const value = element.getAttribute(attribute)
  return value?.toLowerCase().split(/\s+/u).includes(token) ?? false
}

/** Whether an element is inside one with a name. */
export function isInside(element: DomElement, ...names: string[]): boolean {
  for (let at = element.parentNode; at !== null; at = at.parentNode) {
    if (isElement(at) && names.includes(at.localName)) return true
  }
  return false
}

/** The child elements of an element. */
export function childElements(element: DomElement): DomElement[] {
  const children: DomElement[] = []
  for (let node = element.firstChild; node !== null; node = node.nextSibling) if (isElement(node)) children.push(node)
  return children
}

class TreeText implements DomNode {
  readonly nodeType = TEXT_NODE
  readonly firstChild = null
  nextSibling: TreeNode | null = null
  parentNode: TreeElement | null = null
  textContent: string

  constructor(text: string) {
    this.textContent = text
  }
}

class TreeElement implements DomElement {
  readonly nodeType = ELEMENT_NODE
  readonly localName: string
  firstChild: TreeNode | null = null
  lastChild: TreeNode | null = null
  nextSibling: TreeNode | null = null
  parentNode: TreeElement | null = null
  readonly #attributes: Record<string, string>

  constructor(name: string, attributes: Record<string, string> = {}) {
    this.localName = name
    this.#attributes = attributes
  }

  get textContent(): string {
    let text = ''
    for (let node = nextNode(this, this); node !== null; node = nextNode(node, this)) {
      if (node.nodeType === TEXT_NODE) text += node.textContent ?? ''
    }
    return text
  }

  getAttribute(name: string): string | null {
    return Object.hasOwn(this.#attributes, name) ? (this.#attributes[name] ?? null) : null
  }

  hasAttribute(name: string): boolean {
    return Object.hasOwn(this.#attributes, name)
  }

  setAttribute(name: string, value: string): void {
    this.#attributes[name] = value
  }

  append(node: TreeNode): void {
    node.parentNode = this
    node.nextSibling = null
    if (this.lastChild === null) this.firstChild = node
    else this.lastChild.nextSibling = node
    this.lastChild = node
  }

  /** Removes all children and returns them. */
  takeChildren(): TreeNode[] {
    const children: TreeNode[] = []
    for (let node = this.firstChild; node !== null; node = node.nextSibling) children.push(node)
    this.firstChild = null
    this.lastChild = null
    return children
  }
}

type TreeNode = TreeElement | TreeText

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
export function parseTree(source: string, options: TreeOptions): TreeElement {
  const { xml = false, maxDepth, maxElements, tooComplex } = options
  const root = new TreeElement('#root')
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
          ? new TreeElement(localName(name), withLocalNames(attributes))
          : new TreeElement(name, attributes)
        open.append(element)
        open = element
      },
      ontext(text) {
        const last = open.lastChild
        if (last instanceof TreeText) last.textContent += text
        else open.append(new TreeText(text))
      },
      onclosetag() {
        depth -= 1
        open = open.parentNode ?? root
      },
    },
    { xmlMode: xml },
  )
  parser.end(source)
  return root
}

/** Elements allowed in the head; the first other one begins the body. */
const headTags = new Set(['base', 'link', 'meta', 'noscript', 'script', 'style', 'template', 'title'])

const isBlank = (node: TreeNode): boolean => node instanceof TreeText && node.textContent.trim() === ''

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
  const isNamed = (name: string) => (node: TreeNode) => node instanceof TreeElement && node.localName === name
  const root = top.find((node) => node instanceof TreeElement && node.localName === 'html')
  const documentElement = root instanceof TreeElement ? root : new TreeElement('html')
  const nodes = top.flatMap((node) => (node === documentElement ? documentElement.takeChildren() : [node]))
  const own = (name: string): TreeElement => {
    const found = nodes.find(isNamed(name))
    return found instanceof TreeElement ? found : new TreeElement(name)
  }
  const [head, body] = [own('head'), own('body')]
  const inBody = body.takeChildren()
  const before: TreeNode[] = []
  const after: TreeNode[] = []
  let isAfterBody = false
  for (const node of nodes) {
    if (node === body) isAfterBody = true
    else if (node === head || isBlank(node)) continue
    else if (isAfterBody) after.push(node)
    else if (before.length === 0 && node instanceof TreeElement && headTags.has(node.localName)) head.append(node)
    else before.push(node)
  }
  for (const node of [...before, ...inBody, ...after]) body.append(node)
  documentElement.append(head)
  documentElement.append(body)
  return { documentElement, head, body }
}

/** Whether elements of a document, head included, are nested deeper than a limit. */
export function isDeeper({ documentElement: root }: DomDocument, limit: number): boolean {
  let depth = 0
  let node: DomNode | null = root
  while (node !== null && depth <= limit) {
    if (node.firstChild !== null) {
      node = node.firstChild
      depth += 1
      continue
    }
    while (node !== null && node !== root && node.nextSibling === null) {
      node = node.parentNode
      depth -= 1
    }
    node = node === null || node === root ? null : node.nextSibling
  }
  return depth > limit
}
