import type { TextPosition } from '../../parsing/raised-text.ts'
import { formatNumber } from '../list-markers.ts'
import { outlineOfName, type ParagraphRole, roleOfName } from '../word/pieces.ts'
import { type Attributes, readXml } from '../word/xml.ts'

/** The formatting of a style that affects what is read. */
interface Style {
  parent: string | undefined
  hidden?: boolean
  bold?: boolean
  font?: string
  struck?: boolean
  position?: TextPosition
  /** Of headings; 0 for text. */
  outline?: number
  /** The list whose numbers it has; empty for none. */
  list?: string
}

/** How a level of a list writes its numbers. */
interface ListLevel {
  format: string
  prefix: string
  suffix: string
  start: number
  /** Number of levels whose numbers are shown: 2 for "1.3". */
  shown: number
}

/** Key of the numbering of headings; names of styles have no spaces. */
export const OUTLINE = 'the outline'

/** Longer numbers are not shown. */
const MAX_NUMBER_CHARACTERS = 40

/** Longer chains of styles are hostile. */
const MAX_PARENTS = 20

/** The styles of a document, named and automatic (OpenDocument 1.3, part 3, section 16). */
export class Styles {
  /** Declared by the default style. */
  language: string | null = null
  readonly #styles = new Map<string, Style>()
  readonly #lists = new Map<string, ListLevel[]>()
  readonly #outline: ListLevel[] = []

  read(bytes: Uint8Array): void {
    let open: Style | null = null
    let list: ListLevel[] = []
    readXml(bytes, {
      open: (name, attributes) => {
        if (name === 'office:body') return 'skip'
        if (name === 'style:style') open = this.#add(attributes)
        else if (name === 'text:list-style') this.#lists.set(attributes('style:name') ?? '', (list = []))
        else if (name === 'text:outline-style') list = this.#outline
        else if (/^text:(?:list-level-style-number|outline-level-style)$/u.test(name))
          list[Number(attributes('text:level'))] = listLevel(attributes)
        else if (name === 'style:text-properties' && open !== null) format(open, attributes)
        else if (name === 'style:text-properties') this.language ??= attributes('fo:language') ?? null
      },
      close: (name) => {
        if (name === 'style:style') open = null
      },
    })
  }

  /** The numbers at a level of a list, from 1, or of the headings; undefined where it has bullets. */
  listLevel(style: string | undefined, level: number): ListLevel | undefined {
    return (style === OUTLINE ? this.#outline : this.#lists.get(style ?? ''))?.[level]
  }

  /**
   * Writes the number of an item or a heading; undefined without one.
   *
   * @param numbers the numbers of the levels, the innermost last
   */
  numberText(style: string | undefined, numbers: readonly number[]): string | undefined {
    const level = this.listLevel(style, numbers.length)
    if (level === undefined || level.format === '') return undefined
    const shown = numbers.flatMap((number, at) => {
      const format = this.listLevel(style, at + 1)?.format ?? ''
      return at < numbers.length - level.shown || format === '' ? [] : [formatNumber(number, format)]
    })
    const text = `${level.prefix}${shown.join('.')}${level.suffix}`.trim()
    return text.length > MAX_NUMBER_CHARACTERS ? undefined : text
  }

  /** The role of a paragraph style; null for body text. */
  role(name: string | undefined): ParagraphRole | null {
    for (const id of this.#chain(name)) {
      // Names are encoded: "Preformatted_20_Text".
      const decoded = id.replaceAll('_20_', ' ')
      const named = outlineOfName(decoded)
      const outline = this.#styles.get(id)?.outline ?? (named === undefined ? undefined : named + 1)
      const role = outline === undefined ? roleOfName(decoded) : outlineRole(outline)
      if (role !== null || outline === 0) return role
    }
    return null
  }

  /** A property of the first of some styles that specifies it, itself or by its parents. */
  property<Key extends 'hidden' | 'bold' | 'font' | 'struck' | 'position' | 'list'>(
    names: readonly (string | undefined)[],
    key: Key,
  ): Style[Key] {
    for (const id of names.flatMap((name) => this.#chain(name))) {
      const value = this.#styles.get(id)?.[key]
      if (value !== undefined) return value
    }
    return undefined
  }

  #add(attributes: Attributes): Style {
    const style: Style = { parent: attributes('style:parent-style-name') }
    const outline = attributes('style:default-outline-level')
    if (outline !== undefined) style.outline = Number(outline) || 0
    const list = attributes('style:list-style-name')
    if (list !== undefined) style.list = list
    this.#styles.set(attributes('style:name') ?? '', style)
    return style
  }

  #chain(name: string | undefined): string[] {
    const chain: string[] = []
    for (let id = name; id !== undefined && chain.length < MAX_PARENTS; id = this.#styles.get(id)?.parent)
      chain.push(id)
    return chain
  }
}

const listLevel = (attributes: Attributes): ListLevel => ({
  format: attributes('style:num-format') ?? '',
  prefix: attributes('style:num-prefix') ?? '',
  suffix: attributes('style:num-suffix') ?? '',
  start: Number(attributes('text:start-value') ?? 1) || 0,
  shown: Number(attributes('text:display-levels') ?? 1) || 1,
})

const outlineRole = (level: number): ParagraphRole | null => (level < 1 ? null : { type: 'heading', level })

/** The position of style:text-position (OpenDocument 1.3, part 3, 20.406): "super", "sub" or a percentage. */
function positionOf(shift: string, size: string | undefined): TextPosition {
  const percent = Number.parseFloat(shift)
  if (shift === 'super' || percent > 0) return size === '100%' && percent < 20 ? 'base' : 'super'
  return shift === 'sub' || percent < 0 ? 'sub' : 'base'
}

function format(style: Style, attributes: Attributes): void {
  const display = attributes('text:display')
  if (display !== undefined) style.hidden = display === 'none'
  const weight = attributes('fo:font-weight')
  if (weight !== undefined) style.bold = weight === 'bold' || Number(weight) >= 600
  const strike = attributes('style:text-line-through-style') ?? attributes('style:text-line-through-type')
  if (strike !== undefined) style.struck = strike !== 'none'
  const [shift, size] = (attributes('style:text-position') ?? '').split(/\s+/u)
  if (shift) style.position = positionOf(shift, size)
  const font = attributes('style:font-name')
  // Font faces of one family are numbered: "Symbol1".
  if (font !== undefined) style.font = font.replace(/(?<!\d)\d+$/u, '')
}
