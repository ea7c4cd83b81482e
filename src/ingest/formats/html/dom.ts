import { Parser } from 'htmlparser2'
import { parseHTML } from 'linkedom'
import { AppError } from '../../../shared/errors.ts'

/**
 * The part of the DOM that the readers use. Written out here because the server is compiled without the browser's
 * types, and because what is not listed has been found slow or wrong in linkedom.
 */
export interface DomNode {
  readonly nodeType: number
  readonly nodeName: string
  readonly firstChild: DomNode | null
  readonly nextSibling: DomNode | null
  readonly parentNode: DomNode | null
  textContent: string | null
}

export interface DomElement extends DomNode {
  readonly localName: string
  readonly children: Iterable<DomElement> & { readonly length: number }
  innerHTML: string
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  hasAttribute(name: string): boolean
  querySelector(selector: string): DomElement | null
  querySelectorAll(selector: string): Iterable<DomElement> & { readonly length: number }
  remove(): void
  prepend(node: DomNode): void
  append(node: DomNode): void
}

export interface DomDocument {
  readonly documentElement: DomElement | null
  readonly body: DomElement
  readonly head: DomElement
  createElement(name: string): DomElement
  querySelector(selector: string): DomElement | null
  querySelectorAll(selector: string): Iterable<DomElement> & { readonly length: number }
}

export const ELEMENT_NODE = 1
export const TEXT_NODE = 3

/** Whether a node is an element. */
export function isElement(node: DomNode): node is DomElement {
  return node.nodeType === ELEMENT_NODE
}

/** The parser takes quadratic time beyond, of which this many levels are a moment's worth. */
const MAX_NESTING = 20_000

/** Whether there are so many tags in a page that they may be nested too deeply. */
function hasManyTags(html: string): boolean {
  let tags = 0
  for (let at = html.indexOf('<'); at !== -1 && tags <= MAX_NESTING; at = html.indexOf('<', at + 1)) tags += 1
  return tags > MAX_NESTING
}

function assertShallow(html: string): void {
  let depth = 0
  const parser = new Parser({
    onopentagname() {
      depth += 1
      if (depth <= MAX_NESTING) return
      throw new AppError('source_too_complex', 'This page is nested too deeply to be read. Paste its text instead.')
    },
    onclosetag() {
      depth -= 1
    },
  })
  parser.end(html)
}

/** What may stand in a head; the first thing that may not begins the body. */
const headTags = new Set(['base', 'link', 'meta', 'noscript', 'script', 'style', 'template', 'title'])

function childrenOf(node: DomNode): DomNode[] {
  const children: DomNode[] = []
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child)
  return children
}

const isBlank = (node: DomNode): boolean =>
  !isElement(node) && (node.nodeType !== TEXT_NODE || (node.textContent ?? '').trim() === '')

/**
 * Gives a page the head and the body whose tags it leaves out, as HTML allows
 * (https://html.spec.whatwg.org/multipage/syntax.html#optional-tags): linkedom would put an empty body before the text.
 */
function addImpliedTags(document: DomDocument, root: DomElement): void {
  const [first, second] = root.children
  if (first?.localName === 'head' && second?.localName === 'body') return
  const nodes = childrenOf(root)
  const own = (name: string): DomElement =>
    nodes.filter(isElement).find(({ localName }) => localName === name) ?? document.createElement(name)
  const [head, body] = [own('head'), own('body')]
  const before: DomNode[] = []
  let isBehind = false
  for (const node of nodes) {
    if (node === head || isBlank(node)) continue
    if (node === body) isBehind = true
    else if (isBehind) body.append(node)
    else if (before.length === 0 && isElement(node) && headTags.has(node.localName)) head.append(node)
    else before.push(node)
  }
  for (const node of before.toReversed()) body.prepend(node)
  for (const part of [body, head]) {
    part.remove()
    root.prepend(part)
  }
}

/**
 * Parses a page. A fragment without `<html>` is wrapped first: linkedom takes the first element for the document's root
 * and loses what stands beside it.
 *
 * @throws AppError source_too_complex
 */
export function parseDom(html: string): DomDocument {
  if (hasManyTags(html)) assertShallow(html)
  const whole = /<html[\s>]/iu.test(html) ? html : `<!doctype html><html><head></head><body>${html}</body></html>`
  const page: { document: DomDocument } = parseHTML(whole)
  const root = page.document.documentElement
  if (root !== null) addImpliedTags(page.document, root)
  return page.document
}

/** Whether elements of a document, its head among them, stand deeper than so many others. */
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
