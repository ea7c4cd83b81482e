import type { Fragment } from './fragments.ts'

/** A text box beside the lines of a text that runs around it. */
export interface FloatingBox {
  fragments: readonly Fragment[]
  x0: number
  x1: number
  /** Baselines of its first and last line. */
  top: number
  bottom: number
}

const MIN_LINES = 2

/** A page with more parts is a form, a drawing or a table. */
const MAX_STREAMS = 40

/** A larger distance down, in sizes of the text, ends a stream. */
const MAX_DROP = 4

/** Groups fragments that were painted one after the other from top to bottom. */
function streamsOf(fragments: readonly Fragment[]): Fragment[][] {
  let last: Fragment | undefined
  const streams: Fragment[][] = []
  for (const fragment of fragments.toSorted((a, b) => a.start - b.start)) {
    const drop = last === undefined ? MAX_DROP : (last.y - fragment.y) / Math.max(last.size, fragment.size)
    if (drop > -0.8 && drop < MAX_DROP) streams.at(-1)?.push(fragment)
    else streams.push([fragment])
    last = fragment
  }
  return streams
}

function boxOf(fragments: readonly Fragment[]): FloatingBox {
  const most = (read: (fragment: Fragment) => number): number =>
    fragments.reduce((found, fragment) => Math.max(found, read(fragment)), Number.NEGATIVE_INFINITY)
  return {
    fragments,
    x0: -most(({ x0 }) => -x0),
    x1: most(({ x1 }) => x1),
    top: most(({ y }) => y),
    bottom: -most(({ y }) => -y),
  }
}

/** Whether a line is at the height of a box. */
export const isBesideBox = ({ top, bottom }: FloatingBox, y: number, size: number): boolean =>
  y < top + 0.6 * size && y > bottom - 0.6 * size

/** Shorter parts beside a box are labels, and a line below it is under much of it, in sizes of the text. */
const MIN_WIDTH = 8
const MIN_OVERLAP = 3

/** A box is narrower than this share of the lines beside it; columns are as wide as each other. */
const MAX_BOX_WIDTH = 0.75

/** Space between a box and the first line below it, which may leave room for a narrower line. */
const MAX_DISTANCE = 6

/** Whether the lines of a stream run around a box: beside it, and from there on below it. */
function runsAround(stream: readonly Fragment[], box: FloatingBox): boolean {
  let beside = 0
  let width = 0
  for (const { x0, x1, y, size } of stream) {
    const overlap = Math.min(x1, box.x1) - Math.max(x0, box.x0)
    const isBeside = isBesideBox(box, y, size)
    if (isBeside && overlap > 0) return false
    if (isBeside) {
      beside += x1 - x0 > MIN_WIDTH * size ? 1 : 0
      width = Math.max(width, x1 - x0)
    } else if (beside > 0 && overlap > MIN_OVERLAP * size) {
      const isBelow = y < box.bottom && y > box.bottom - MAX_DISTANCE * size
      return isBelow && beside >= MIN_LINES && box.x1 - box.x0 < width * MAX_BOX_WIDTH
    }
  }
  return false
}

/**
 * Finds text boxes that a text runs around, by the painting order: the lines beside a box and the one below it were painted
 * one after the other, and the box before or after the text.
 */
export function findFloatingBoxes(fragments: readonly Fragment[]): FloatingBox[] {
  const streams = streamsOf(fragments)
  if (streams.length < 2 || streams.length > MAX_STREAMS) return []
  return streams.map(boxOf).filter((box) => {
    const size = box.fragments[0]?.size ?? 0
    const isInside = ({ x0, x1, y }: Fragment): boolean => x0 < box.x1 && x1 > box.x0 && isBesideBox(box, y, size / 2)
    return (
      box.top - box.bottom >= (MIN_LINES - 1) * size &&
      streams.some((stream) => stream !== box.fragments && runsAround(stream, box)) &&
      fragments.filter(isInside).length === box.fragments.length
    )
  })
}
