import { citesNote, isNoteMark, type TextPosition } from '../../../parsing/raised-text.ts'
import type { Fragment } from './fragments.ts'
import { medianSize, type Row, runsOf } from './rows.ts'

/** Raised and lowered text is smaller than its line and off its baseline, all relative to the line's size. */
const MAX_SIZE = 0.86
const MIN_RAISED = 0.1
const MIN_LOWERED = 0.06

/** Largest gap between a raised or lowered text and the text before it, if no space was painted there, and after it. */
const MAX_GAP_BEFORE = 0.4
const MAX_GAP_AFTER = 0.15

/** The same for raised numbers and marks, which are part of no table or formula. */
const MAX_GAP_BEFORE_MARK = 1.5
const number = /^[-−–+]?\d{1,3}$/u

/** The same for numbers in the size of their line. */
const MIN_SHIFT_IN_SIZE = 0.2
const MAX_GAP_IN_SIZE = 0.1

/** Signs that are above the baseline in any case. */
const highSigns = /^[′″‴'’"”“‘]+$/u

const gapBetween = (before: Fragment, after: Fragment): number => Math.max(after.x0 - before.x1, before.x0 - after.x1)

/** Where a fragment is relative to its row, by its size and baseline. */
function heightOf({ text, size, y }: Fragment, row: Row): TextPosition {
  if (highSigns.test(text)) return 'base'
  const raised = (y - row.y) / row.size
  if (size > MAX_SIZE * row.size && !(number.test(text) && Math.abs(raised) >= MIN_SHIFT_IN_SIZE)) return 'base'
  if (raised >= MIN_RAISED) return 'super'
  return raised <= -MIN_LOWERED ? 'sub' : 'base'
}

const maxGapBefore = (text: string, position: TextPosition): number =>
  position === 'super' && (number.test(text) || isNoteMark(text)) ? MAX_GAP_BEFORE_MARK : MAX_GAP_BEFORE

interface Placed {
  fragment: Fragment
  position: TextPosition
  /** Raised or lowered text that belongs to the text before it, whatever the gap. */
  attached: boolean
}

/**
 * The fragments of a row with their positions. Raised or lowered text belongs to the text before it, or after a space to the
 * text that follows it closely, like the mass number of an isotope; otherwise it is a text of its own.
 */
export function placeFragments(row: Row): Placed[] {
  const { fragments, size } = row
  return fragments.map((fragment, index) => {
    const position = heightOf(fragment, row)
    if (position === 'base') return { fragment, position, attached: false }
    const [before, after] = [fragments[index - 1], fragments[index + 1]]
    const gap = before === undefined || fragment.spaced ? Number.POSITIVE_INFINITY : gapBetween(before, fragment)
    const gapAfter = after === undefined || after.spaced ? Number.POSITIVE_INFINITY : gapBetween(fragment, after)
    const leads = gapAfter < MAX_GAP_AFTER * size && gap > gapAfter + MAX_GAP_AFTER * size
    const inSize = fragment.size > MAX_SIZE * size
    if (inSize && !(gap < MAX_GAP_IN_SIZE * size && /[\p{L}\p{N})]$/u.test(before?.text ?? '')))
      return { fragment, position: 'base', attached: false }
    const attached = gap < maxGapBefore(fragment.text, position) * size && !leads
    return { fragment, position: attached || leads ? position : 'base', attached }
  })
}

/** Maximum size of notes, relative to the text of their page. */
const NOTE_SIZE = 0.93

/** The number of a note before its text. */
const numberedNote = /^(\d{1,3})[.)]?\s\S{0,3}\p{L}{2}/u

/**
 * Finds the raised numbers of a page that cite the notes below, in smaller print: each of them once and in their order. They
 * do so even behind a number whose power they would be otherwise.
 */
export function findCitations(rows: readonly Row[]): void {
  const fragments = rows.flatMap((row) => row.fragments)
  const size = medianSize(fragments)
  const notes = rows
    .filter((row) => row.size < NOTE_SIZE * size)
    .flatMap((row) => numberedNote.exec(row.fragments.map(({ text }) => text).join(' '))?.[1] ?? [])
  const numbers = new Set(notes)
  if (numbers.size === 0) return
  const marks = rows
    .flatMap((row) => placeFragments(row).slice(1))
    .filter(({ fragment, position }) => position === 'super' && numbers.has(fragment.text.trim()))
  if (marks.map(({ fragment }) => fragment.text.trim()).join() !== notes.join()) return
  for (const { fragment } of marks) fragment.isNote = true
}

/** The fragments of a row with right-to-left text, without the marks of notes, which may be painted in parts. */
export function withoutNoteMarks(row: Row): Fragment[] {
  const parts = runsOf(
    row.fragments.toReversed(),
    (first, fragment) => heightOf(first, row) === heightOf(fragment, row),
  )
  const kept = parts.filter((part, index) => {
    const [first] = part
    const before = parts[index - 1]?.at(-1)
    if (first === undefined || before === undefined || heightOf(first, row) !== 'super') return true
    const mark = part.map(({ text }) => text).join('')
    return gapBetween(first, before) >= MAX_GAP_BEFORE * row.size || !citesNote(mark, before.text)
  })
  return kept.flat().toReversed()
}
