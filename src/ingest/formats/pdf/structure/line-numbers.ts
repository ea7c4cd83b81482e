import { type Fragment, WIDE_GAP } from '../layout/fragments.ts'
import { type Row, toRows } from '../layout/rows.ts'

/** A number that may count lines: a fragment of its own, or the beginning of one. */
interface LineNumber {
  fragment: Fragment
  value: number
  /** Edges of the digits. */
  x0: number
  x1: number
}

type Side = 'left' | 'right'

/** Numbers below one another. */
interface Column {
  side: Side
  x0: number
  x1: number
}

const alone = /^\d{1,4}$/u
const leading = /^(\d{1,4})\s+(?=\S)/u

/** Mean width of a digit, relative to the font size. */
const DIGIT_WIDTH = 0.55

/** Maximum difference of the edges of numbers in one column, relative to the font size. */
const ALIGNED = 0.4

const MIN_NUMBERS = 3

/** The step from which on two numbers are enough, if as many lines are between them. */
const MIN_WIDE_STEP = 5

/** Columns of numbers on a page that are tested. */
const MAX_GROUPS = 12

/** Share of the numbers of a column that must count on by the same step. */
const MIN_COUNTING = 0.8

/** Share of numbered lines that go on with a sentence of the line before, and the least number of such lines. */
const MIN_CONTINUING = 0.35
const MIN_LINES = 3

/** Mean length of lines of prose, in characters. */
const MIN_LENGTH = 25

/** Share of the width that a line fills before another one that goes on with its sentence; more in scripts without case. */
const FULL = 0.75
const FULL_WITHOUT_CASE = 0.9

function numbersOf(fragments: readonly Fragment[]): LineNumber[] {
  return fragments.flatMap((fragment) => {
    const { text, turn, x0, x1, size, rtl } = fragment
    if (turn !== 0) return []
    if (alone.test(text)) return [{ fragment, value: Number(text), x0, x1 }]
    const digits = rtl ? undefined : leading.exec(text)?.[1]
    return digits === undefined
      ? []
      : [{ fragment, value: Number(digits), x0, x1: x0 + digits.length * DIGIT_WIDTH * size }]
  })
}

/** Groups numbers with one edge in common, from top to bottom. */
function alignedBy(edge: 'x0' | 'x1', numbers: readonly LineNumber[]): LineNumber[][] {
  const groups: LineNumber[][] = []
  for (const number of numbers.toSorted((a, b) => a[edge] - b[edge])) {
    const last = groups.at(-1)?.at(-1)
    const isAligned = last !== undefined && number[edge] - last[edge] <= ALIGNED * number.fragment.size
    if (isAligned) groups.at(-1)?.push(number)
    else groups.push([number])
  }
  return groups.map((group) => group.toSorted((a, b) => b.fragment.y - a.fragment.y))
}

/** The step by which most numbers count on; 0 for none. */
function stepOf(numbers: readonly LineNumber[]): number {
  const steps = numbers.slice(1).map(({ value }, index) => value - (numbers[index]?.value ?? 0))
  const step = steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? 0
  const counting = steps.filter((one) => one === step).length
  return step > 0 && counting >= MIN_COUNTING * steps.length ? step : 0
}

/** A line beside a number: its text up to a wide gap, and its edges. */
interface Beside {
  text: string
  x0: number
  x1: number
  /** Length of the text beyond the gap. */
  beyond: number
}

/** Share of lines with something short beyond a gap, from which on they are rows of a table. */
const MAX_TABULAR = 0.3

const lengthOf = (parts: readonly Fragment[]): number => parts.reduce((sum, { text }) => sum + text.length, 0)

/** The part of a row next to a column of numbers, or null. */
function besideIn({ fragments, size }: Row, { side, x0, x1 }: Column): Beside | null {
  const own = side === 'left' ? fragments.filter((part) => part.x1 > x1) : fragments.filter((part) => part.x0 < x0)
  const ordered = side === 'left' ? own : own.toReversed()
  const end = ordered.findIndex((part, index) => {
    const before = ordered[index - 1]
    return before !== undefined && Math.max(part.x0 - before.x1, before.x0 - part.x1) > 2 * WIDE_GAP * size
  })
  const parts = ordered.slice(0, end === -1 ? ordered.length : end)
  const [first, last] = side === 'left' ? [parts[0], parts.at(-1)] : [parts.at(-1), parts[0]]
  if (first === undefined || last === undefined) return null
  const read = side === 'left' ? parts : parts.toReversed()
  const text = read
    .map((part) => part.text)
    .join(' ')
    .replace(leading, '')
  return { text, x0: first.x0, x1: last.x1, beyond: lengthOf(ordered.slice(parts.length)) }
}

