import { foldText } from '../../clean-text.ts'
import { type DomDocument, type DomElement, findElements } from '../dom.ts'
import { isHidden } from '../hidden.ts'
import type { LinkedArticle } from './json-ld.ts'
import { firstTag, type MetaTags, unescapeTwice } from './meta-tags.ts'

/** A byline longer than this is a sentence about the author (Readability's limit). */
const MAX_BYLINE_CHARACTERS = 100

/** More links than names of authors need: a menu. */
const MAX_BYLINE_LINKS = 4

const bylineName = /byline|author|dateline|writtenby|p-author/iu
const isCandidate = (element: DomElement): boolean =>
  element.getAttribute('rel') === 'author' ||
  (element.getAttribute('itemprop')?.includes('author') ?? false) ||
  bylineName.test(`${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`)

function isShown(element: DomElement): boolean {
  for (let at: DomElement | null = element; at !== null; ) {
    if (isHidden(at)) return false
    const parent: unknown = at.parentNode
    at = isDomElement(parent) ? parent : null
  }
  return true
}

function isDomElement(value: unknown): value is DomElement {
  return typeof value === 'object' && value !== null && 'nodeType' in value && value.nodeType === 1
}

function bylineOf(element: DomElement): string | null {
  const names = `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`
  const meant =
    element.getAttribute('rel') === 'author' ||
    element.getAttribute('itemprop')?.includes('author') ||
    bylineName.test(names)
  if (!meant) return null
  const whole = foldText(element.textContent ?? '')
  if (whole === '' || whole.length >= MAX_BYLINE_CHARACTERS || !/\p{L}/u.test(whole)) return null
  if (findElements(element, (a) => a.localName === 'a').length > MAX_BYLINE_LINKS) return null
  const name = foldText(findElements(element, (a) => a.getAttribute('itemprop') === 'name')[0]?.textContent ?? '')
  return name === '' ? whole : name
}

/** What stands in a byline beside the author: when it was published, or the words of a button. */
const besideAuthor =
  /\s*[|•·,–—-]?\s*(?:last )?(?:published|updated|posted on|modified)\b.*$|\s*\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2},? \d{4}.*$/iu
const noAuthor =
  /^(?:(?:by|posted by|written by|follow|about|the|author|authors?|staff|admin|bio|profile|view all posts|more)\W*)+$/iu

/** The byline that the page shows, as it words it, less dates and buttons. */
function shownByline(document: DomDocument): string | null {
  for (const element of findElements(document.body, isCandidate)) {
    const byline = bylineOf(element)?.replace(besideAuthor, '') ?? ''
    if (byline !== '' && !noAuthor.test(byline) && isShown(element)) return byline
  }
  return null
}

const isAddress = (text: string | null): boolean => text !== null && /^(?:https?:)?\/\//iu.test(text)

/** Who wrote a page: structured data first, then meta elements, then the byline it shows. */
export function readAuthor(document: DomDocument, tags: MetaTags, linked: LinkedArticle | null): string | null {
  const declared = firstTag(tags, 'article:author', 'og:article:author')
  const given =
    linked?.author ??
    firstTag(tags, 'dc:creator', 'dcterm:creator', 'dcterms:creator', 'author', 'parsely-author') ??
    (isAddress(declared) ? null : declared) ??
    shownByline(document)
  if (given === null || isAddress(given)) return null
  const author = foldText(unescapeTwice(given))
  return author === '' ? null : author
}
