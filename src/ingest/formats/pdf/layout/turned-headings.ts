import type { Fragment } from './fragments.ts'
import { toRows } from './rows.ts'

/** Maximum distance of headings from the row below them, and from the side of their cell there, relative to the font size. */
const MAX_DISTANCE = 4
const MAX_BESIDE = 2

/** Pages with more text that runs up or down are turned, or drawings. */
const MAX_HEADINGS = 200

/** Part of a letter above and below its baseline, relative to the font size. */
const ASCENT = 0.8
const DESCENT = 0.2

/** Text that runs up or down, in the coordinates of upright text. */
interface Turned {
  fragment: Fragment
  left: number
  right: number
  bottom: number
}

function boxOf(fragment: Fragment): Turned {
  const { turn, x0, x1, y, size } = fragment
  return turn === 1
    ? { fragment, left: -y - ASCENT * size, right: -y + DESCENT * size, bottom: x0 }
    : { fragment, left: y - DESCENT * size, right: y + ASCENT * size, bottom: -x1 }
}

/** Puts a heading upright above a cell of its column; returns its other lines, which are now part of it. */
function putOver({ x0, x1, size }: Fragment, lines: readonly Turned[], y: number): Fragment[] {
  const ordered = lines.toSorted((a, b) => (a.fragment.turn === 1 ? a.left - b.left : b.left - a.left))
  const [first, ...others] = ordered.map(({ fragment }) => fragment)
  const text = ordered.map(({ fragment }) => fragment.text).join(' ')
  if (first !== undefined) Object.assign(first, { turn: 0, text, x0, x1, y, size })
  return others
}

/** Puts the headings of narrow columns that run up or down into a row above the first row of their table. */
export function turnHeadings(fragments: Fragment[]): Fragment[] {
  const turned = fragments.filter(({ turn, rtl }) => (turn === 1 || turn === 3) && !rtl).map(boxOf)
  if (turned.length < 2 || turned.length > MAX_HEADINGS) return fragments
  const upright = fragments.filter(({ turn }) => turn === 0)
  const rows = toRows(upright).filter(({ fragments: cells }) => cells.length > 1)
  const found = new Map<Fragment, Turned[]>()
  for (const one of turned) {
    const middle = (one.left + one.right) / 2
    const distance = ({ x0, x1 }: Fragment): number => Math.max(x0 - middle, middle - x1, 0)
    const row = rows.find(({ y, size }) => y + ASCENT * size <= one.bottom + DESCENT * size)
    const [cell] = row?.fragments.toSorted((a, b) => distance(a) - distance(b)) ?? []
    if (cell === undefined || distance(cell) > MAX_BESIDE * one.fragment.size) continue
    found.getOrInsertComputed(cell, () => []).push(one)
  }
  const joined = new Set<Fragment>()
  for (const { fragments: cells, y, size } of rows) {
    const columns = cells
      .map((cell) => ({ cell, lines: found.get(cell) ?? [] }))
      .filter(({ lines }) => lines.length > 0)
    const bottom = Math.min(...columns.flatMap(({ lines }) => lines.map((line) => line.bottom)))
    if (columns.length < 2 || bottom - y > MAX_DISTANCE * size) continue
    const beside = upright.findLast(
      (one) =>
        one.y > y + 0.5 * size &&
        one.y < bottom + MAX_DISTANCE * size &&
        columns.every(({ cell }) => one.x1 < cell.x0 || one.x0 > cell.x1),
    )
    for (const { cell, lines } of columns)
      for (const other of putOver(cell, lines, beside?.y ?? y + 1.5 * size)) joined.add(other)
  }
  return fragments.filter((fragment) => !joined.has(fragment))
}
