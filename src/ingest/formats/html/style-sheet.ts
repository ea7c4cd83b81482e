import type { TextPosition } from '../../parsing/raised-text.ts'
import { type DomDocument, findElements, hasName } from './dom.ts'

interface Rule {
  selectors: string[]
  declarations: string
  /** Inside a media query or another condition. */
  conditional: boolean
}

/** Longer style sheets are frameworks, whose helper classes are known by name. */
const MAX_CSS_CHARACTERS = 300_000

const withoutComments = (css: string): string => css.replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//gu, ' ')

const forPrint = /^@media\s+print\b/iu

/** Returns the innermost rules for screens. Not a CSS parser: enough to find what plain rules do to a class. */
export function readRules(css: string): Rule[] {
  if (css.length > MAX_CSS_CHARACTERS) return []
  const text = withoutComments(css)
  const rules: Rule[] = []
  const open: string[] = []
  let from = 0
  for (const brace of text.matchAll(/[{}]/gu)) {
    const part = text.slice(from, brace.index).trim()
    from = brace.index + 1
    if (brace[0] === '{') {
      // Rules inside a rule for print are for print too.
      const outer = open.at(-1) ?? ''
      open.push(forPrint.test(outer) ? outer : part.slice(part.lastIndexOf(';') + 1).trim())
      continue
    }
    const prelude = open.pop() ?? ''
    if (part === '' || prelude === '' || prelude.startsWith('@')) continue
    const selectors = prelude.split(',').map((selector) => selector.trim())
    rules.push({ selectors, declarations: part, conditional: open.length > 0 })
  }
  return rules
}

/** The class or id (".a", "#b") that a selector names and nothing else; null for other selectors. */
export const simpleName = (selector: string): string | null => /^[a-z]*([.#][\w-]+)$/iu.exec(selector)?.[1] ?? null

/** The page's own style sheets. Linked ones are not fetched. */
export const styleSheetOf = (document: DomDocument): string =>
  findElements(document.documentElement, hasName('style'))
    .map((style) => style.textContent)
    .join('\n')

/** Declarations that decide what a run of text means: raised, lowered, struck out. */
const struck = /text-decoration(?:-line)?\s*:[^;]{0,40}line-through/iu
const raised = /vertical-align\s*:\s*(?:super|text-top)|font-variant-position\s*:\s*super/iu
const lowered = /vertical-align\s*:\s*sub\b|font-variant-position\s*:\s*sub\b/iu

/** The same by a length, of text that is smaller than the text around it. */
const small = /font-size\s*:\s*(?:0?\.[1-8]\d*r?em|[1-8]\d(?:\.\d+)?%|small(?:er)?|x{1,2}-small)/iu
const raisedBy = /vertical-align\s*:\s*(?:0?\.)?0*[1-9]/iu
const loweredBy = /vertical-align\s*:\s*-[\d.]/iu

/** The same from its own place: other positions are those of badges and the like. */
const relative = /(?<![\w-])position\s*:\s*relative/iu
const movedUp = /(?<![\w-])(?:top\s*:\s*-|bottom\s*:\s*)(?:0?\.\d+em|[1-9]px)/iu
const movedDown = /(?<![\w-])(?:bottom\s*:\s*-|top\s*:\s*)(?:0?\.\d+em|[1-9]px)/iu

/** An element on lines of its own. */
const onOwnLine = /(?<![\w-])display\s*:\s*(?:block|flex|grid|list-item|table)(?![\w-])/iu

const meaningful = new RegExp(
  [onOwnLine, struck, raised, lowered, raisedBy, loweredBy, movedUp, movedDown].map(({ source }) => source).join('|'),
  'iu',
)
const relevant = /^\s*(?:vertical-align|font-(?:variant-position|size)|text-decoration|position|top|bottom|display)/iu

const MAX_STYLE_CHARACTERS = 500

/** Whether an element's style or classes strike out its text. */
export const isStruckBy = (style: string, classes: string): boolean =>
  struck.test(style.slice(0, MAX_STYLE_CHARACTERS)) ||
  /(?:^|\s)(?:(?:text-(?:decoration-)?)?line-through|strike(?:-?through)?|text-strike)(?:\s|$)/iu.test(classes)

/** Whether a style puts its element on lines of its own. */
export const isOnOwnLine = (style: string): boolean => onOwnLine.test(style.slice(0, MAX_STYLE_CHARACTERS))

/** The position that an inline element's style and classes give its text, or null. */
export function positionBy(style: string, classes: string): TextPosition | null {
  const own = style.slice(0, MAX_STYLE_CHARACTERS)
  const isSmall = small.test(own)
  const isMoved = relative.test(own)
  const isRaised = raised.test(own) || /(?:^|\s)(?:sup|super|superscript)(?:\s|$)/iu.test(classes)
  const isLowered = lowered.test(own) || /(?:^|\s)(?:sub|subscript)(?:\s|$)/iu.test(classes)
  const isAbove = isRaised || (isSmall && (raisedBy.test(own) || (isMoved && movedUp.test(own))))
  const isBelow = isLowered || (isSmall && (loweredBy.test(own) || (isMoved && movedDown.test(own))))
  const below = isBelow ? 'sub' : null
  return isAbove ? 'super' : below
}

/**
 * Finds the classes by which a style sheet raises, lowers or strikes out text.
 *
 * @returns the declarations that a `class` attribute adds to the style of its element; empty for most
 */
export function textStyles(css: string): ((names: string) => string) | null {
  const byClass = new Map<string, string>()
  if (!meaningful.test(css)) return null
  for (const { selectors, declarations, conditional } of readRules(css)) {
    if (conditional || !meaningful.test(declarations)) continue
    const found = declarations
      .split(';')
      .filter((one) => relevant.test(one))
      .join(';')
    if (!isStruckBy(found, '') && positionBy(found, '') === null && !isOnOwnLine(found)) continue
    for (const selector of selectors) {
      const name = simpleName(selector)
      if (name?.startsWith('.') === true) byClass.set(name.slice(1), `${byClass.get(name.slice(1)) ?? ''}${found};`)
    }
  }
  if (byClass.size === 0) return null
  return (names) =>
    names
      .split(/\s+/u)
      .map((name) => byClass.get(name) ?? '')
      .join('')
}

/** Writes what the page's style sheets say about raised, lowered and struck-out text into the elements' own styles. */
export function applyTextStyles(document: DomDocument, css: string): void {
  const styleOf = textStyles(css)
  if (styleOf === null) return
  for (const element of findElements(document.body, (at) => at.hasAttribute('class'))) {
    const style = styleOf(element.getAttribute('class') ?? '')
    if (style !== '') element.setAttribute('style', `${style}${element.getAttribute('style') ?? ''}`)
  }
}
