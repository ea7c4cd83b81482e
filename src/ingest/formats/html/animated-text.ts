import {
  type DomDocument,
  type DomElement,
  type DomNode,
  DomText,
  findElements,
  hasName,
  hasToken,
  isElement,
  shortText,
} from './dom.ts'

/** A longer text isn't a word. */
const MAX_WORD_CHARACTERS = 40

/** Fewest adjacent boxes of one word that count as text split by a script, such as SplitType or GSAP SplitText. */
const MIN_PIECES = 3

const isBox = hasName('div', 'span')
const isBlank = (node: DomNode): boolean => !isElement(node) && node.textContent.trim() === ''
const isHiddenPart = (node: DomNode): boolean => isElement(node) && node.getAttribute('aria-hidden') === 'true'
const lettersOf = (text: string): string => text.replace(/\s+/gu, '')

/** Joins the parts of an element whose label for screen readers is the same text. */
function joinLabeled(document: DomDocument): void {
  for (const element of findElements(document.body, (at) => at.hasAttribute('aria-label'))) {
    const label = element.getAttribute('aria-label') ?? ''
    const letters = lettersOf(label)
    const first = element.firstChild
    if (first === null || letters === '' || ![first, first.nextSibling ?? first].some(isHiddenPart)) continue
    if (lettersOf(shortText(element, label.length * 2)) !== letters) continue
    element.takeChildren()
    element.append(new DomText(label))
  }
}

const hasStyle = (element: DomElement, pattern: RegExp): boolean =>
  isBox(element) && pattern.test(element.getAttribute('style') ?? '')

const isInLine = (element: DomElement): boolean => hasStyle(element, /display:\s*inline/iu)
const isLine = (element: DomElement): boolean =>
  hasStyle(element, /display:\s*block/iu) || (isBox(element) && hasToken(element, 'class', 'line'))

/** The word or letter in a box within its line; empty for other nodes. */
function pieceOf(node: DomNode): string {
  if (!isElement(node) || !isInLine(node)) return ''
  const text = shortText(node, MAX_WORD_CHARACTERS)
  return text === '' || /\s/u.test(text) || findElements(node, (part) => !isBox(part)).length > 0 ? '' : text
}

/** The text of a row of pieces with the spaces between them; some scripts leave out those between words. */
function rowText(row: readonly DomNode[], pieces: readonly string[]): string {
  const isSpaced = row.some(isBlank) || pieces.every((piece) => /^.$/u.test(piece))
  return isSpaced ? row.map((node) => pieceOf(node) || ' ').join('') : pieces.join(' ')
}

/** Joins the pieces among an element's children into text. Returns whether the element has nothing else. */
function joinPieces(parent: DomElement): boolean {
  let row: DomNode[] = []
  const joined: DomNode[] = []
  const endRow = (): void => {
    const pieces = row.map(pieceOf).filter((piece) => piece !== '')
    joined.push(...(pieces.length < MIN_PIECES ? row : [new DomText(rowText(row, pieces))]))
    row = []
  }
  for (const node of parent.takeChildren()) {
    if (isBlank(node) || pieceOf(node) !== '') {
      row.push(node)
      continue
    }
    endRow()
    joined.push(node)
  }
  endRow()
  for (const node of joined) parent.append(node)
  return joined.length === 1
}

/** Joins words and letters that a script has put into boxes of their own, and the lines it has put these into. */
function joinSplit(document: DomDocument): void {
  const parents = new Set(findElements(document.body, isInLine).map((piece) => piece.parentNode))
  const lines = new Set<DomElement>()
  for (const parent of parents) if (parent && joinPieces(parent) && isLine(parent)) lines.add(parent)
  let end: DomNode | null = null
  let whole: DomElement | null = null
  for (const line of lines) {
    if (whole === null || end !== line) whole = line
    else for (const node of [new DomText(' '), ...line.takeChildren()]) whole.append(node)
    for (end = line.nextSibling; end !== null && isBlank(end); ) end = end.nextSibling
  }
}

/** Joins words and letters that are set apart for an animation. */
export function joinAnimatedText(document: DomDocument): void {
  joinLabeled(document)
  joinSplit(document)
}
