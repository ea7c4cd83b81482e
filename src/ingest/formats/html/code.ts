import { foldLines } from '../clean-text.ts'
import { type DomElement, findElement, findElements, hasName, isElement, shortText } from './dom.ts'
import { formulaText } from './formula-text.ts'
import { isHidden } from './hidden-elements.ts'
import { nameWords, wordsOf } from './noise.ts'
import { blockTags, skippedTags } from './tags.ts'

/** Names of elements with the number of a line of code, between spaces. */
export const numberNames =
  / (?:(?<!hljs )ln|lnt|line ?no|lineno|line ?numbers?(?: rows)?|linenos|linenum|line num|gutter|blob num|hljs ln n|hljs ln numbers) /u

/** Text that can't be selected is not part of the code: its line numbers and prompts. */
const unselectable = /user-select\s*:\s*none/iu

const isNumbered = (element: DomElement): boolean =>
  (numberNames.test(wordsOf(element, 'class')) && /^[\d\s.:|]*$/u.test(element.textContent)) ||
  unselectable.test(element.getAttribute('style') ?? '')

const isInteger = (text: string): boolean => /^\s*\d{1,6}\s*$/u.test(text)

/** Fewer lines with a number each may be data. */
const MIN_NUMBERED_LINES = 3

const countsUp = (numbers: readonly string[], least = MIN_NUMBERED_LINES): boolean =>
  numbers.length >= least && numbers.every((number, at) => at === 0 || Number(number) === Number(numbers[at - 1]) + 1)

/**
 * Whether a text is nothing but the numbers of lines: "1 2 3 4".
 *
 * @param words the names of its element; columns of a page's layout have gutters too
 */
export const isGutter = (text: string, words = ''): boolean =>
  /^[\d\s]+$/u.test(text) &&
  (countsUp(text.trim().split(/\s+/u)) || (numberNames.test(words) && !words.includes(' gutter ')))

/** The elements in a piece of code that contain nothing but the number of a line, whatever their names. */
function lineNumbers(pre: DomElement): ReadonlySet<DomElement> {
  const leaves = findElements(
    pre,
    (element) =>
      element.firstChild !== null &&
      element.firstChild === element.lastChild &&
      !isElement(element.firstChild) &&
      isInteger(element.textContent),
  )
  return new Set(countsUp(leaves.map((leaf) => leaf.textContent)) ? leaves : [])
}

/** Names of lists of lines of code, by SyntaxHighlighter and Google's Prettify, without an element for code. */
const lineLists = / (?:dp highlighter|syntax ?highlighter|linenums|code (?:lines|list|listing)) /u

const namesAround = (element: DomElement): string =>
  nameWords([element, element.parentNode].map((at) => at?.getAttribute('class') ?? '').join(' '))

/** Names and styles of elements that show code in rows, without `pre`. */
const rowNames = / (?:code|source|hljs|chroma|shiki|prettyprint|syntax\w*|terminal) /u
const rowStyle = /white-space\s*:\s*pre|font-family\s*:[^;]*mono/iu

/** Nodes at the beginning of a row that are searched for its number, and characters of the number. */
const MAX_ROW_NODES = 20
const MAX_NUMBER_CHARACTERS = 6

/** The innermost element at the beginning of a row; null if the row begins with text. */
function firstLeaf(row: DomElement): DomElement | null {
  let leaf = row
  let node = row.firstChild
  for (let at = 0; node !== null && at < MAX_ROW_NODES; at += 1) {
    if (isElement(node) && node.firstChild !== null) {
      leaf = node
      node = node.firstChild
    } else if (node.textContent.trim() === '') node = node.nextSibling
    else break
  }
  return node === null || leaf === row ? null : leaf
}

/** The numbers of the rows of code that an element has; null for other elements. */
function rowNumbers(element: DomElement): ReadonlySet<DomElement> | null {
  const numbers: DomElement[] = []
  for (let row = element.firstChild; row !== null; row = row.nextSibling) {
    if (!isElement(row)) continue
    const leaf = firstLeaf(row)
    if (leaf === null || !isInteger(shortText(leaf, MAX_NUMBER_CHARACTERS))) return null
    numbers.push(leaf)
  }
  const [first] = numbers
  const texts = numbers.map((leaf) => leaf.textContent)
  if (first === undefined || !countsUp(texts, 2)) return null
  const isCodeLike =
    rowNames.test(namesAround(element)) ||
    rowStyle.test(element.getAttribute('style') ?? '') ||
    numberNames.test(wordsOf(first, 'class'))
  return isCodeLike ? new Set(numbers) : null
}

