import { citesNote } from '../../note-citation.ts'
import type { Fragment } from './fragments.ts'
import type { Row } from './rows.ts'

/** A mark is smaller than its line and raised above it, both relative to the line's size. */
const MAX_SIZE = 0.85
const MIN_RAISED = 0.1

/** Largest gap between a mark and the word before it, relative to the line's size. */
const MAX_GAP = 0.4

const leftOf = (fragments: readonly Fragment[]): number => Math.min(...fragments.map(({ x0 }) => x0))
const rightOf = (fragments: readonly Fragment[]): number => Math.max(...fragments.map(({ x1 }) => x1))

const isRaised = ({ size, y }: Fragment, row: Row): boolean =>
  size <= MAX_SIZE * row.size && y - row.y >= MIN_RAISED * row.size

const touches = (before: Fragment, { x0, x1 }: Fragment, size: number): boolean =>
  Math.max(x0 - before.x1, before.x0 - x1) < MAX_GAP * size

/** Splits a row, in reading order, into superscripts and other parts; a superscript may consist of several fragments. */
function partsOf(row: Row): Fragment[][] {
  const ordered = row.fragments.some(({ rtl }) => rtl) ? row.fragments.toReversed() : row.fragments
  const parts: Fragment[][] = []
  for (const fragment of ordered) {
    const open = parts.at(-1)
    const last = open?.at(-1)
    const goesOn =
      last !== undefined && isRaised(last, row) && isRaised(fragment, row) && touches(last, fragment, row.size)
    if (goesOn) open?.push(fragment)
    else parts.push([fragment])
  }
  return parts
}

function isCitation(part: readonly Fragment[], before: Fragment, row: Row): boolean {
  const [first] = part
  if (first === undefined || !isRaised(first, row) || isRaised(before, row)) return false
  const text = part.map((fragment) => fragment.text).join('')
  return touches(before, first, row.size) && citesNote(text, before.text)
}

/**
 * The fragments of a row, left to right, without the superscripts that cite notes at the end of a word, which would change
 * the word. Marks at the start of a note stay, and so do exponents.
 */
export function withoutNoteMarks(row: Row): readonly Fragment[] {
  const { fragments } = row
  if (fragments.length < 2 || !fragments.some((fragment) => isRaised(fragment, row))) return fragments
  const kept: Fragment[] = []
  for (const part of partsOf(row)) {
    const before = kept.at(-1)
    if (before === undefined || !isCitation(part, before, row)) kept.push(...part)
    // The word also covers its mark, so that no space precedes a comma after it.
    else kept[kept.length - 1] = { ...before, x0: leftOf([before, ...part]), x1: rightOf([before, ...part]) }
  }
  return kept.sort((a, b) => a.x0 - b.x0)
}
