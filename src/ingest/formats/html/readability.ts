import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { type DomDocument, type DomElement, type DomNode, isElement, TEXT_NODE } from './dom.ts'
import { isHidden } from './hidden.ts'
import { readPage, type TextBlock } from './page.ts'

const voidTags = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))

/** Elements that Readability removes anyway; their content is not escaped text. */
const removedTags = new Set(['script', 'style', 'template'])

/** Attributes for Readability. Not `style`, whose parsing takes quadratic time: hidden elements are left out anyway. */
const keptAttributes = ['class', 'id', 'href', 'src', 'alt', 'name', 'property', 'content', 'rel', 'itemprop', 'role']

/** Longer pages take Readability many seconds. */
const MAX_CHARACTERS = 1_000_000

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function startTag(element: DomElement): string {
  const attributes = keptAttributes.flatMap((name) => {
    const value = element.getAttribute(name)
    return value === null ? [] : [` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`]
  })
  return `<${element.localName}${attributes.join('')}>`
}

/** HTML of an element's visible content, as Readability needs it. */
function shownHtml(node: DomNode): string {
  if (node.nodeType === TEXT_NODE) return escapeText(node.textContent ?? '')
  if (!isElement(node) || removedTags.has(node.localName)) return ''
  if (isHidden(node) && node.localName !== 'body') return ''
  let inner = ''
  for (let child = node.firstChild; child !== null; child = child.nextSibling) inner += shownHtml(child)
  return startTag(node) + (voidTags.has(node.localName) ? '' : `${inner}</${node.localName}>`)
}

/**
 * Returns the article that Mozilla's Readability finds, as blocks; an empty list if it finds none. Builds a separate
 * document, because Readability needs a whole DOM and changes it.
 */
export function readWithReadability({ documentElement }: DomDocument): readonly TextBlock[] {
  const html = shownHtml(documentElement)
  if (html.length > MAX_CHARACTERS) return []
  const { document } = parseHTML(`<!doctype html>${html}`)
  const reader = new Readability<unknown>(document, { keepClasses: true, serializer: (node) => node })
  const content = reader.parse()?.content
  return isDomElement(content) ? readPage(content).blocks : []
}

function isDomElement(value: unknown): value is DomElement {
  return typeof value === 'object' && value !== null && 'localName' in value && 'firstChild' in value
}
