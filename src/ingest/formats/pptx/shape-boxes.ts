import { type Attributes, readXml, type Skip, type XmlHandler } from '../word/xml.ts'
import type { Box } from './reading-order.ts'
import { ListStyle, type RunStyle } from './run-style.ts'

/** How a group maps the coordinates of its shapes to those around it (ISO/IEC 29500-1, 20.1.7.5). */
interface Transform {
  x: number
  y: number
  scaleX: number
  scaleY: number
}

/** The first offsets and sizes in the properties of a shape or group, by element and attribute. */
type Frame = Map<string, number>

const valuesOf = (frame: Frame, offset: string, size: string): (number | undefined)[] =>
  [`${offset} x`, `${offset} y`, `${size} cx`, `${size} cy`].map((name) => frame.get(name))

/** Follows the areas of shapes, and of the groups around them, through the elements of a slide. */
export class ShapeBoxes {
  readonly #groups: Transform[] = []
  #group: Frame | null = null
  #frame: Frame = new Map()

  open(name: string, attributes: Attributes): void {
    if (name === 'p:grpSp') this.#group = new Map()
    else if (name === 'a:off' || name === 'a:ext' || name === 'a:chOff' || name === 'a:chExt') {
      for (const side of ['x', 'y', 'cx', 'cy']) {
        const value = attributes(`a:${side}`)
        if (value !== undefined) (this.#group ?? this.#frame).getOrInsert(`${name} ${side}`, Number(value) || 0)
      }
    }
  }

  /** Ends an element; the properties of a group come before its shapes. */
  close(name: string): void {
    if (name === 'p:grpSp') this.#groups.pop()
    if (name !== 'p:grpSpPr' || this.#group === null) return
    const [offX = 0, offY = 0, width = 0, height = 0] = valuesOf(this.#group, 'a:off', 'a:ext')
    const [childX = 0, childY = 0, childWidth = 0, childHeight = 0] = valuesOf(this.#group, 'a:chOff', 'a:chExt')
    const outer = this.#groups.at(-1) ?? { x: 0, y: 0, scaleX: 1, scaleY: 1 }
    const scaleX = width / childWidth || 1
    const scaleY = height / childHeight || 1
    this.#groups.push({
      x: outer.x + outer.scaleX * (offX - scaleX * childX),
      y: outer.y + outer.scaleY * (offY - scaleY * childY),
      scaleX: outer.scaleX * scaleX,
      scaleY: outer.scaleY * scaleY,
    })
    this.#group = null
  }

  beginShape(): void {
    this.#frame = new Map()
  }

  /** The area of the open shape on its slide; null if it has none of its own. */
  get box(): Box | null {
    const [offX, offY, width = 0, height = 0] = valuesOf(this.#frame, 'a:off', 'a:ext')
    if (offX === undefined || offY === undefined) return null
    const { x, y, scaleX, scaleY } = this.#groups.at(-1) ?? { x: 0, y: 0, scaleX: 1, scaleY: 1 }
    const [left, top] = [x + scaleX * offX, y + scaleY * offY]
    return { left, top, right: left + scaleX * width, bottom: top + scaleY * height }
  }
}

/** Paragraphs have this many levels. */
const MAX_LEVELS = 9

/** Identifies a placeholder: by its index, or by its type for those without one (19.3.1.36). */
export interface Placeholder {
  index: string
  type: string
}

/** Formatting that a placeholder of a slide inherits. */
interface Inherited {
  box: Box | null
  /** Of its runs, by the level of their paragraph. */
  levels: readonly RunStyle[]
}

export type Placeholders = (placeholder: Placeholder) => Inherited

/** A placeholder of a slide inherits from that of its layout and, failing that, of its master. */
class LayoutReader implements XmlHandler {
  readonly byIndex = new Map<string, Inherited>()
  readonly byType = new Map<string, Inherited>()
  readonly #boxes = new ShapeBoxes()
  #placeholder: Placeholder | null = null
  #style = new ListStyle()

  open(name: string, attributes: Attributes): Skip {
    if (name === 'a:p') return 'skip'
    if (name === 'p:sp') {
      this.#boxes.beginShape()
      this.#placeholder = null
      this.#style = new ListStyle()
    } else if (name === 'p:ph') this.#placeholder = placeholderOf(attributes)
    this.#style.open(name, attributes)
    this.#boxes.open(name, attributes)
  }

  close(name: string): void {
    if (name === 'p:sp' && this.#placeholder !== null) {
      const { index, type } = this.#placeholder
      const inherited = { box: this.#boxes.box, levels: this.#style.levels }
      if (index !== '') this.byIndex.set(index, inherited)
      this.byType.getOrInsert(type, inherited)
    }
    this.#boxes.close(name)
  }
}

export function placeholderOf(attributes: Attributes): Placeholder {
  const type = attributes('p:type') ?? 'body'
  return {
    index: attributes('p:idx') ?? '',
    type: /^(?:obj|subTitle|pic|tbl|chart|dgm|media)$/u.test(type) ? 'body' : type,
  }
}

/**
 * Reads the areas and list styles of placeholders.
 *
 * @param parts a slide's layout, then its master
 */
export function readPlaceholders(parts: readonly (Uint8Array | null)[]): Placeholders {
  const readers = parts.flatMap((bytes) => {
    if (bytes === null) return []
    const reader = new LayoutReader()
    readXml(bytes, reader)
    return [reader]
  })
  return ({ index, type }) => {
    const [layout, ...masters] = readers
    const own = layout?.byIndex.get(index) ?? (index === '' ? layout?.byType.get(type) : undefined)
    const found = [own, ...masters.map(({ byType }) => byType.get(type))].filter((one) => one !== undefined)
    return {
      box: found.find(({ box }) => box !== null)?.box ?? null,
      levels: Array.from({ length: MAX_LEVELS }, (_, level) =>
        Object.assign({}, ...found.toReversed().map(({ levels }) => levels[level])),
      ),
    }
  }
}
