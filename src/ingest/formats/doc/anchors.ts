import type { Piece } from '../../document.ts'
import type { Bytes } from './bytes.ts'
import type { Fib, Place } from './fib.ts'
import { readPlex } from './plex.ts'
import { type Anchors, readStory } from './story.ts'
import type { Text } from './text.ts'

const noAnchors: Anchors = { at: () => [] }

const SHAPE_BYTES = 26
const TEXT_BOX_BYTES = 22
const TEXT_BOX_SHAPE = 14

/** Positions of a story's parts by the position of the mark that leads to them. */
type Ranges = Map<number, { start: number; end: number }>

/** The n-th mark belongs to the n-th text. */
function noteRanges(tables: Bytes, references: Place, texts: Place, start: number): Ranges {
  const ranges: Ranges = new Map()
  const parts = readPlex(tables, texts, 0)
  for (const [index, { start: mark }] of readPlex(tables, references, 2).entries()) {
    const part = parts[index]
    if (part !== undefined) ranges.set(mark, { start: start + part.start, end: start + part.end })
  }
  return ranges
}

/** A text box names the shape that it belongs to, which stands at a mark in the text. */
function textBoxRanges(tables: Bytes, fib: Fib, start: number): Ranges {
  const marks = new Map(readPlex(tables, fib.tables.shapes, SHAPE_BYTES).map(({ start, data }) => [data.u32(0), start]))
  const ranges: Ranges = new Map()
  // The last is a stand-in for the end.
  for (const { start: from, end, data } of readPlex(tables, fib.tables.textBoxes, TEXT_BOX_BYTES).slice(0, -1)) {
    const mark = marks.get(data.u32(TEXT_BOX_SHAPE))
    if (mark !== undefined) ranges.set(mark, { start: start + from, end: start + end })
  }
  return ranges
}

/**
 * Finds footnotes, endnotes and text boxes. Footnotes and text boxes come after the block that has their mark, endnotes
 * after the text; so does what no mark was found for.
 */
export function createAnchors(fib: Fib, tables: Bytes, text: Text): Anchors & { rest(): Piece[] } {
  const { stories } = fib
  const footnotesStart = stories.text
  const endnotesStart = footnotesStart + stories.footnotes + stories.headers + stories.macros + stories.comments
  const boxesStart = endnotesStart + stories.endnotes
  const places = fib.tables
  const footnotes = noteRanges(tables, places.footnoteReferences, places.footnoteTexts, footnotesStart)
  const endnotes = noteRanges(tables, places.endnoteReferences, places.endnoteTexts, endnotesStart)
  const boxes = textBoxRanges(tables, fib, boxesStart)
  const cited: Piece[] = []
  /** Stories without any part found by a mark are read as a whole. */
  const whole = (start: number, length: number, ranges: Ranges): Piece[] =>
    ranges.size > 0 || length === 0 ? [] : readStory(text, start, start + length, noAnchors)
  const take = (ranges: Ranges, position: number): Piece[] => {
    const range = ranges.get(position)
    if (range === undefined) return []
    ranges.set(position, { start: 0, end: 0 })
    return readStory(text, range.start, range.end, noAnchors)
  }
  return {
    at(position) {
      cited.push(...take(endnotes, position))
      return [...take(footnotes, position), ...take(boxes, position)]
    },
    rest: () => [
      ...cited,
      ...whole(footnotesStart, stories.footnotes, footnotes),
      ...whole(endnotesStart, stories.endnotes, endnotes),
      ...whole(boxesStart, stories.textBoxes, boxes),
    ],
  }
}
