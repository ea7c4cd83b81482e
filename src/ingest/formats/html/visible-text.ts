import { type DomElement, isElement } from './dom.ts'
import { formulaText } from './formula.ts'
import { isHidden } from './hidden.ts'

/** Elements without text for readers. */
export const skippedTags: ReadonlySet<string> = new Set(
  `script style noscript template svg iframe object embed video audio canvas select option textarea input
  datalist head map picture img progress meter rp rt annotation annotation-xml amp-ad amp-embed amp-analytics`.split(
    /\s+/u,
  ),
)

/** Elements that begin on a new line. */
export const blockTags: ReadonlySet<string> = new Set(
  `html body address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure
  footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre search section summary table
  caption tbody td tfoot th thead tr ul label button`.split(/\s+/u),
)

const footnoteClass = /(?:^|[\s_-])(?:reference|footnote|noteref|fn)(?:$|[\s_-])/iu

/** Whether an element is a footnote mark: "[3]" after a sentence is not part of it. */
export const isFootnoteMark = (element: DomElement): boolean =>
  element.localName === 'sup' && footnoteClass.test(element.getAttribute('class') ?? '')

const MAX_DEPTH = 256

/**
 * The visible text of an element, without footnote marks.
 *
 * @param gap separator of blocks: a space, or a line break in code
 */
export function visibleText(element: DomElement, gap: ' ' | '\n', depth = 0): string {
  if (depth > MAX_DEPTH) return ''
  let text = ''
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (!isElement(node)) {
      text += node.textContent
      continue
    }
    const formula = formulaText(node)
    if (formula !== null) text += formula
    else if (!skippedTags.has(node.localName) && !isHidden(node) && !isFootnoteMark(node)) {
      const inner = node.localName === 'br' ? '\n' : visibleText(node, gap, depth + 1)
      text += blockTags.has(node.localName) && text !== '' && !text.endsWith(gap) ? gap + inner : inner
      if (blockTags.has(node.localName) && !text.endsWith(gap)) text += gap
    }
  }
  return text
}
