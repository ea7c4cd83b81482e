import { type DomDocument, type DomElement, findElements, hasName } from './dom.ts'

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
