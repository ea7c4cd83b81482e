import type { TextPosition } from '../../parsing/raised-text.ts'
import { isNoteMark } from '../../parsing/raised-text.ts'
import { bracketedPage, glued, pageNumberKind, pageNumberSigns } from '../page-number.ts'
import { childElements, type DomElement, type DomNode, hasName, isElement, shortText, textStart } from './dom.ts'
import { nameWords, wordsOf } from './noise.ts'
import quotes from './quotes.json' with { type: 'json' }
import { isOnOwnLine, isStruckBy, positionBy } from './style-sheet.ts'
import { blockTags, lineTags, skippedTags } from './tags.ts'

// Meaning of the elements inside a sentence: raised, struck out, quoted, a note, a box that floats above the text.

const struckTags = new Set(['del', 's', 'strike'])
const styleOf = (element: DomElement): string => element.getAttribute('style') ?? ''
const classesOf = (element: DomElement): string => element.getAttribute('class') ?? ''

/** Whether an element's text is deleted: what is struck out no longer counts. */
export const isStruckOut = (element: DomElement): boolean =>
  struckTags.has(element.localName) || isStruckBy(styleOf(element), classesOf(element))

/** The position that an element gives its text, or null. */
export function positionOf(element: DomElement): TextPosition | null {
  if (element.localName === 'sup') return 'super'
  if (element.localName === 'sub') return 'sub'
  return blockTags.has(element.localName) ? null : positionBy(styleOf(element), classesOf(element))
}

const markNames =
  / (?:fn\d*|fu(?:ss|ß) ?noten?\d*|fnref\d*|fn ref\d*|foot ?notes?\d*|foot ?note ?(?:ref(?:erence)?|mark|link|number|anchor)\d*|end ?notes?\d*|end ?note ?ref\d*|note ?(?:ref|mark|link|anchor)|side ?note ?number|margin ?toggle|ftnt?(?:ref)?\d*|edn(?:ref)?\d*|mso (?:foot|end)note reference|tag note|cite (?:note|ref)|sdfootnote\w*|noteref) /u

/** The target of a link to a note: "#note-1". */
const numberedNote = / (?:notes?|notas?|anm(?:erkung)?|voetnoot|przypis) ?\d+ /u

