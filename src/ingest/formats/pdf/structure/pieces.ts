import type { Piece } from '../../../document.ts'
import { foldLines, foldText } from '../../clean-text.ts'
import type { Line } from '../layout/lines.ts'
import type { Outline } from '../outline.ts'
import { MONO } from '../pdfium/fonts.ts'
import { insertNotes, separateNotes } from './footnotes.ts'
import { headingLevel } from './headings.ts'
import { joinLines, Vocabulary } from './hyphens.ts'
import { type BodyFacts, bodyFacts, isMono, isSameColumn, markOf, numberOf } from './line-facts.ts'
import { type Paragraph, toParagraphs } from './paragraphs.ts'
import { findTables } from './tables.ts'

/** What lines of programs have and lines of prose have not. */
const codeSign =
  /[{}\\|]|[=;]\s*$|[^\s=]\s?(?:=|:=|==|->|=>|<-|!=|&&|\+=)\s?[^\s=]|\w\([^)]{0,80}\)|^\s*(?:[#$%>/]|--|<\/?\w)/u

const MIN_SIGNS = 0.3

/**
 * Fonts with letters of one width show code, but letters and titles are typed in them, too. Lines that do not look like
 * a program lose the mark of such a font, in a document that uses it for everything as in one that uses it for some.
 */
function settleCode(lines: readonly Line[]): void {
  let from = 0
  while (from < lines.length) {
    let to = from
    const first = lines[from]
    while (isMonoBeside(first, lines[to])) to += 1
    const run = lines.slice(from, to)
    const signs = run.filter(({ text }) => codeSign.test(text.slice(0, 200))).length
    if (signs < MIN_SIGNS * run.length) for (const line of run) line.style &= ~MONO
    from = Math.max(to, from + 1)
  }
}

const isMonoBeside = (first: Line | undefined, line: Line | undefined): boolean =>
  first !== undefined && line !== undefined && isMono(first) && isMono(line) && isSameColumn(first, line)

const caption =
  /^(?:fig(?:ure|\.)?|table|tab\.|chart|listing|abb(?:ildung|\.)?|tabelle|tableau|figura|tabla|図|表|图)\s*[\dIVX][\d.]*\s*[.:—–|-]?/iu

/** A title is at least this much larger than the text below it. */
const TITLE_SIZE = 1.1
const MAX_TITLE_CHARACTERS = 300

/** Dots that lead the eye to a page number. */
const leaders = /(?:\.\s?){5,}|\u2026{3,}|_{5,}/gu

const textOf = (lines: readonly Line[], vocabulary: Vocabulary): string =>
  foldText(
    lines
      .map(({ text }) => text)
      .reduce((text, line) => joinLines(text, line, vocabulary))
      .replaceAll('\u00ad', '')
      .replace(leaders, ' … '),
  )

/** Code keeps its lines and how far they are set in. */
function codeOf(lines: readonly Line[]): string {
  const left = Math.min(...lines.map(({ x0 }) => x0))
  return foldLines(
    lines
      .map(({ text, x0, size }) => ' '.repeat(Math.min(40, Math.round((x0 - left) / (0.6 * size)))) + text)
      .join('\n'),
  )
}

const tableOf = (lines: readonly Line[]): string =>
  foldLines(lines.map(({ cells }) => cells.map(({ text }) => foldText(text)).join('\t')).join('\n'))

function toPiece(paragraph: Paragraph, body: BodyFacts, outline: Outline, vocabulary: Vocabulary): Piece {
  const { lines } = paragraph
  const page = lines[0]?.page ?? 1
  const place = { kind: 'page', page } as const
  if (lines.length > 1 && lines.every(isMono)) return { type: 'code', text: codeOf(lines), place }
  const text = textOf(lines, vocabulary)
  const level = headingLevel(paragraph, text, body, outline)
  if (level !== null) return { type: 'heading', level, text, place }
  if (caption.test(text) && text.length < 600) return { type: 'caption', text, place }
  const mark = markOf(text)
  if (mark !== null) return { type: 'list-item', text: text.slice(mark.length).trim(), place }
  return { type: numberOf(text) === null ? 'paragraph' : 'list-item', text, place }
}

/** The largest text of the page on which a document begins, which is its title as a rule; null where none stands out. */
function largestText(lines: readonly Line[], body: BodyFacts, vocabulary: Vocabulary): string | null {
  const first = lines.filter(({ page, text }) => page === lines[0]?.page && /\p{L}{2}|[\u2e80-\u9fff]/u.test(text))
  const size = Math.max(0, ...first.map((line) => line.size))
  const from = first.findIndex((line) => line.size === size)
  if (size < TITLE_SIZE * body.size) return null
  const [top, ...more] = first.slice(from)
  const end = more.findIndex(
    (line, index) => line.size < 0.95 * size || (first[from + index]?.y ?? 0) - line.y > 2 * size,
  )
  const title = top === undefined ? '' : textOf([top, ...more.slice(0, end === -1 ? more.length : end)], vocabulary)
  return title.length < 3 || title.length > MAX_TITLE_CHARACTERS ? null : title
}

interface Structure {
  pieces: Piece[]
  /** What looks like the title on the first page. */
  title: string | null
}

/** Makes the parts of a document of its lines, which are in reading order. */
export function toStructure(lines: readonly Line[], outline: Outline): Structure {
  settleCode(lines)
  const body = bodyFacts(lines)
  const vocabulary = new Vocabulary(lines)
  const piecesOf = (some: readonly Line[]): Piece[] =>
    findTables(some)
      .flatMap((stretch): Piece[] => {
        if (!stretch.table) {
          return toParagraphs(stretch.lines, body).map((paragraph) => toPiece(paragraph, body, outline, vocabulary))
        }
        const place = { kind: 'page', page: stretch.lines[0]?.page ?? 1 } as const
        return [{ type: 'table', text: tableOf(stretch.lines), place }]
      })
      .filter(({ text }) => text !== '')
  const separated = separateNotes(lines, body)
  return {
    pieces: insertNotes(piecesOf(separated.body), piecesOf(separated.notes)),
    title: largestText(lines, body, vocabulary),
  }
}