/** Whether a line goes on with a sentence of the line before; null if that is unclear. */
function continues(
  before: Beside,
  line: Beside,
  column: { left: number; right: number },
  rtl: boolean,
): boolean | null {
  const [start = ''] = line.text
  if (!/\p{L}/u.test(start)) return null
  const ends = /[.!?…;:。！？；：؟۔।]["'”’»」)\]]*$/u.test(before.text)
  const filled = (rtl ? column.right - before.x0 : before.x1 - column.left) / Math.max(1, column.right - column.left)
  if (/\p{Lu}|\p{Lt}/u.test(start)) return false
  return !ends && filled >= (/\p{Ll}/u.test(start) ? FULL : FULL_WITHOUT_CASE)
}

/** Length of a line in characters of mean width. */
const widthOf = ({ text }: Beside): number => (/[\u2e80-\u9fff\uac00-\ud7a3]/u.test(text) ? 2 : 1) * text.length

/** Whether numbers count the lines of prose beside them, rather than the items of a list or the rows of a table. */
function countLines(
  numbers: readonly LineNumber[],
  all: readonly LineNumber[],
  rows: readonly Row[],
  column: Column,
): boolean {
  const step = stepOf(numbers)
  const lines = rows.flatMap((row) => {
    const beside = besideIn(row, column)
    return beside === null ? [] : [{ ...beside, y: row.y, rtl: row.fragments.some(({ rtl }) => rtl) }]
  })
  const edges = {
    left: lines.reduce((left, { x0 }) => Math.min(left, x0), Number.POSITIVE_INFINITY),
    right: lines.reduce((right, { x1 }) => Math.max(right, x1), Number.NEGATIVE_INFINITY),
  }
  const numbered = new Set<number>()
  let at = 0
  for (const { fragment } of numbers) {
    const distance = (index: number): number => Math.abs((lines[index]?.y ?? Number.NEGATIVE_INFINITY) - fragment.y)
    while (at + 1 < lines.length && distance(at + 1) <= distance(at)) at += 1
    if (distance(at) < fragment.size) numbered.add(at)
  }
  const indexes = [...numbered]
  const isOther = ({ x0, x1 }: LineNumber): boolean => (column.side === 'left' ? x0 > edges.right : x1 < edges.left)
  const others = new Set(all.filter(isOther).map(({ fragment }) => fragment.y))
  const isTabular = (line: (Beside & { y: number }) | undefined): boolean =>
    line !== undefined && (line.beyond === 0 ? others.has(line.y) : line.beyond < line.text.length / 2)
  if (indexes.filter((index) => isTabular(lines[index])).length > MAX_TABULAR * indexes.length) return false
  if (step > 1) {
    const regular = indexes.slice(1).filter((index, before) => index - (indexes[before] ?? 0) === step).length
    if (numbers.every(({ value }) => value % step === 0) && regular >= Math.max(1, MIN_COUNTING * (numbers.length - 1)))
      return true
  }
  if (numbers.length < MIN_NUMBERS) return false
  const pairs = indexes.flatMap((index) => {
    const [before, line] = [lines[index - 1], lines[index]]
    const goesOn = before === undefined || line === undefined ? null : continues(before, line, edges, line.rtl)
    return goesOn === null || line === undefined ? [] : [{ goesOn, length: widthOf(line) }]
  })
  const going = pairs.filter(({ goesOn }) => goesOn).length
  const length = pairs.reduce((sum, pair) => sum + pair.length, 0)
  return going >= MIN_LINES && going >= MIN_CONTINUING * pairs.length && length >= MIN_LENGTH * pairs.length
}

const columnOf = (side: Side, numbers: readonly LineNumber[]): Column => ({
  side,
  x0: Math.min(...numbers.map(({ x0 }) => x0)),
  x1: Math.max(...numbers.map(({ x1 }) => x1)),
})

/** The columns of line numbers of a page. */
function columnsOf(fragments: readonly Fragment[], numbers: readonly LineNumber[]): Column[] {
  if (numbers.length < 2) return []
  const rows = toRows(fragments.filter(({ turn, text }) => turn === 0 && !alone.test(text)))
  const groups = [...alignedBy('x1', numbers), ...alignedBy('x0', numbers)]
    .filter((group) => group.length >= MIN_NUMBERS || stepOf(group) >= MIN_WIDE_STEP)
    .sort((a, b) => b.length - a.length)
  return groups.slice(0, MAX_GROUPS).flatMap((group) => {
    if (stepOf(group) === 0) return []
    return (['left', 'right'] as const)
      .map((side) => columnOf(side, group))
      .filter((column) => countLines(group, numbers, rows, column))
  })
}

const isIn = ({ x0, x1, fragment }: LineNumber, column: Column): boolean =>
  Math.abs(x1 - column.x1) < fragment.size || (x0 >= column.x0 - 1 && x1 <= column.x1 + 1)

/**
 * Leaves out the numbers of lines beside the text, as in court papers and manuscripts: each number, or each fifth. Pages with
 * few lines have them where other pages of the document do.
 */
export function removeLineNumbers(pages: readonly { fragments: Fragment[] }[]): void {
  const read = pages.map((page) => ({ page, numbers: numbersOf(page.fragments) }))
  const columns = read.flatMap(({ page, numbers }) => columnsOf(page.fragments, numbers))
  if (columns.length === 0) return
  for (const { page, numbers } of read) {
    const found = numbers.filter((number) => columns.some((column) => isIn(number, column)))
    const removed = new Set<Fragment>()
    for (const { fragment } of found) {
      const { text, x0, x1 } = fragment
      if (alone.test(text)) removed.add(fragment)
      else {
        fragment.text = text.replace(leading, '')
        fragment.x0 = x1 - ((x1 - x0) * fragment.text.length) / text.length
      }
    }
    page.fragments = page.fragments.filter((fragment) => !removed.has(fragment))
  }
}
