import { type DomDocument, type DomElement, findElements, hasName } from './dom.ts'
import { isHidingStyle } from './hidden.ts'

/** Style sheets longer than this in all are frameworks, whose helper classes are known by name. */
const MAX_CSS_CHARACTERS = 300_000

interface Rule {
  selectors: string[]
  declarations: string
  /** Whether it stands in a media query or another condition. */
  conditional: boolean
}

/** The innermost rules of a style sheet. Not a CSS parser: enough to see what plain rules hide. */
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

/** Class names and ids (".a", "#b") that a page's own plain rules hide and none of its rules shows again. */
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
 * Gives the `hidden` attribute to what the style sheets inside the page hide by class or id, so that readers need to look
 * at attributes only. Linked style sheets are not fetched.
 */
export function applyStyleSheets(document: DomDocument): void {
  const css = findElements(document.documentElement, hasName('style'))
    .map((style) => style.textContent ?? '')
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