/** Names of numbers that refer to something; right after a word, without a space, that is a note. */
const referenceNames = / (?:refs?|cite|citations?|notes?|references?) /u
const afterText = /[\p{L}\p{M}.,;:!?”"’)\]]$/u

const leadsWithin = (element: DomElement): boolean => element.getAttribute('href')?.startsWith('#') === true

/** Longer text is more than the number of a page. */
const MAX_PAGE_CHARACTERS = 20
/** More characters than `glued` looks at. */
const MAX_GLUED_CHARACTERS = 10

/** Whether an inline element is the number of a printed page: "[Pg 12]". */
export function isPrintedPage(element: DomElement): boolean {
  const text = shortText(element, MAX_PAGE_CHARACTERS)
  if (text === '') return false
  const signs = pageNumberSigns(element.localName, {
    class: element.getAttribute('class'),
    id: element.getAttribute('id'),
    name: element.getAttribute('name'),
    href: element.getAttribute('href'),
    title: element.getAttribute('title'),
  })
  if (signs === null) return element.localName === 'span' && bracketedPage.test(text)
  const kind = pageNumberKind(text, signs)
  const next = kind === 'number' ? element.nextSibling : null
  return kind === 'page' || (next !== null && glued.test(textStart(next, MAX_GLUED_CHARACTERS)))
}

/** Longer text is more than a mark. */
const MAX_MARK_CHARACTERS = 12

/**
 * Whether an inline element is the mark of a note, or a sign that leads back from one, by its names and its link within
 * the page. Marks that are only raised are recognized by the text around them.
 *
 * @param before end of the line before the element
 */
export function isMark(element: DomElement, before: string): boolean {
  const { localName } = element
  if (localName === 'label' && wordsOf(element, 'class').includes(' margin ')) return true
  if (!['a', 'sup', 'span', 'cite', 'small', 'button', 'label'].includes(localName)) return false
  const text = shortText(element, MAX_MARK_CHARACTERS)
  if (text === '') return false
  const isLink = leadsWithin(element)
  if (isLink && !/[\p{L}\p{Nd}\p{Nl}]/u.test(text)) return true
  if (!isNoteMark(text)) return false
  const names = wordsOf(element, 'class', 'id', 'role', 'rel', 'data-type')
  if (markNames.test(names) || / (?:doc )?noteref /u.test(names)) return true
  if (isLink && [markNames, numberedNote].some((names) => names.test(wordsOf(element, 'href')))) return true
  if (localName === 'span' && afterText.test(before) && referenceNames.test(names)) return true
  const isRaised = localName === 'sup'
  return isRaised && (/ references? /u.test(names) || leadsToNote(element))
}

/** Whether a raised element contains, or is in, a link within the page. */
const leadsToNote = (element: DomElement): boolean =>
  childElements(element).some(leadsWithin) || (element.parentNode?.localName === 'a' && leadsWithin(element.parentNode))

const sideNoteNames =
  / (?:side ?notes?|margin ?notes?|margin ?note ?content|ltx note|foot ?notes?|foot ?note ?(?:content|text|body|inline)|inline ?(?:foot)?notes?|end ?notes?|mso footnote text) /u

/** A shorter one is a mark. */
const MIN_NOTE_CHARACTERS = 12
const MAX_NOTE_CHARACTERS = 500

const isNamedNote = (element: DomElement): boolean =>
  /note/iu.test(element.getAttribute('class') ?? element.getAttribute('role') ?? element.localName) &&
  sideNoteNames.test(nameWords(`${element.localName} ${wordsOf(element, 'class', 'role')}`)) &&
  element.textContent.trim().length >= MIN_NOTE_CHARACTERS

const outOfLine = /(?:^|[;\s])(?:float\s*:\s*(?:left|right)|position\s*:\s*absolute)/iu

/** Whether an element is a text box with paragraphs of its own, as office programs anchor them inside a word. */
const isTextBox = (element: DomElement): boolean =>
  element.localName === 'span' &&
  outOfLine.test(element.getAttribute('style') ?? '') &&
  childElements(element).some(({ localName }) => blockTags.has(localName))

/** Whether an element is a word with a number: "Theorem 2", "Step 1". */
export const isNumberedWord = (element: DomElement): boolean =>
  /^\p{L}{3,20} (?:\d[\d.]{0,8}|[IVXA-F]{1,5})[.:]?$/u.test(shortText(element, 30).replace(/\s+/gu, ' '))

const isSmallPart = hasName('span', 'small', 'aside')

/** Whether an element is a whole sentence right after a word, without a space, so that it is shown elsewhere. */
function isSentenceAfterWord(element: DomElement, before: string): boolean {
  if (!isSmallPart(element) || isFloating(element) || !/\p{Ll}\p{M}*$/u.test(before)) return false
  const text = shortText(element, MAX_NOTE_CHARACTERS)
  return text.length >= MIN_NOTE_CHARACTERS && /^\p{Lu}\S*\s/u.test(text) && /[.!?]["”’»)]?$/u.test(text)
}

/**
 * Whether an element inside a paragraph is a text box, or a note set in the margin or shown on request.
 *
 * @param before end of the line before the element
 */
export const isSideNote = (element: DomElement, before: string): boolean =>
  element.localName !== 'a' && (isNamedNote(element) || isTextBox(element) || isSentenceAfterWord(element, before))

const floating =
  / (?:tool ?tips?|tool ?tip ?(?:text|content|body|inner|box)|popovers?|popover ?(?:content|body)|popup|rollover \w+ (?:block|content|box)|hover ?card|dropdown(?: menu| content)?|flyout) /u
const trigger =
  / (?:trigger|toggle|target|anchor|term|host|reference|activator|wrap|wrapper|container|link|word|label|has) /u
const triggerAttributes = [
  'title',
  'data-tooltip',
  'data-tip',
  'data-title',
  'data-content',
  'data-original-title',
  'data-bs-toggle',
  'data-toggle',
  'aria-describedby',
  'data-tippy-content',
  'aria-label',
]

const isTerm = hasName('dfn', 'abbr')

const isFloating = (element: DomElement): boolean =>
  !isTerm(element) &&
  /tip|pop|hover|drop|fly|roll/iu.test(element.getAttribute('class') ?? element.getAttribute('role') ?? '') &&
  floating.test(wordsOf(element, 'class', 'role'))

/**
 * Whether an element is a box that opens above the text, rather than the words that open it.
 *
 * @param before end of the line before the element
 */
export function isFloatingBox(element: DomElement, before: string): boolean {
  if (!isFloating(element)) return false
  const names = wordsOf(element, 'class')
  if (element.getAttribute('role') === 'tooltip' || / (?:text|content|body|inner|box|menu) /u.test(names)) return true
  if (trigger.test(names) || triggerAttributes.some((name) => element.hasAttribute(name))) return false
  const inside = childElements(element)
  if (inside.some((child) => isFloating(child) || childElements(child).some(isFloating))) return false
  const text = element.textContent.trim()
  return /[.!?。！？]["”’)]?$/u.test(text) || text.length > 80 || /[\p{Lu}\p{Ll}\p{N}]$/u.test(before)
}

/** An initial, which floats beside the text. */
const MAX_INITIAL_CHARACTERS = 2

/** Whether an inline element is shown on lines of its own. */
export const isOwnLine = (element: DomElement): boolean =>
  element.hasAttribute('style') &&
  isOnOwnLine(styleOf(element)) &&
  !outOfLine.test(styleOf(element)) &&
  shortText(element, MAX_INITIAL_CHARACTERS) === ''

const textTags = new Set([...lineTags, 'caption'])

/** Whether an element is a button or a label, which begins on a new line unless it is a part of a sentence. */
export const isControl = hasName('button', 'label')

/** Number of nodes after an element that are searched for the rest of its line. */
const MAX_NODES_AFTER = 40
const MAX_CHARACTERS_AFTER = 50

/** The text that follows an element on its line, controls left out, and the tag of the block around it. */
function lineAfter(element: DomElement): { text: string; block: string } {
  let count = 0
  let text = ''
  let at: DomNode = element
  for (;;) {
    for (let node: DomNode | null = at.nextSibling; node !== null; node = node.nextSibling) {
      count += 1
      if (count > MAX_NODES_AFTER || text !== '') break
      if (!isElement(node)) text += node.textContent.trim()
      else if (node.localName === 'br') return { text, block: blockAround(at) }
      else if (isControl(node) || skippedTags.has(node.localName)) continue
      else if (blockTags.has(node.localName)) return { text, block: blockAround(at) }
      else text += shortText(node, MAX_CHARACTERS_AFTER)
    }
    const parent: DomElement | null = at.parentNode
    if (text !== '' || parent === null || count > MAX_NODES_AFTER) return { text, block: blockAround(at) }
    if (blockTags.has(parent.localName) && !isControl(parent)) return { text, block: parent.localName }
    at = parent
  }
}

function blockAround(node: DomNode): string {
  let at = node.parentNode
  while (at !== null && !blockTags.has(at.localName)) at = at.parentNode
  return at?.localName ?? ''
}

const endsLine = /[.!?…:。！？：।؟|•·»][”"’')\]]*$/u
/** "Fig.", which a number follows. */
const abbreviation = /(?:^|[\s(])\p{L}{1,5}\.$/u
const goesOn = /^[\p{Ll},;.)、，。]/u
/** "Results:", which what it names follows. */
const announces = /[:：]$/u

/**
 * Whether an element with another purpose, such as a button or a label, is inside a sentence and a part of it.
 *
 * @param before end of the line before the element, trimmed
 */
export function isInSentence(element: DomElement, before: string): boolean {
  if (abbreviation.test(before) && /^\p{N}/u.test(shortText(element, MAX_MARK_CHARACTERS))) return true
  const { text, block } = lineAfter(element)
  if (before !== '' && !endsLine.test(before)) return text !== '' || (block === 'p' && before.length > 20)
  const isWhole = goesOn.test(text) || (text !== '' && announces.test(shortText(element, MAX_CHARACTERS_AFTER)))
  return isWhole && (before !== '' || textTags.has(block))
}

const styles: Readonly<Record<string, string[]>> = quotes.marks

/** The language whose marks are used where a page declares none, or one without an entry. */
const fallback = ['“', '”', '‘', '’']

/**
 * Quotation marks of a `q` element.
 *
 * @param language BCP 47 tag
 * @param depth number of quotations around it
 */
export function quotationMarks(language: string | null, depth: number): readonly [string, string] {
  const tag = (language ?? '').toLowerCase()
  const marks = styles[tag] ?? styles[tag.split('-')[0] ?? ''] ?? fallback
  const [open = '“', close = '”', innerOpen = '‘', innerClose = '’'] = marks
  return depth % 2 === 0 ? [open, close] : [innerOpen, innerClose]
}

/** Whether a picture is the drawn first letter of the word that follows. */
export const isInitial = (element: DomElement): boolean =>
  element.localName === 'img' &&
  /^["“„«]?\p{Lu}$/u.test(element.getAttribute('alt') ?? '') &&
  element.nextSibling !== null &&
  /^[\p{L}’']/u.test(textStart(element.nextSibling, MAX_GLUED_CHARACTERS))
