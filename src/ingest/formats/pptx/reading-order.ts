/** The area of a shape on its slide, in English Metric Units (914,400 to an inch). */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** A shape with its area; null if the file doesn't specify it. */
export interface Placed<Content> {
  box: Box | null
  content: Content
  /** Number of characters of its text. */
  characters: number
}

/** Shapes that overlap by less than this, about a fifth of an inch, are side by side. */
const TOLERANCE = 180_000

/** Slides with more shapes are drawings; their labels keep the order in which they were drawn. */
const MAX_SHAPES = 120

type Axis = readonly ['left', 'right'] | readonly ['top', 'bottom']
const columns: Axis = ['left', 'right']
const rows: Axis = ['top', 'bottom']

/** A shape with those of unknown area that were drawn after it. */
interface Unit<Content> {
  box: Box
  shapes: Placed<Content>[]
}

/** Splits shapes where a line between them meets none, in order. */
function cut<Item extends { box: Box }>(items: readonly Item[], [start, end]: Axis): Item[][] {
  const parts: Item[][] = []
  let reach = Number.NEGATIVE_INFINITY
  for (const item of items.toSorted((a, b) => a.box[start] - b.box[start])) {
    // A thin shape must not hide in the tolerance.
    const tolerance = Math.min(TOLERANCE, (item.box[end] - item.box[start]) / 4)
    const part = parts.at(-1)
    if (part === undefined || item.box[start] + tolerance >= reach) parts.push([item])
    else part.push(item)
    reach = Math.max(reach, item.box[end])
  }
  return parts
}

const extent = (items: readonly { box: Box }[], [start, end]: Axis): [number, number] => [
  Math.min(...items.map(({ box }) => box[start])),
  Math.max(...items.map(({ box }) => box[end])),
]

/** Whether columns are side by side along a good part of the shorter one. */
function areBeside(parts: readonly (readonly { box: Box }[])[]): boolean {
  return parts.slice(1).every((part, at) => {
    const [top, bottom] = extent(part, rows)
    const [otherTop, otherBottom] = extent(parts[at] ?? [], rows)
    const shared = Math.min(bottom, otherBottom) - Math.max(top, otherTop)
    return shared > 0.3 * Math.min(bottom - top, otherBottom - otherTop)
  })
}

/** Longer texts are not labels of rows. */
const MAX_LABEL_CHARACTERS = 30

/** Whether the first of several columns has the labels of at least three rows, such as years or step numbers. */
function areLabels(parts: readonly (readonly Unit<unknown>[])[]): boolean {
  const [labels = [], ...others] = parts
  const lengthOf = (units: readonly Unit<unknown>[]): number =>
    units.flatMap(({ shapes }) => shapes).reduce((sum, { characters }) => sum + characters, 0) /
    Math.max(1, units.length)
  return (
    labels.length >= 3 &&
    others.every((part) => part.length === labels.length && cut([...part, ...labels], rows).length === labels.length) &&
    lengthOf(labels) <= MAX_LABEL_CHARACTERS &&
    others.some((part) => lengthOf(part) > 2 * lengthOf(labels))
  )
}

/** Joins neighboring rows that are the parts of the same columns. */
function joinRows<Item extends { box: Box }>(strips: readonly Item[][]): Item[][] {
  const joined: Item[][] = []
  for (const strip of strips) {
    const last = joined.at(-1)
    const both = [...(last ?? []), ...strip]
    const isColumns = last !== undefined && cut(last, columns).length > 1
    if (last !== undefined && isColumns && cut(both, columns).length === cut(last, columns).length) {
      joined[joined.length - 1] = both
    } else joined.push(strip)
  }
  return joined
}

function order<Content>(units: Unit<Content>[], isRightToLeft: boolean): Unit<Content>[] {
  if (units.length < 2) return units
  const beside = cut(units, columns)
  const strips = cut(units, rows)
  const isSplit = beside.length > 1 && areBeside(beside)
  const ordered = isRightToLeft ? beside.toReversed() : beside
  if (isSplit && !(strips.length > 1 && areLabels(ordered)))
    return ordered.flatMap((part) => order(part, isRightToLeft))
  const parts = isSplit ? strips : joinRows(strips)
  if (parts.length > 1) return parts.flatMap((part) => order(part, isRightToLeft))
  if (beside.length > 1) return ordered.flatMap((part) => order(part, isRightToLeft))
  // The shapes overlap.
  return units.toSorted((a, b) => a.box.top - b.box.top || a.box.left - b.box.left)
}

/**
 * Puts the shapes of a slide in the order in which they are read: from top to bottom, a column before the next (recursive
 * XY-cut; Nagy and Seth, "Hierarchical representation of optically scanned documents", ICPR 1984). A shape of unknown area
 * follows the one before it.
 */
export function readingOrder<Content>(shapes: readonly Placed<Content>[], isRightToLeft: boolean): Content[] {
  if (shapes.length > MAX_SHAPES) return shapes.map(({ content }) => content)
  const first: Placed<Content>[] = []
  const units: Unit<Content>[] = []
  for (const shape of shapes) {
    const last = units.at(-1)
    if (shape.box !== null) units.push({ box: shape.box, shapes: [shape] })
    else if (last === undefined) first.push(shape)
    else last.shapes.push(shape)
  }
  return [...first, ...order(units, isRightToLeft).flatMap((unit) => unit.shapes)].map(({ content }) => content)
}
