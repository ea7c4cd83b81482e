import {
  type DomDocument,
  type DomElement,
  findElement,
  findElements,
  hasName,
  hasWords,
  isElement,
  nextNode,
  nodeAfter,
  shortText,
} from './dom.ts'
import { wordsOf } from './noise.ts'
import { readRules, simpleName } from './style-sheet.ts'
import { blockTags, lineTags } from './tags.ts'

/**
 * Why an element is not seen: it takes no space (`gone`), or it is there and only not shown (`faint`): transparent, off
 * the screen, reserved for screen readers, or until a script shows it.
 */
type Hiding = 'gone' | 'faint' | 'aria'

const goneStyle =
  /(?:^|[;\s])(?:display\s*:\s*none|font-size\s*:\s*0(?:\.0+)?(?:px|em|rem|pt|%)?\s*(?:;|!|$)|color\s*:\s*transparent)/iu

/** Shows an element, whatever its classes declare. */
const displayed = /(?:^|[;\s])display\s*:\s*(?!none)[a-z]/iu

/** A gradient shows through transparent letters. */
const paintedLetters = /background-clip\s*:\s*text/iu

const faintStyle = new RegExp(
  `(?:^|[;\\s])(?:${[
    'visibility\\s*:\\s*(?:hidden|collapse)',
    'opacity\\s*:\\s*0(?:\\.0+)?\\s*(?:;|!|$)',
    '(?:left|top|right|bottom|text-indent|margin-left|margin-top)\\s*:\\s*-\\s*\\d{4,}',
    'clip\\s*:\\s*rect\\(\\s*[01](?:px)?(?:[\\s,]+[01](?:px)?){3}\\s*\\)',
    'clip-path\\s*:\\s*inset\\(\\s*(?:50|100)%',
  ].join('|')})`,
  'iu',
)

/** Zero width or height with clipped overflow hides as well; both parts are needed, since bare zero sizes overflow. */
const zeroSize = /(?:^|[;\s])(?:max-)?(?:width|height)\s*:\s*[01](?:px)?\s*(?:;|!|$)/iu
const clipped = /overflow(?:-[xy])?\s*:\s*(?:hidden|clip)/iu

/** A quick test before the others. */
const maybeHiding = /hid|none|sr-only|reader|off-?screen|assistive|invisible|opacity/iu

/** Class names that the large CSS frameworks define as "not shown", and as "for screen readers only". */
const goneClass = /(?:^|\s)(?:u-hidden|is-hidden|d-none|hidden|hide|hideme)(?:\s|$)/iu
const faintClass = new RegExp(
  `(?:^|\\s)(?:${[
    'sr-only|screen-reader-text|screen-reader-only|visually-?hidden|visuallyhidden|element-invisible',
    'assistive-text|offscreen|off-screen|a11y-hidden|invisible|opacity-0',
  ].join('|')})(?:\\s|$)`,
  'iu',
)

/** Frameworks pair a hiding class with ones that show the element again from some screen width on. */
const responsiveClass =
  /(?:^|\s)(?:(?:sm|md|lg|xl|2xl):(?:block|flex|grid|inline|contents|table|visible|opacity-\d+)|d-(?:sm|md|lg|xl)-(?:block|flex|grid|inline))/u

/** Longer inline styles contain pictures, not layout. */
const MAX_STYLE_CHARACTERS = 2000

function hidingOfStyle(style: string): Hiding | null {
  if (goneStyle.test(style) && !(paintedLetters.test(style) && !/display\s*:\s*none/iu.test(style))) return 'gone'
  return faintStyle.test(style) || (clipped.test(style) && zeroSize.test(style)) ? 'faint' : null
}

