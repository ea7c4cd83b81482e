import type { Line } from '../layout/lines.ts'
import { BOLD, MONO } from '../pdfium/fonts.ts'

/** Typical properties of a document's lines. */
export interface BodyFacts {
  /** Size of most of the text, in points. */
  size: number
  /** Distance of lines, relative to the font size. */
  leading: number
}

const heaviest = (weights: ReadonlyMap<number, number>, fallback: number): number =>
  [...weights].reduce((best, one) => (one[1] > best[1] ? one : best), [fallback, 0])[0]

const add = (weights: Map<number, number>, key: number, weight: number): void => {
  weights.set(key, (weights.get(key) ?? 0) + weight)
}

/** Determines the typical size and line distance of a document. */
export function bodyFacts(lines: readonly Line[]): BodyFacts {
  const sizes = new Map<number, number>()
  const leadings = new Map<number, number>()
  for (const [index, line] of lines.entries()) {
    add(sizes, Math.round(line.size * 2) / 2, line.text.length)
    const previous = lines[index - 1]
    // After the end of a sentence, the distance may be that of paragraphs.
    if (previous === undefined || !isSameColumn(previous, line) || endsSentence(previous.text)) continue
    if (!isSameSize(previous, line) || isBold(previous) !== isBold(line)) continue
    const distance = (previous.y - line.y) / line.size
    if (distance > 0.7 && distance < 2.6) add(leadings, Math.round(distance * 20) / 20, line.text.length)
  }
  return { size: heaviest(sizes, 10), leading: heaviest(leadings, 1.2) }
}

export const isSameColumn = (a: Line, b: Line): boolean => a.page === b.page && a.region === b.region

export const isBold = (line: Line): boolean => (line.style & BOLD) !== 0

export const isMono = (line: Line): boolean => (line.style & MONO) !== 0

const terminal = /[.!?…:;。！？；：۔؟।][)\]"'”’»」』）]*(?:\s?\[?\d{0,3}\]?)$/u

const endsSentence = (text: string): boolean => terminal.test(text.slice(-12))

const bullet = /^(?:[•‣◦▪▫●○■□◆◇►▶▸✓✔➢➤·∙⁃]\s*|\p{Co}\s+(?=\S))/u
const dash = /^[-–—*]\s+/u
const numbered = /^(?:\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]|\[\d{1,3}\])\s+(?=\S)/iu

/** The bullet, dash or star of a list item at the start of a text, or null. */
export const markOf = (text: string): string | null => (bullet.exec(text) ?? dash.exec(text))?.[0] ?? null

export const isNumbered = (text: string): boolean => numbered.test(text)

const leaders = /(?<!\.\s?)(?:\.\s?){4,}\s*[\divxlc]{1,5}$|\s[·…_]{3,}\s*\d{1,4}$/iu

/** Whether a line is one of a table of contents: dots that lead to a number. */
const isTocLine = (text: string): boolean => leaders.test(text.slice(-120))

const freeSpace = (line: Line): number => (line.rtl ? line.x0 - line.left : line.right - line.x1)

const indentOf = (line: Line): number => (line.rtl ? line.right - line.x1 : line.x0 - line.left)

const isItem = ({ text }: Line): boolean => isNumbered(text) || markOf(text) !== null

const MAX_LINES = 500

/** Mean width of a character, relative to the font size. */
const MEAN_CHARACTER_WIDTH = 0.5

const isSameSize = (a: Line, b: Line): boolean => a.size / b.size > 0.88 && a.size / b.size < 1.14

/** Whether the first word of a line would have fitted on the line before it, so that the break is intended. */
function breaksEarly(previous: Line, line: Line): boolean {
  const word = /^\S+/u.exec(line.text)?.[0].length ?? 0
  const square = /^[\u2e80-\u9fff]/u.test(line.text)
  // Lines of squares end a few squares early if punctuation may not begin a line.
  const needed = (square ? 3 : Math.min(word, 20) * MEAN_CHARACTER_WIDTH) * line.size
  return freeSpace(previous) > needed + 1.2 * line.size
}

/** Whether a line is indented like the first one of a paragraph, after lines that are not. */
function isIndented(open: readonly Line[], previous: Line, line: Line): boolean {
  const step = indentOf(line) - indentOf(previous)
  if (step > 0.8 * line.size && step < 6 * line.size) {
    // The second line of a list item has a hanging indent.
    const hangs = open.length === 1 && isItem(previous)
    return !hangs && (endsSentence(previous.text) || breaksEarly(previous, line)) && !/^\p{Ll}/u.test(line.text)
  }
  // Back at the margin after a hanging indent.
  return step < -0.8 * line.size && open.length > 1 && !/^\p{Ll}/u.test(line.text)
}

/** Whether a line is the first of a list item. Dashes and numbers may begin any line of a paragraph. */
function startsItem(open: readonly Line[], previous: Line, line: Line): boolean {
  if (bullet.test(line.text)) return true
  if (!isItem(line)) return false
  const [sibling] = open
  return (
    endsSentence(previous.text) ||
    breaksEarly(previous, line) ||
    (sibling !== undefined && isItem(sibling) && Math.abs(sibling.x0 - line.x0) < line.size)
  )
}

/** Whether a line begins a paragraph within its column. */
function beginsInColumn(open: readonly Line[], previous: Line, line: Line, body: BodyFacts): boolean {
  if (isMono(previous) !== isMono(line)) return true
  if (!isSameSize(previous, line)) return true
  const distance = previous.y - line.y
  if (distance > Math.max(body.leading * 1.3, 1.45) * line.size && distance > usualDistance(open) * 1.25) return true
  if (isMono(line)) return false
  if (startsItem(open, previous, line) || isTocLine(previous.text)) return true
  const early = breaksEarly(previous, line)
  if (isBold(previous) !== isBold(line))
    return early || endsSentence(previous.text) || distance > usualDistance(open) * 1.25
  if (isIndented(open, previous, line)) return true
  const large = line.size > body.size * 1.14
  return early && !large && (endsSentence(previous.text) || !/^\p{Ll}/u.test(line.text))
}

/** The distance of the lines of a paragraph so far; 0 if there is only one. */
function usualDistance(lines: readonly Line[]): number {
  const last = lines.at(-1)
  const previous = lines.at(-2)
  if (last === undefined || previous === undefined || !isSameColumn(previous, last)) return 0
  return previous.y - last.y
}

/** Whether a line at the top of a column continues the paragraph at the bottom of the previous one. */
function continues(previous: Line, line: Line): boolean {
  if (!isSameSize(previous, line) || isBold(previous) !== isBold(line) || isMono(previous) !== isMono(line))
    return false
  if (bullet.test(line.text) || isTocLine(previous.text)) return false
  if (/[-\u2010\u00ad]/u.test(previous.text.slice(-1))) return true
  if (endsSentence(previous.text)) return false
  if (/^\p{Ll}/u.test(line.text)) return true
  return !breaksEarly(previous, line) && indentOf(line) < line.size && !isNumbered(line.text)
}

/** Joins lines to paragraphs, which may continue across columns and pages. */
export function toParagraphs(lines: readonly Line[], body: BodyFacts): Line[][] {
  const paragraphs: Line[][] = []
  for (const line of lines) {
    const open = paragraphs.at(-1)
    const previous = open?.at(-1)
    const begins =
      open === undefined ||
      previous === undefined ||
      open.length >= MAX_LINES ||
      (isSameColumn(previous, line) ? beginsInColumn(open, previous, line, body) : !continues(previous, line))
    if (begins) paragraphs.push([line])
    else open.push(line)
  }
  return paragraphs
}
