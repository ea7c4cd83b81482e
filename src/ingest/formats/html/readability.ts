import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { type DomDocument, type DomElement, type DomNode, isElement, TEXT_NODE } from './dom.ts'
import { isHidden } from './hidden.ts'
import { readPage, type TextBlock } from './page.ts'

const voidTags = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))

/** Elements that Readability removes first; their content is not escaped text. */
const removedTags = new Set(['script', 'style', 'template'])

/** Readability asks the DOM for parsed styles, which takes quadratic time on long ones; what hides is left out anyway. */
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

/** HTML of what an element shows, as Readability needs it. */
function shownHtml(node: DomNode): string {
  if (node.nodeType === TEXT_NODE) return escapeText(node.textContent ?? '')
  if (!isElement(node) || removedTags.has(node.localName)) return ''
  if (isHidden(node) && node.localName !== 'body') return ''
  let inner = ''
  for (let child = node.firstChild; child !== null; child = child.nextSibling) inner += shownHtml(child)
  return startTag(node) + (voidTags.has(node.localName) ? '' : `${inner}</${node.localName}>`)
}

/**
 * Returns what Mozilla's Readability takes for the article, as blocks; none where it finds no article. Builds a document
 * of its own, because Readability needs a whole DOM and changes it.
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
