import { Readability } from '@mozilla/readability'
import type { DomDocument, DomElement } from './dom.ts'
import { isHidden } from './hidden.ts'
import { readPage, type TextBlock } from './page.ts'

function removeHidden(root: DomElement): void {
  for (const element of root.querySelectorAll('[hidden], [aria-hidden], [style], [class]')) {
    if (isHidden(element)) element.remove()
    // Readability asks the DOM for parsed styles, which takes quadratic time on long ones; what hides is gone by now.
    else if (element.hasAttribute('style')) element.setAttribute('style', '')
  }
}

/**
 * What Mozilla's Readability takes for the article, as blocks. It changes the document it is given.
 *
 * @returns no blocks where it finds none
 */
export function readWithReadability(document: DomDocument): readonly TextBlock[] {
  removeHidden(document.body)
  const reader = new Readability<unknown>(document, { keepClasses: true, serializer: (node) => node })
  const content = reader.parse()?.content
  return isDomElement(content) ? readPage(content).blocks : []
}

function isDomElement(value: unknown): value is DomElement {
  return typeof value === 'object' && value !== null && 'localName' in value && 'firstChild' in value
}
