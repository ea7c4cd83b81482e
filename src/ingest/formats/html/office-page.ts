import { childElements, type DomDocument, type DomElement, findElement } from './dom.ts'
import type { Page } from './page.ts'
import { type Scope, scopesFrom } from './scope.ts'

/** Programs that save a document as a page, without navigation or advertising around it. */
const officePrograms = /^(?:libreoffice|(?:apache )?openoffice|microsoft (?:word|powerpoint|excel)|abiword|wps )/iu

/** Whether an office program has saved the page: then all of it is the text. */
export function isSavedDocument(document: DomDocument): boolean {
  const isGenerator = (element: DomElement): boolean =>
    element.localName === 'meta' && element.getAttribute('name')?.toLowerCase() === 'generator'
  const generator = findElement(document.head, isGenerator)
  return officePrograms.test(generator?.getAttribute('content')?.trim() ?? '')
}

/** Word's styles for parts other than the text: tables of contents, indexes, headers and footers. */
const wordFurniture = /(?:^|\s)mso(?:toc(?:\d|heading)|index(?:\d|heading)|header|footer)(?:\s|$)/iu

const leadsToPage = /[\s.·…]\d{1,4}$/u

/** Whether a named part of LibreOffice's pages is a table of contents or index: each line but its title ends with a page. */
function isIndex(element: DomElement): boolean {
  if (element.localName !== 'div' || element.getAttribute('id') === null) return false
  const lines = childElements(element)
    .flatMap((part) => (part.localName === 'div' ? childElements(part) : [part]))
    .map((line) => line.textContent.trim())
    .filter((line) => line !== '')
  const [title = '', ...rest] = lines
  const entries = leadsToPage.test(title) ? lines : rest
  return entries.length > 0 && entries.every((line) => leadsToPage.test(line))
}

function isFurniture(element: DomElement): boolean {
  if (wordFurniture.test(element.getAttribute('class') ?? '')) return true
  // LibreOffice names the headers and footers of pages by their title.
  const title = element.localName === 'div' ? element.getAttribute('title') : null
  return title === 'header' || title === 'footer' || isIndex(element)
}

/** The blocks of a saved document, without its table of contents, and without the headers and footers of its pages. */
export function blocksOfDocument({ blocks }: Page): Page['blocks'] {
  const known = new Map<Scope, boolean>()
  const isAround = (scope: Scope): boolean => known.getOrInsertComputed(scope, () => isFurniture(scope.element))
  const text = blocks.filter(({ scope }) => !scopesFrom(scope).some(isAround))
  return text.length === 0 ? blocks : text
}