/** How an element is hidden by its attributes and by what style sheets declare for it. */
function hidingOf(element: DomElement, declared: string): Hiding | null {
  if (element.hasAttribute('hidden') && element.getAttribute('hidden') !== 'until-found') return 'gone'
  if (element.hasAttribute('popover')) return 'gone'
  const style = (element.getAttribute('style') ?? '').slice(0, MAX_STYLE_CHARACTERS)
  const byClass = displayed.test(style) ? declared.replace(/display\s*:\s*none/giu, '') : declared
  const byStyle = style + byClass === '' ? null : hidingOfStyle(`${style};${byClass}`)
  if (byStyle !== null) return byStyle
  const names = element.getAttribute('class') ?? ''
  if (maybeHiding.test(names) && !responsiveClass.test(names)) {
    if (goneClass.test(names)) return 'gone'
    if (faintClass.test(names)) return 'faint'
  }
  return element.getAttribute('aria-hidden') === 'true' ? 'aria' : null
}

/**
 * Whether an element is hidden from readers, as `hideElements` has decided. Text that they can't see must not reach a
 * summary: it is either a helper for machines or an attempt to steer one.
 */
export const isHidden = (element: DomElement): boolean =>
  element.hasAttribute('hidden') && element.getAttribute('hidden') !== 'until-found'

/** Parts that are closed until someone opens them, and are then not the text of the page. */
const closed =
  / (?:modal|popup|popover|pop up|dialog|alertdialog|menu|menus|menubar|submenu|mega ?menu|nav|navbar|navigation|off ?canvas|drawer|tooltip|overlay|lightbox|cookie|cookies|consent|gdpr|dropdown|toast|search|login|newsletter|subscribe|share|banner|placeholder|skeleton|loading) /u

/** Of these, the ones that contain much else. */
const covering =
  / (?:modal|popup|dialog|alertdialog|menu|mega ?menu|navigation|off ?canvas|drawer|cookie|cookies|consent) /u

/** Parts that open in place: answers, tabs, the rest of a text. */
const folded =
  / (?:accordions?|collaps(?:e|ed|ible)|expand(?:able|ed|er)?|faq\w*|answers?|toggle\w*|tab ?(?:panel|pane|content)s?|tabs?|panel|details|disclosure|spoiler|read ?more|more ?(?:text|content)|full ?text|reveal|unfold|truncated|rest|solution) /u

const closedTags = hasName('nav', 'dialog', 'menu', 'form', 'footer', 'header')
const asideTags = hasName('nav', 'footer')
const tableOrCode = hasName('table', 'pre')

/** Elements above one that determine its purpose; a closed part is rarely nested deeper. */
const MAX_ANCESTORS = 30

const namesOf = (element: DomElement): string => wordsOf(element, 'class', 'id', 'role', 'itemprop')

function isInClosed(element: DomElement): boolean {
  if (closed.test(namesOf(element)) && !folded.test(namesOf(element))) return true
  let at = element.parentNode
  for (let height = 0; at !== null && height < MAX_ANCESTORS; height += 1, at = at.parentNode) {
    if (['article', 'main', 'body'].includes(at.localName)) return false
    if (closedTags(at) || at.getAttribute('aria-modal') === 'true' || covering.test(namesOf(at))) return true
  }
  return false
}

/** Nodes of a part that are looked at to judge it. */
const MAX_NODES = 400

/** A shorter run of text is a label. */
const MIN_PROSE_CHARACTERS = 25

const silentTags = hasName('script', 'style', 'noscript', 'template', 'svg', 'select', 'textarea', 'option')

const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Runs of text inside an element, outside links and programs, as far as they are long enough to be sentences. */
function* proseIn(
  root: DomElement,
  skip: (element: DomElement) => boolean,
  limit = Number.POSITIVE_INFINITY,
): Generator<string> {
  let nodes = 0
  let node = nextNode(root, root)
  while (node !== null && nodes < limit) {
    nodes += 1
    if (isElement(node) && (node.localName === 'a' || silentTags(node) || skip(node))) {
      node = nodeAfter(node, root)
      continue
    }
    if (!isElement(node)) {
      const text = node.textContent.trim()
      const isSentence = eastAsian.test(text) ? text.length >= 4 : text.length >= 8 && /[.!?…؟।]$/u.test(text)
      if (text.length >= MIN_PROSE_CHARACTERS || isSentence) yield text
    }
    node = nextNode(node, root)
  }
}

const lengthOf = (texts: Iterable<string>): number => {
  let length = 0
  for (const text of texts) length += eastAsian.test(text) ? text.length * 2.5 : text.length
  return length
}

