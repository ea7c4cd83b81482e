import { isContentsTitle } from '../contents.ts'

/** Longer lines don't belong to a text that is formatted for printing. */
const MAX_LINE_CHARACTERS = 100

const isShort = (line: string): boolean => line.length <= MAX_LINE_CHARACTERS

/** Two columns: words, a gap, words. */
const inColumns = (line: string): boolean => isShort(line) && /\S {4,}\S/u.test(line)

/** A line in the middle of a page of 72 columns, as RFC 7994 describes. */
const isCentered = (line: string): boolean => {
  const indent = line.length - line.trimStart().length
  const right = 72 - line.trimEnd().length
  return isShort(line) && indent >= 3 && Math.abs(indent - right) <= 14 && !/[.,;]$/u.test(line.trimEnd())
}

const isIndented = (line: string): boolean => isShort(line) && /^\s{3}/u.test(line)

/** The name of an Internet-Draft's file, below its title. */
const draftName = /^<?draft-[\w.-]{1,80}>?$/iu

const MAX_HEAD_LINES = 16
const MAX_TITLE_LINES = 4

const blockFrom = (lines: readonly string[], from: number): string[] => {
  const end = lines.findIndex((line, at) => at >= from && line.trim() === '')
  return lines.slice(from, end === -1 ? undefined : end)
}

/**
 * Reads the head of an RFC, an Internet-Draft or a similar memo: names and dates in two columns, and the title centered
 * below; null for other texts.
 */
export function readMemoHead(lines: readonly string[]) {
  const first = lines.findIndex((line) => line.trim() !== '')
  const head = blockFrom(lines, first)
  if (first === -1 || head.length < 2 || head.length > MAX_HEAD_LINES) return null
  if (head.filter(inColumns).length < 2) return null
  const below = first + head.length
  const titleAt = lines.findIndex((line, at) => at >= below && line.trim() !== '')
  if (titleAt === -1) return null
  const title = blockFrom(lines, titleAt)
  if (
    title.length > MAX_TITLE_LINES ||
    !title.some(isCentered) ||
    !title.every(isIndented) ||
    title.at(-1)?.endsWith(':') === true
  )
    return null
  return {
    lines: titleAt + title.length,
    title: title
      .map((line) => line.trim())
      .filter((line) => !draftName.test(line))
      .join(' '),
    head: head.map((line) => line.trim().replace(/ {4,}/gu, ' · ')),
  }
}

/** An entry of a table of contents: "2. Bells ..........3". */
const isContentsEntry = (line: string): boolean =>
  isShort(line) && /(?<!\. ?)\.(?: ?\.){4,} {0,9}\d{1,4}$/u.test(line.trimEnd())

/** Drops a table of contents whose entries lead to pages by dots, with its heading. */
export function dropContents(lines: readonly string[]): readonly string[] {
  if (!lines.some(isContentsEntry)) return lines
  const isHeading = (at: number): boolean =>
    isContentsTitle(lines[at] ?? '') && isContentsEntry(lines.slice(at + 1).find((line) => line.trim() !== '') ?? '')
  return lines.filter((line, at) => !isContentsEntry(line) && !isHeading(at))
}
