import { childElements, type DomElement, type DomNode, findElement, hasName, isElement } from './dom.ts'
import { isHidden } from './hidden-elements.ts'

/** MathML elements whose text alone loses their meaning: indexes, limits, roots, matrices. */
const isTwoDimensional = hasName('msub', 'msubsup', 'munder', 'mover', 'munderover', 'msqrt', 'mroot', 'mtable')

/** Elements around one formula as rendered by KaTeX, MathJax 2 and MediaWiki. */
const renderedClass = /(?:^|\s)(?:katex|MathJax(?:_(?:Preview|Display|SVG|CHTML))?|mwe-math-element)(?:\s|$)/u

/** Images of one formula with its TeX as alternative text: MediaWiki, WordPress, servers that render TeX. */
const imageClass = /(?:^|\s)(?:mwe-math-fallback-image-\w+|tex|latex|ql-img-\S+)(?:\s|$)/u
const imageSource = /latex\.php|\/math\/render\/|latex\.codecogs\.com/iu

const isTexScript = (element: DomElement): boolean =>
  element.localName === 'script' && /^math\/tex/iu.test(element.getAttribute('type') ?? '')

const isFormulaImage = (element: DomElement): boolean =>
  element.localName === 'img' &&
  (imageClass.test(element.getAttribute('class') ?? '') || imageSource.test(element.getAttribute('src') ?? ''))

/** TeX without MediaWiki's group around every formula. */
const withoutGroup = (tex: string): string => tex.trim().replace(/^\{\\(?:display|text)style\s+(.*)\}$/su, '$1')

const isTexAnnotation = (element: DomElement): boolean =>
  element.localName === 'annotation' && element.getAttribute('encoding') === 'application/x-tex'

const MAX_FORMULA_DEPTH = 100

/** Accents above a letter, and the combining characters that draw them. */
const accents: ReadonlyMap<string, string> = new Map([
  ['¯', '\u0304'],
  ['‾', '\u0304'],
  ['^', '\u0302'],
  ['ˆ', '\u0302'],
  ['~', '\u0303'],
  ['˜', '\u0303'],
  ['˙', '\u0307'],
  ['→', '\u20d7'],
])

/** A part of a formula in brackets, unless it is a number or one letter. */
const grouped = (text: string): string => (/^(?:[\p{N}.]+|.\p{M}*|\([^()]*\))$/u.test(text) ? text : `(${text})`)

/** The upper part of a fraction; a product of letters needs no brackets. */
const numerator = (text: string): string => (/^[\p{L}\p{N}]+$/u.test(text) ? text : grouped(text))

/** The text of MathML as drawn, with the signs of fractions, powers, indexes and roots, without annotations. */
function drawnText(node: DomNode, depth = 0): string {
  if (!isElement(node)) return node.textContent.trim()
  const { localName } = node
  if (localName.startsWith('annotation') || localName === 'mphantom' || depth > MAX_FORMULA_DEPTH) return ''
  const children: DomNode[] = []
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child)
  const parts = childElements(node)
  const part = (at: number): string => {
    const child = parts[at]
    return child === undefined ? '' : drawnText(child, depth + 1)
  }
  const joined = (separator = ''): string => children.map((child) => drawnText(child, depth + 1)).join(separator)
  switch (localName) {
    case 'mfrac':
      if (node.getAttribute('linethickness') === '0') return `(${part(0)} over ${part(1)})`
      return `${numerator(part(0))}/${grouped(part(1))}`
    case 'msup':
      return `${grouped(part(0))}^${grouped(part(1))}`
    case 'msub':
    case 'munder':
      return `${part(0)}_${grouped(part(1))}`
    case 'mover':
      if (/^\p{M}$/u.test(part(1))) return part(0) + part(1)
      return accents.has(part(1)) ? `${part(0)}${accents.get(part(1)) ?? ''}` : `${part(0)}^${grouped(part(1))}`
    case 'msubsup':
    case 'munderover':
      return `${part(0)}_${grouped(part(1))}^${grouped(part(2))}`
    case 'msqrt':
      return `√${grouped(joined())}`
    case 'mroot':
      return `${grouped(part(0))}^(1/${part(1)})`
    case 'mtr':
      return parts.map((_, at) => part(at)).join(', ')
    case 'mtable':
      return parts.map((_, at) => part(at)).join('; ')
    case 'mfenced':
      return `${node.getAttribute('open') ?? '('}${parts.map((_, at) => part(at)).join(', ')}${node.getAttribute('close') ?? ')'}`
    default:
      return joined()
  }
}

/** The text of a formula in MathML: as drawn if a line of text can express it, else its TeX, if it has any. */
export function mathText(math: DomElement): string {
  const tex = withoutGroup(findElement(math, isTexAnnotation)?.textContent ?? math.getAttribute('alttext') ?? '')
  const drawn = findElement(math, isTwoDimensional) === null ? drawnText(math) : ''
  return plainSigns(drawn === '' ? tex || drawnText(math) : drawn)
}

/** Replaces the invisible operators of MathML, and removes the second brackets of a binomial. */
const plainSigns = (text: string): string =>
  text
    .replace(/\u2061(?=\()|[\u2062-\u2064]/gu, '')
    .replaceAll('\u2061', ' ')
    .replace(/\((\([^()]* over [^()]*\))\)/gu, '$1')

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
  if (math !== null) return mathText(math)
  const script = findElement(element, isTexScript)
  if (script !== null) return script.textContent.trim()
  const image = findElement(element, hasName('img'))
  const label = image?.getAttribute('alt') ?? element.getAttribute('aria-label') ?? element.getAttribute('data-latex')
  return withoutGroup(label ?? '') || element.textContent.trim()
}

/**
 * Reads a formula by a script, a plugin or MathML: as drawn if a line of text can express it, else as TeX.
 *
 * @returns null if the element is not a formula, an empty text if the formula can't be read
 */
export function formulaText(element: DomElement): string | null {
  if (isTexScript(element)) return element.textContent.trim()
  if (isFormulaImage(element)) return withoutGroup(element.getAttribute('alt') ?? '')
  if (isHidden(element)) return null
  if (element.localName === 'math') return mathText(element)
  if (element.localName === 'mjx-container') return renderedText(element)
  if (!renderedClass.test(element.getAttribute('class') ?? '')) return null
  return isBeforeScript(element) ? '' : renderedText(element)
}