const never = (): boolean => false

/**
 * From these shares of the page's prose on, what isn't shown yet is what the page is about. Parts that an animation shows
 * when the reader scrolls to them need little; parts that take no space need nearly all of it.
 */
const MIN_SHARES = { animated: 0.05, faint: 0.25, aria: 0.25, gone: 0.95 }

type Group = keyof typeof MIN_SHARES

const animatedNames =
  / (?:aos|wow|sal|fade(?:d|s)?(?: ?(?:in|up|down|left|right))?|anim(?:ate|ated|ation|ations)?|reveals?|appear|slide ?(?:in|up)|scroll ?(?:reveal|trigger|magic)|motion|elementor invisible|lax|rellax) /u
const animatedAttributes =
  'data-aos data-w-id data-animate data-animation data-animation-role data-sal data-scroll data-reveal data-sr-id data-wow-delay'.split(
    ' ',
  )
const animatedStyle = /(?:^|[;\s])(?:-webkit-)?(?:transform|transition|animation|will-change)[\w-]*\s*:/iu

/** Whether an inline script after an element shows it: parts of a page that a server streams are followed by one. */
function isMoved(element: DomElement): boolean {
  let next = element.nextSibling
  while (next !== null && !isElement(next) && next.textContent.trim() === '') next = next.nextSibling
  return next !== null && isElement(next) && next.localName === 'script' && !next.hasAttribute('src')
}

const cloakNames = / (?:cloak(?:ed)?|(?:no ?)?fouc|(?:pre|page|is|app) ?load(?:ing)?) /u

/** Whether a script shows an element when it is ready. */
const isCloaked = (element: DomElement): boolean =>
  cloakNames.test(wordsOf(element, 'class')) ||
  ['x-cloak', 'v-cloak', 'ng-cloak'].some((name) => element.hasAttribute(name))

/** Whether an element has signs of an animation that shows it. */
const isAnimated = (element: DomElement): boolean =>
  animatedAttributes.some((name) => element.hasAttribute(name)) ||
  animatedNames.test(wordsOf(element, 'class')) ||
  animatedStyle.test(element.getAttribute('style')?.slice(0, MAX_STYLE_CHARACTERS) ?? '')

/** Nodes and characters that are looked at to tell what opens a part. */
const MAX_OPENING_NODES = 60
const MAX_OPENING_CHARACTERS = 300

/** Whether what is before a part opens it: a button, a heading with one, a question. */
function opensPart(before: DomElement): boolean {
  if (before.hasAttribute('aria-expanded') || ['dt', 'summary', 'button'].includes(before.localName)) return true
  let text = ''
  let node = nextNode(before, before)
  for (let at = 0; at < MAX_OPENING_NODES && node !== null; at += 1, node = nextNode(node, before)) {
    if (isElement(node) ? node.hasAttribute('aria-expanded') : text.length > MAX_OPENING_CHARACTERS)
      return isElement(node)
    if (!isElement(node)) text += node.textContent
  }
  return /[?？؟]\s*$/u.test(text)
}

