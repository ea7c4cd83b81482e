import { childElements, type DomElement, findElement, hasName, isElement } from './dom.ts'
import { isHidden } from './hidden-elements.ts'
import { drawnMath } from './mathml-text.ts'
import { texText } from './tex-text.ts'

/** Elements around one formula as rendered by KaTeX, MathJax 2 and MediaWiki. */
const renderedClass = /(?:^|\s)(?:katex|MathJax(?:_(?:Preview|Display|SVG|CHTML))?|mwe-math-element)(?:\s|$)/u

/** Images of one formula with its text as alternative text: MediaWiki, WordPress, Sphinx, Pandoc, servers that render TeX. */
const imageClass = /(?:^|\s)(?:mwe-math-fallback-image-\w+|tex|latex|ql-img-\S+|math|equation|formula)(?:\s|$)/iu
const imageSource = /latex\.php|\/math\/render\/|latex\.codecogs\.com/iu

const isTexScript = (element: DomElement): boolean =>
  element.localName === 'script' && /^math\/tex/iu.test(element.getAttribute('type') ?? '')

const isFormulaImage = (element: DomElement): boolean =>
  element.localName === 'img' &&
  (imageClass.test(element.getAttribute('class') ?? '') ||
    element.getAttribute('role') === 'math' ||
    imageSource.test(element.getAttribute('src') ?? ''))

/** The text of an image, which is the formula's TeX or words about it. */
const imageText = (alt: string): string =>
  /(?<![\\\p{L}{])\p{L}{3,}\s+\p{L}{3,}/u.test(alt) ? alt.trim() : texText(alt)

/** TeX that a page leaves to a script: in an element of its own, with or without delimiters. */
const sourceClass =
  /(?:^|\s)(?:math|math-(?:inline|display|block|container|tex)|tex|latex|katex-(?:source|inline|block)|js-(?:inline|display|render)-math|arithmatex)(?:\s|$)/u
const sourceTags = hasName('tex-math', 'math-renderer', 'la-tex')

function texSource(element: DomElement): string | null {
  if (!sourceTags(element) && !sourceClass.test(element.getAttribute('class') ?? '')) return null
  if (childElements(element).length > 0) return null
  const tex = element.textContent.trim().replace(/^(?:\\[([]|\${1,2})|(?:\\[)\]]|\${1,2})$/gu, '')
  return /[\\^_={}]|^\p{L}$/u.test(tex) ? tex : null
}

/** The text of a formula in MathML as drawn; its TeX or other notation if there is nothing to draw. */
export function drawnFormula(math: DomElement): string {
  const drawn = drawnMath(math)
  if (drawn !== '') return drawn
  const annotation = findElement(math, hasName('annotation'))
  if (annotation === null) return imageText(math.getAttribute('alttext') ?? '')
  const isTex = /tex/iu.test(annotation.getAttribute('encoding') ?? '')
  return isTex ? texText(annotation.textContent) : annotation.textContent.trim()
}

/** Whether a script with the formula's TeX follows the rendering, as in MathJax 2; the rendering is then left out. */
function isBeforeScript(element: DomElement): boolean {
  let elements = 0
  for (let node = element.nextSibling; node !== null && elements < 3; node = node.nextSibling) {
    if (!isElement(node)) continue
    if (isTexScript(node)) return true
    elements += 1
  }
  return false
}

/** Text of a rendered formula: its MathML, its TeX, the text of an image or label, or the drawn characters. */
function renderedText(element: DomElement): string {
  const math = findElement(element, hasName('math'))
  if (math !== null) return drawnFormula(math)
  const script = findElement(element, isTexScript)
  if (script !== null) return texText(script.textContent)
  const image = findElement(element, hasName('img'))
  const tex = image?.getAttribute('alt') ?? element.getAttribute('data-latex')
  const label = tex === null ? element.getAttribute('aria-label') : imageText(tex)
  return label?.trim() || element.textContent.trim()
}

/**
 * Reads a formula by a script, a plugin or MathML: as drawn if a line of text can express it, else as TeX.
 *
 * @returns null if the element is not a formula, an empty text if the formula can't be read
 */
export function formulaText(element: DomElement): string | null {
  if (isTexScript(element)) return texText(element.textContent)
  if (isFormulaImage(element)) return imageText(element.getAttribute('alt') ?? '')
  if (isHidden(element)) return null
  if (element.localName === 'math') return drawnFormula(element)
  if (element.localName === 'mjx-container') return renderedText(element)
  const source = texSource(element)
  if (source !== null) return texText(source)
  if (!renderedClass.test(element.getAttribute('class') ?? '')) return null
  return isBeforeScript(element) ? '' : renderedText(element)
}