/** The lines of code that an element other than `pre` or a table numbers, in a list or in rows; null for others. */
export function codeOfLines(element: DomElement): string | null {
  if (element.localName === 'ol' && lineLists.test(namesAround(element))) return codeText(element)
  const numbers = rowNumbers(element)
  return numbers === null ? null : codeText(element, numbers)
}

const lineStyle = /display\s*:\s*(?:block|flex)/iu

/** Elements that are a line of code each, with or without a line break after them. */
const lineClass = /(?:^|\s)(?:(?:token|code|view|cm|ec|hljs)-)?line(?:\s|$)|(?:^|\s)codeLine(?:_\w+)?(?:\s|$)/u

const MAX_DEPTH = 256

/** The text of preformatted code with its line breaks, without the numbers of its lines. */
export function codeText(pre: DomElement, numbers = lineNumbers(pre)): string {
  if ([pre, pre.parentNode, pre.parentNode?.parentNode].some((at) => at != null && isNumbered(at))) return ''
  const lines: string[] = ['']
  const write = (text: string): void => {
    const [first = '', ...rest] = text.split('\n')
    lines[lines.length - 1] += first
    for (const line of rest) lines.push(line)
  }
  const startLine = (): void => {
    if (lines.at(-1) !== '') lines.push('')
  }
  const read = (element: DomElement, depth: number): void => {
    for (let node = element.firstChild; node !== null; node = node.nextSibling) {
      if (!isElement(node)) write(node.textContent)
      else if (node.localName === 'br') write('\n')
      else {
        const formula = formulaText(node)
        if (formula !== null) write(formula)
        else if (!skippedTags.has(node.localName) && !isHidden(node) && !numbers.has(node) && !isNumbered(node)) {
          const isBlock = blockTags.has(node.localName) || lineStyle.test(node.getAttribute('style') ?? '')
          if (isBlock || lineClass.test(node.getAttribute('class') ?? '')) startLine()
          if (depth < MAX_DEPTH) read(node, depth + 1)
          else write(node.textContent)
          if (isBlock) startLine()
        }
      }
    }
  }
  read(pre, 0)
  const text = foldLines(lines.join('\n'))
  return isGutter(text) ? '' : text
}

const isCode = hasName('code', 'pre')

/** The lines of code that a table shows beside their numbers, as GitHub and highlight.js do; null for other tables. */
export function codeOfTable(rows: readonly (readonly DomElement[])[]): string | null {
  const numbers = rows.map(([cell]) => cell?.getAttribute('data-line-number') ?? cell?.textContent.trim() ?? '')
  const first = rows[0]?.[0]
  // One cell may have the numbers of all lines.
  const isCounted =
    rows.length === 1
      ? first !== undefined &&
        /^\d[\d\s]*$/u.test(numbers[0] ?? '') &&
        (isInteger(numbers[0] ?? '') || codeText(first) === '')
      : numbers.every(isInteger) && countsUp(numbers, 2)
  if (!isCounted) return null
  const lines = rows.map((cells) => (cells.length === 2 ? cells[1] : undefined))
  const isCodeCell = (cell: DomElement | undefined): cell is DomElement =>
    cell !== undefined && (/ code /u.test(wordsOf(cell, 'class')) || findElement(cell, isCode) !== null)
  return lines.every(isCodeCell) ? lines.map((line) => codeText(line)).join('\n') : null
}

const isMarkedUp = hasName('code', 'kbd', 'samp')
const codeNames =
  / (?:highlight|highlighted|code|codehilite|lang|language|prettyprint|syntax\w*|brush|chroma|hljs|shiki|listing|programlisting|terminal|console|screen|mermaid|diagram|ascii) /u

/** Share of a text's characters that are letters, spaces and the signs of prose, and the fewest words of a line. */
const MIN_PROSE_SHARE = 0.93
const MIN_WORDS_A_LINE = 5
const MIN_PROSE_CHARACTERS = 200

/** Whether preformatted text is prose, such as an archived email, rather than code or a drawing. */
export function isPreformattedProse(pre: DomElement, text: string): boolean {
  if (/ (?:verse|poem|poetry|lyrics) /u.test(wordsOf(pre, 'class'))) return true
  if (text.length < MIN_PROSE_CHARACTERS || findElement(pre, isMarkedUp) !== null) return false
  if (codeNames.test(namesAround(pre))) return false
  const prose = text.match(/[\p{L}\p{M}\p{N}\s.,:;!?'"’“”()«»、。，！？…–—-]/gu)?.length ?? 0
  if (prose < text.length * MIN_PROSE_SHARE) return false
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const words = text.trim().split(/\s+/u).length
  const isDense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{8}/u.test(text)
  return (isDense || words >= lines.length * MIN_WORDS_A_LINE) && /[.!?。！？।؟]["'”’)]?\s/u.test(`${text}\n`)
}