/** Makes text of the links that only open the part after them. */
function unlinkOpener(before: DomElement): void {
  const opens = /^(?:#|javascript:)/iu
  const isLink = (at: DomElement): boolean => at.localName === 'a' && opens.test(at.getAttribute('href') ?? '')
  for (const link of isLink(before) ? [before] : findElements(before, isLink)) link.removeAttribute('href')
}

/** Ids of the parts that buttons and links on the page open. */
function controlledIds(document: DomDocument): ReadonlySet<string> {
  const ids = new Set<string>()
  for (let node = nextNode(document.body, document.body); node !== null; node = nextNode(node, document.body)) {
    if (!isElement(node)) continue
    for (const name of ['aria-controls', 'data-target', 'data-bs-target', 'aria-owns']) {
      for (const id of node.getAttribute(name)?.split(/\s+/u) ?? []) ids.add(id.replace(/^#/u, ''))
    }
  }
  return ids
}

/** Whether an element is a part of the text that opens in place, such as the answer under a question. */
function isFolded(element: DomElement, before: DomElement | undefined, controlled: () => ReadonlySet<string>): boolean {
  if (element.hasAttribute('popover')) return false
  const id = element.getAttribute('id') ?? ''
  const opens =
    (id !== '' && controlled().has(id)) ||
    folded.test(namesOf(element)) ||
    (before !== undefined && (opensPart(before) || isNextPage(element, before)))
  if (!opens || isInClosed(element)) return false
  return proseIn(element, never, MAX_NODES).next().done === false || findElement(element, tableOrCode) !== null
}

const cellTags = hasName('p', 'td', 'th')
const numberedAttributes = 'class id data-page data-step data-slide data-index data-part data-section'.split(' ')
const stateWords =
  / (?:\d+|active|inactive|current|selected|hidden|hide|shown?|visible|invisible|is|first|last|next|d none)(?= )/gu

/** Whether an element is the next one of pages, steps or slides of a text, of which one is shown at a time. */
function isNextPage(element: DomElement, before: DomElement): boolean {
  if (before.localName !== element.localName || cellTags(element) || isHidden(before)) return false
  // The same text in another language.
  if (['lang', 'data-lang', 'hreflang'].some((name) => before.getAttribute(name) !== element.getAttribute(name)))
    return false
  const [one, two] = [before, element].map((at) => wordsOf(at, 'class'))
  if (one === undefined || two === undefined || one.replace(stateWords, '') !== two.replace(stateWords, ''))
    return false
  if (/ (?:active|current|selected) /u.test(one) || / inactive /u.test(two)) return true
  return numberedAttributes.some((name) => {
    const [from, to] = [before, element].map((at) => /\d{1,3}$/u.exec(at.getAttribute(name)?.trim() ?? '')?.[0])
    return from !== undefined && Number(to) === Number(from) + 1
  })
}

const showing = /(?:^|[;\s])(?:display\s*:\s*(?!none)[a-z]|visibility\s*:\s*visible|opacity\s*:\s*(?:1|0?\.[1-9]))/iu

const drawnTags = hasName('a', 'i', 'svg', 'code', 'pre')
const drawnNames = / (?:icons?|symbols?|glyph|emoji|fa|material|katex|math\w*|mjx) /u

/** A longer text is more than a few words in a sentence. */
const MAX_WORD_CHARACTERS = 40

/** Elements around a word of a line, and siblings that are looked at to tell whether it is one. */
const MAX_INLINE_DEPTH = 8
const MAX_SIBLINGS = 20

/** Whether an element is a word of a sentence that screen readers get in another form, such as "€6.50" or an initial. */
function isWordInLine(element: DomElement): boolean {
  let line: DomElement | null = element
  for (let depth = 0; line !== null && !blockTags.has(line.localName); depth += 1, line = line.parentNode) {
    const isDrawn = drawnTags(line) || drawnNames.test(wordsOf(line, 'class'))
    if (isDrawn || depth > MAX_INLINE_DEPTH) return false
  }
  if (line === null || !lineTags.has(line.localName) || !/[\p{L}\p{N}]/u.test(shortText(element, MAX_WORD_CHARACTERS)))
    return false
  let node = element.parentNode?.firstChild ?? null
  for (let at = 0; node !== null && at < MAX_SIBLINGS; at += 1, node = node.nextSibling) {
    if (node !== element && hasWords(node)) return true
  }
  return false
}

/**
 * How the page's style sheets hide an element: the declarations of plain rules for its classes and id (".a", "#b") that
 * hide, or paint letters, unless another rule shows these again. Empty for most.
 */
function readStyleSheets(css: string): (element: DomElement) => string {
  const declared = new Map<string, string>()
  const shown = new Set<string>()
  /** Classes that show elements on some screens, whatever else hides them. */
  const responsive = new Set<string>()
  for (const { selectors, declarations, conditional } of readRules(css)) {
    const isPainted = paintedLetters.test(declarations)
    const isShown = showing.test(declarations)
    const isHiding = !isShown && (isPainted || hidingOfStyle(declarations.slice(0, MAX_STYLE_CHARACTERS)) !== null)
    for (const selector of selectors) {
      const name = simpleName(selector)
      if (isShown && conditional) responsive.add(name ?? '')
      if (isShown || (isPainted && name === null))
        for (const [part] of selector.matchAll(/[.#][\w-]+/gu)) shown.add(part)
      else if (isHiding && !conditional && name !== null)
        declared.set(name, `${declarations};${declared.get(name) ?? ''}`.slice(0, MAX_STYLE_CHARACTERS))
    }
  }
  for (const name of shown) declared.delete(name)
  if (declared.size === 0) return () => ''
  return (element) => {
    const classes = element.getAttribute('class') ?? ''
    const names = [...classes.split(/\s+/u).map((name) => `.${name}`), `#${element.getAttribute('id') ?? ''}`]
    if (responsiveClass.test(classes) || names.some((name) => responsive.has(name))) return ''
    return names.reduce((sum, name) => (sum.length < MAX_STYLE_CHARACTERS ? sum + (declared.get(name) ?? '') : sum), '')
  }
}

/**
 * Decides what of a page is hidden from sight, by its attributes and style sheets, and sets the `hidden` attribute there
 * and nowhere else. Answers and tabs that open in place are shown. What is only transparent, off the screen or hidden
 * until a script runs counts as hidden if it is small beside the rest of the page, or a menu or dialog; so does what
 * repeats shown text. What takes no space is shown where there is hardly anything else.
 */
export function hideElements(document: DomDocument, css: string): void {
  const { body } = document
  const byStyleSheet = readStyleSheets(css)
  let ids: ReadonlySet<string> | undefined
  const controlled = (): ReadonlySet<string> => (ids ??= controlledIds(document))
  const found: Record<Group, DomElement[]> = { animated: [], faint: [], aria: [], gone: [] }
  /** The element before the next one in each element. */
  const before = new Map<DomElement | null, DomElement>()
  const judge = (element: DomElement): Hiding | null => {
    const sheet = byStyleSheet(element)
    const declared = hidingOf(element, sheet)
    const hiding = declared === 'gone' && (isMoved(element) || isCloaked(element)) ? 'faint' : declared
    const previous = before.get(element.parentNode)
    before.set(element.parentNode, element)
    if (hiding === 'aria' && isWordInLine(element)) return null
    if (hiding === null || !isFolded(element, previous, controlled)) return hiding
    element.removeAttribute('hidden')
    if (previous !== undefined) unlinkOpener(previous)
    return null
  }
  for (let node = nextNode(body, body); node !== null; ) {
    const hiding = isElement(node) ? judge(node) : null
    if (!isElement(node) || hiding === null) {
      node = nextNode(node, body)
      continue
    }
    node.setAttribute('hidden', '')
    found[hiding === 'faint' && isAnimated(node) ? 'animated' : hiding].push(node)
    node = nodeAfter(node, body)
  }
  showMain(body, judge, found)
}

/** Shows the elements that only look hidden, where a group of them has its share of the page's prose. */
function showMain(
  body: DomElement,
  judge: (element: DomElement) => Hiding | null,
  groups: Readonly<Record<Group, readonly DomElement[]>>,
): void {
  const open = (['animated', 'faint', 'aria', 'gone'] as const).map((name) => ({
    share: MIN_SHARES[name],
    group: groups[name].filter((at) => isCloaked(at) || !isInClosed(at)),
  }))
  if (open.every(({ group }) => group.length === 0)) return
  const shown = new Set(proseIn(body, (element) => isHidden(element) || asideTags(element)))
  let shownLength = lengthOf(shown)
  for (const { group, share } of open) {
    const freshIn = (element: DomElement) => proseIn(element, never).filter((text) => !shown.has(text))
    const fresh = group.filter((element) => freshIn(element).next().done === false)
    const length = fresh.reduce((sum, element) => sum + lengthOf(freshIn(element)), 0)
    if (length === 0 || length < (length + shownLength) * share) continue
    shownLength += length
    for (const element of fresh) {
      for (const text of proseIn(element, never)) shown.add(text)
      element.removeAttribute('hidden')
      for (const inner of findElements(element, (at) => judge(at) === 'gone')) inner.setAttribute('hidden', '')
    }
  }
}
