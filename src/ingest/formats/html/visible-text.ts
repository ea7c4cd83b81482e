import {
  type DomDocument,
  type DomElement,
  type DomNode,
  findElement,
  findElements,
  hasName,
  isElement,
} from './dom.ts'

/** CSS declarations that hide an element. */
const hidingStyle = new RegExp(
  `(?:^|[;\\s])(?:${[
    'display\\s*:\\s*none',
    'visibility\\s*:\\s*(?:hidden|collapse)',
    'font-size\\s*:\\s*0(?:\\.0+)?(?:px|em|rem|pt|%)?\\s*(?:;|!|$)',
    'opacity\\s*:\\s*0(?:\\.0+)?\\s*(?:;|!|$)',
    '(?:left|top|right|bottom|text-indent|margin-left|margin-top)\\s*:\\s*-\\s*\\d{4,}',
    'clip\\s*:\\s*rect\\(\\s*[01](?:px)?(?:[\\s,]+[01](?:px)?){3}\\s*\\)',
    'clip-path\\s*:\\s*inset\\(\\s*(?:50|100)%',
    'color\\s*:\\s*transparent',
  ].join('|')})`,
  'iu',
)

/** Zero width or height with clipped overflow hides as well; both parts are needed, since bare zero sizes overflow. */
const zeroSize = /(?:^|[;\s])(?:max-)?(?:width|height)\s*:\s*[01](?:px)?\s*(?:;|!|$)/iu
const clipped = /overflow(?:-[xy])?\s*:\s*(?:hidden|clip)/iu

/** Class names that the large CSS frameworks define as "for screen readers only" or "not shown". */
const hidingClass = new RegExp(
  `(?:^|\\s)(?:${[
    'sr-only|screen-reader-text|screen-reader-only|visually-?hidden|visuallyhidden|element-invisible',
    'assistive-text|offscreen|off-screen|a11y-hidden|u-hidden|is-hidden|d-none|hidden|hide',
  ].join('|')})(?:\\s|$)`,
  'iu',
)

/** Frameworks pair a hiding class with ones that show the element again from some screen width on. */
const responsiveClass =
  /(?:^|\s)(?:(?:sm|md|lg|xl|2xl):(?:block|flex|grid|inline|contents|table)|d-(?:sm|md|lg|xl)-(?:block|flex|grid|inline))/u

/** Longer inline styles contain pictures, not layout. */
const MAX_STYLE_CHARACTERS = 2000

function isHidingStyle(declarations: string): boolean {
  const style = declarations.slice(0, MAX_STYLE_CHARACTERS)
  return hidingStyle.test(style) || (clipped.test(style) && zeroSize.test(style))
}

/**
 * Whether an element's own attributes hide it. Text that readers can't see must not reach a summary: it is either a
 * helper for machines or an attempt to steer one.
 */
export function isHidden(element: DomElement): boolean {
  if (element.hasAttribute('hidden') && element.getAttribute('hidden') !== 'until-found') return true
  if (element.getAttribute('aria-hidden') === 'true') return true
  const style = element.getAttribute('style')
  if (style !== null && style !== '' && isHidingStyle(style)) return true
  const names = element.getAttribute('class')
  return names !== null && hidingClass.test(names) && !responsiveClass.test(names)
}

/** Longer style sheets are frameworks, whose helper classes are known by name. */
const MAX_CSS_CHARACTERS = 300_000

interface Rule {
  selectors: string[]
  declarations: string
  /** Inside a media query or another condition. */
  conditional: boolean
}

/** Returns the innermost rules of a style sheet. Not a CSS parser: enough to find what plain rules hide. */
function readRules(css: string): Rule[] {
  const rules: Rule[] = []
  const open: string[] = []
  let from = 0
  for (const brace of css.matchAll(/[{}]/gu)) {
    const text = css.slice(from, brace.index).trim()
    from = brace.index + 1
    if (brace[0] === '{') {
      open.push(text.slice(text.lastIndexOf(';') + 1).trim())
      continue
    }
    const prelude = open.pop() ?? ''
    if (text === '' || prelude === '' || prelude.startsWith('@')) continue
    const selectors = prelude.split(',').map((selector) => selector.trim())
    rules.push({ selectors, declarations: text, conditional: open.length > 0 })
  }
  return rules
}

const simple = /^[a-z]*([.#][\w-]+)$/iu
const showing = /(?:^|[;\s])(?:display\s*:\s*(?!none)[a-z]|visibility\s*:\s*visible|opacity\s*:\s*(?:1|0?\.[1-9]))/iu

/** Returns class names and ids (".a", "#b") that a plain rule of the page hides and no rule shows again. */
function hiddenNames(css: string): Set<string> {
  const hidden = new Set<string>()
  const shown = new Set<string>()
  for (const { selectors, declarations, conditional } of readRules(css)) {
    if (showing.test(declarations)) {
      for (const name of selectors.join(' ').match(/[.#][\w-]+/gu) ?? []) shown.add(name)
    } else if (!conditional && isHidingStyle(declarations)) {
      for (const selector of selectors) {
        const name = simple.exec(selector)?.[1]
        if (name !== undefined) hidden.add(name)
      }
    }
  }
  return hidden.difference(shown)
}

/**
 * Sets the `hidden` attribute on elements that the page's own style sheets hide by class or id, so that `isHidden` need
 * only check attributes. Linked style sheets are not fetched.
 */
export function applyStyleSheets(document: DomDocument): void {
  const css = findElements(document.documentElement, hasName('style'))
    .map((style) => style.textContent)
    .join('\n')
  if (css.length > MAX_CSS_CHARACTERS) return
  const names = hiddenNames(css.replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//gu, ' '))
  if (names.size === 0) return
  const hides = (element: DomElement): boolean =>
    names.has(`#${element.getAttribute('id') ?? ''}`) ||
    (element
      .getAttribute('class')
      ?.split(/\s+/u)
      .some((name) => names.has(`.${name}`)) ??
      false)
  for (const element of findElements(document.body, hides)) element.setAttribute('hidden', '')
}

/** Elements of MathML with a drawn sign before their second part. */
const signs: ReadonlyMap<string, string> = new Map([
  ['mfrac', '/'],
  ['msup', '^'],
])

/**
 * The sign before a part of a formula in MathML, without which ½ would be read as 12; empty for most.
 *
 * @param parent name of the element around the part
 * @param index the part's number among the elements there, from 0
 */
export const signBefore = (parent: string, index: number): string => (index === 1 ? (signs.get(parent) ?? '') : '')

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

/** The text of MathML as drawn, with the signs of fractions and powers, without annotations. */
function drawnText(node: DomNode, depth = 0): string {
  if (!isElement(node)) return node.textContent.trim()
  if (node.localName.startsWith('annotation') || depth > MAX_FORMULA_DEPTH) return ''
  let text = ''
  let parts = 0
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (isElement(child)) {
      text += signBefore(node.localName, parts)
      parts += 1
    }
    text += drawnText(child, depth + 1)
  }
  return text
}

const MAX_FORMULA_DEPTH = 100

function mathText(math: DomElement): string {
  const tex = withoutGroup(findElement(math, isTexAnnotation)?.textContent ?? math.getAttribute('alttext') ?? '')
  const drawn = findElement(math, isTwoDimensional) === null ? drawnText(math) : ''
  return drawn === '' ? tex || drawnText(math) : drawn
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
