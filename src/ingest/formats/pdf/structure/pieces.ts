import type { Piece } from '../../../document.ts'
import { foldLines, foldText } from '../../clean-text.ts'
import { type Titles, titleKey, withoutContents } from '../../contents.ts'
import type { Line } from '../layout/lines.ts'
import { runsOf } from '../layout/rows.ts'
import type { Outline } from '../metadata.ts'
import { MONO } from '../pdfium/fonts.ts'
import { joinLines, Vocabulary } from './hyphens.ts'
import {
  type BodyFacts,
  bodyFacts,
  isBold,
  isMono,
  isNumbered,
  isSameColumn,
  markOf,
  toParagraphs,
} from './paragraphs.ts'
import { findTables, tableOf } from './tables.ts'

const MAX_HEADING_CHARACTERS = 200
const MAX_HEADING_LINES = 4

const numberedTitle =
  /^(?:(?:chapter|section|part|appendix|kapitel|chapitre)\s+)?(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+\p{Lu}/iu

/** "II. RESULTS", which papers print in the size of the text. */
const capitalTitle = /^(?:[IVX]{1,5}|\d{1,2}|[A-Z])\.?\s+\p{Lu}[\p{Lu}\s,&:-]{3,80}$/u

/** Depth of a heading by its number: "2.1" is 2. */
function depthOf(text: string): number | null {
  const number = numberedTitle.exec(text)?.[1]
  return number === undefined ? null : number.split('.').length
}

/** Level of a heading by how much larger than the text it is. */
function levelOfSize(ratio: number): number {
  if (ratio >= 1.9) return 1
  if (ratio >= 1.45) return 2
  return ratio >= 1.2 ? 3 : 4
}

/**
 * The level of a heading, by the document's outline, or else by its size, weight and number. Null for other paragraphs.
 */
function headingLevel(lines: readonly Line[], text: string, body: BodyFacts, outline: Outline): number | null {
  const [first] = lines
  if (first === undefined || text.length > MAX_HEADING_CHARACTERS || lines.length > MAX_HEADING_LINES) return null
  if (markOf(text) !== null || !/\p{L}{2}|[\u2e80-\u9fff\uac00-\ud7a3]/u.test(text)) return null
  const entry = outline(text, first.page)
  if (entry !== undefined) return Math.min(6, entry.depth + 2)
  const ratio = first.size / body.size
  const depth = depthOf(text)
  if (ratio >= 1.14 && !/[.;,]$/u.test(text)) return depth === null ? levelOfSize(ratio) : Math.min(6, depth + 1)
  if (lines.length === 1 && ratio >= 0.95 && capitalTitle.test(text)) return 2
  if (!lines.every(isBold) || ratio < 0.95 || lines.length > 2 || /[.;,:]$/u.test(text)) return null
  return depth === null ? 4 : Math.min(6, depth + 1)
}

/** Maximum size of notes, relative to the text. */
const NOTE_SIZE = 0.93

const noteMark = /^(?:\d{1,3}|[*†‡§¶#]{1,3})(?:[.)]?\s|(?=\p{L}))/u

/** Index of the first footnote in a column's lines; the number of lines without footnotes. */
function notesBegin(column: readonly Line[], body: BodyFacts): number {
  let begin = column.length
  for (let index = column.length - 1; index >= 0; index -= 1) {
    const line = column[index]
    if (line === undefined || line.size > NOTE_SIZE * body.size) break
    if (noteMark.test(line.text)) begin = index
  }
  // A column of nothing but small text is a legend or a list.
  return begin === 0 ? column.length : begin
}

/** Separates the footnotes, and boxes beside the text, from the text, so that sentences continue on the next page. */
function separateNotes(lines: readonly Line[], body: BodyFacts): { text: Line[]; notes: Line[] } {
  const columns = runsOf(lines, isSameColumn).map((column) => ({
    column,
    begin: column[0]?.boxed === true ? 0 : notesBegin(column, body),
  }))
  return {
    text: columns.flatMap(({ column, begin }) => column.slice(0, begin)),
    notes: columns.flatMap(({ column, begin }) => column.slice(begin)),
  }
}

const pageOf = ({ location }: Piece): number => (location?.kind === 'page' ? location.page : 0)

/** Puts notes back, each page's after the last part that begins on the page. */
function insertNotes(body: readonly Piece[], notes: readonly Piece[]): Piece[] {
  const merged: Piece[] = []
  let next = 0
  for (const piece of body) {
    for (let note = notes[next]; note !== undefined && pageOf(note) < pageOf(piece); note = notes[next]) {
      merged.push(note)
      next += 1
    }
    merged.push(piece)
  }
  return [...merged, ...notes.slice(next)]
}

const codeSign =
  /[{}\\|]|[=;]\s*$|[^\s=]\s?(?:=|:=|==|->|=>|<-|!=|&&|\+=)\s?[^\s=]|\w\([^)]{0,80}\)|^\s*(?:[#$%>/]|--|<\/?\w)/u

const MIN_SIGNS = 0.3

/**
 * Removes the monospace style from lines that don't look like source code: typed documents and titles use such fonts, too.
 */
function settleCode(lines: readonly Line[]): void {
  for (const run of runsOf(lines, (first, line) => isMono(first) === isMono(line) && isSameColumn(first, line))) {
    const signs = run.filter(({ text }) => codeSign.test(text.slice(0, 200))).length
    if (signs < MIN_SIGNS * run.length) for (const line of run) line.style &= ~MONO
  }
}

const caption =
  /^(?:fig(?:ure|\.)?|table|tab\.|chart|listing|abb(?:ildung|\.)?|tabelle|tableau|figura|tabla|図|表|图)\s*[\dIVX][\d.]*\s*[.:—–|-]?/iu

/** A title is at least this much larger than the text below it. */
const TITLE_SIZE = 1.1
const MAX_TITLE_CHARACTERS = 300

/** Leaders before a page number. */
const leaders = /(?:\.\s?){5,}|\u2026{3,}|_{5,}/gu

const textOf = (lines: readonly Line[], vocabulary: Vocabulary): string =>
  foldText(
    lines
      .map(({ text }) => text)
      .reduce((text, line) => joinLines(text, line, vocabulary))
      .replaceAll('\u00ad', '')
      .replace(leaders, ' … '),
  )

function codeOf(lines: readonly Line[]): string {
  const left = Math.min(...lines.map(({ x0 }) => x0))
  return foldLines(
    lines
      .map(({ text, x0, size }) => ' '.repeat(Math.min(40, Math.round((x0 - left) / (0.6 * size)))) + text)
      .join('\n'),
  )
}

function toPiece(lines: readonly Line[], body: BodyFacts, outline: Outline, vocabulary: Vocabulary): Piece {
  const page = lines[0]?.page ?? 1
  const location = { kind: 'page', page } as const
  if (lines.length > 1 && lines.every(isMono)) return { type: 'code', text: codeOf(lines), location }
  const text = textOf(lines, vocabulary)
  const level = headingLevel(lines, text, body, outline)
  if (level !== null) return { type: 'heading', level, text, location }
  if (caption.test(text) && text.length < 600) return { type: 'caption', text, location }
  const mark = markOf(text)
  if (mark !== null) return { type: 'list-item', text: text.slice(mark.length).trim(), location }
  return { type: isNumbered(text) ? 'list-item' : 'paragraph', text, location }
}

/** The largest text of a document's first page, which is usually its title; null if no text is larger. */
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

/** The headings of a document, with their pages. */
function headingsOf(pieces: readonly Piece[]): Titles {
  const titles = new Map<string, number>()
  for (const { type, text, location } of pieces) {
    if (type === 'heading' && location?.kind === 'page') titles.getOrInsert(titleKey(text), location.page)
  }
  return titles
}

/** Converts lines in reading order to the parts of a document and its probable title, from the first page. */
export function toStructure(lines: readonly Line[], outline: Outline): { pieces: Piece[]; title: string | null } {
  settleCode(lines)
  const body = bodyFacts(lines)
  const vocabulary = new Vocabulary(lines)
  const piecesOf = (some: readonly Line[]): Piece[] =>
    findTables(some)
      .flatMap((stretch): Piece[] => {
        if (!stretch.table) {
          return toParagraphs(stretch.lines, body).map((paragraph) => toPiece(paragraph, body, outline, vocabulary))
        }
        const location = { kind: 'page', page: stretch.lines[0]?.page ?? 1 } as const
        return [{ type: 'table', text: tableOf(stretch.lines), location }]
      })
      .filter(({ text }) => text !== '')
  const separated = separateNotes(lines, body)
  const text = piecesOf(separated.text)
  return {
    pieces: insertNotes(withoutContents(text, headingsOf(text)), piecesOf(separated.notes)),
    title: largestText(lines, body, vocabulary),
  }
}
