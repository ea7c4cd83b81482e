import type { Piece } from '../../../document.ts'
import type { Line } from '../layout/lines.ts'
import { type BodyFacts, isSameColumn } from './line-facts.ts'

/** Notes are set smaller than the text. */
const NOTE_SIZE = 0.93

const noteMark = /^(?:\d{1,3}|[*†‡§¶#]{1,3})(?:[.)]?\s|(?=\p{L}))/u

export interface Separated {
  body: Line[]
  notes: Line[]
}

/** Index in a column's lines at which its footnotes begin; its length where it has none. */
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

/** Parts the footnotes from the text that stands above them, so that sentences go on from page to page. */
export function separateNotes(lines: readonly Line[], body: BodyFacts): Separated {
  const separated: Separated = { body: [], notes: [] }
  let from = 0
  while (from < lines.length) {
    let to = from + 1
    while (isBeside(lines[from], lines[to])) to += 1
    const column = lines.slice(from, to)
    const begin = notesBegin(column, body)
    separated.body.push(...column.slice(0, begin))
    separated.notes.push(...column.slice(begin))
    from = to
  }
  return separated
}

const isBeside = (first: Line | undefined, line: Line | undefined): boolean =>
  first !== undefined && line !== undefined && isSameColumn(first, line)

const pageOf = ({ place }: Piece): number => (place?.kind === 'page' ? place.page : 0)

/** Puts notes back, each page's after the last part that begins on the page. */
export function insertNotes(body: readonly Piece[], notes: readonly Piece[]): Piece[] {
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
