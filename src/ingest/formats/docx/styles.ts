import type { TextPosition } from '../../parsing/raised-text.ts'
import { outlineOfName, type ParagraphRole, roleOfName } from '../word/pieces.ts'
import { type Attributes, isOn, readXml, type Skip, type XmlHandler } from '../word/xml.ts'

/** Properties of a paragraph, by its style or its own formatting. */
export interface ParagraphProperties {
  /** 0 to 8; 9 is body text. */
  outlineLevel?: number
  numberingId?: string
  listLevel?: number
}

interface Style extends ParagraphProperties {
  hidden?: boolean
  bold?: boolean
  struck?: boolean
  position?: TextPosition
  /** In half-points. */
  size?: number
}

/** In half-points, where a document says nothing else. */
const DEFAULT_SIZE = 20

/** The position that w:vertAlign sets (ISO/IEC 29500-1, 17.3.2.42). */
export function positionOf(attributes: Attributes): TextPosition {
  const value = attributes('w:val') ?? ''
  if (value === 'superscript') return 'super'
  return value === 'subscript' ? 'sub' : 'base'
}

/** Smaller offsets align characters with those beside them, in half-points. */
const MIN_OFFSET = 3
/** The same of text in a smaller font, as LibreOffice writes figures that are raised or lowered. */
const MIN_OFFSET_OF_SMALL = 2

/**
 * The position of text that is moved from its line by half-points (w:position, ISO/IEC 29500-1, 17.3.2.24).
 *
 * @param isSmall it is smaller than the text around it, or its size is unknown
 */
export function positionOfOffset(halfPoints: number, isSmall = true): TextPosition | undefined {
  if (Math.abs(halfPoints) < (isSmall ? MIN_OFFSET_OF_SMALL : MIN_OFFSET)) return undefined
  return halfPoints > 0 ? 'super' : 'sub'
}

interface DeclaredStyle extends Style {
  name: string
  basedOn: string | null
}

export interface Styles {
  /** The effective properties of a style, including those of its base styles. */
  style(id: string | null): Style
  /** The role of a built-in style: title, quotation, caption, code. */
  role(id: string | null): ParagraphRole | null
  /** The style of paragraphs without one. */
  readonly defaultParagraph: string | null
  /** The size of text without one, in half-points. */
  readonly defaultSize: number
  readonly language: string | null
}

/** Longer than any real chain of base styles; also ends cycles. */
const MAX_CHAIN = 20

class StyleReader implements XmlHandler {
  readonly declared = new Map<string, DeclaredStyle>()
  defaultParagraph: string | null = null
  language: string | null = null
  size = DEFAULT_SIZE
  #current: DeclaredStyle | null = null
  #inDefaults = false

  open(name: string, attributes: Attributes): Skip {
    if (/^w:(?:tblStylePr|latentStyles|pPrChange|rPrChange)$/u.test(name)) return 'skip'
    if (name === 'w:style') this.#beginStyle(attributes)
    else if (name === 'w:docDefaults') this.#inDefaults = true
    else if (name === 'w:lang') this.language ??= (this.#inDefaults ? attributes('w:val') : null) ?? null
    else if (name === 'w:sz' && this.#inDefaults) this.size = Number(attributes('w:val'))
    else if (this.#current !== null) this.#property(this.#current, name, attributes)
  }

  close(name: string): void {
    if (name === 'w:style') this.#current = null
    else if (name === 'w:docDefaults') this.#inDefaults = false
  }

  #beginStyle(attributes: Attributes): void {
    const id = attributes('w:styleId') ?? ''
    this.#current = { name: '', basedOn: null }
    if (id !== '') this.declared.set(id, this.#current)
    const isDefault = /^(?:1|true|on)$/iu.test(attributes('w:default') ?? '')
    if (attributes('w:type') === 'paragraph' && isDefault) this.defaultParagraph ??= id
  }

  #property(style: DeclaredStyle, name: string, attributes: Attributes): void {
    const value = attributes('w:val')
    if (name === 'w:name') {
      style.name = value ?? ''
      // Prompts of empty fields, also where the field doesn't declare itself as empty.
      style.hidden ||= /^placeholder text$/iu.test(style.name)
    } else if (name === 'w:basedOn') style.basedOn = value ?? null
    else if (name === 'w:outlineLvl') style.outlineLevel = Number(value)
    else if (name === 'w:numId' || name === 'w:ilfo') style.numberingId = value ?? '0'
    else if (name === 'w:ilvl') style.listLevel = Number(value)
    else if (name === 'w:vanish') style.hidden = isOn(attributes)
    else if (name === 'w:strike' || name === 'w:dstrike') style.struck = isOn(attributes)
    else if (name === 'w:vertAlign') style.position = positionOf(attributes)
    else if (name === 'w:b') style.bold = isOn(attributes)
    else if (name === 'w:sz') style.size = Number(value)
  }
}

/**
 * Reads a part with styles. Without one, all styles are undefined.
 *
 * @param bytes of word/styles.xml, or of a whole document in Word 2003's XML
 */
export function readStyles(bytes: Uint8Array | null): Styles {
  const reader = new StyleReader()
  if (bytes !== null) readXml(bytes, reader)
  const resolved = new Map<string, Style>()
  const roles = new Map<string | null, ParagraphRole | null>()

  const chainOf = (id: string | null): DeclaredStyle[] => {
    const chain: DeclaredStyle[] = []
    for (let at = id; at !== null && chain.length < MAX_CHAIN; ) {
      const style: DeclaredStyle | undefined = reader.declared.get(at)
      if (style === undefined) break
      chain.push(style)
      at = style.basedOn
    }
    return chain
  }

  function resolve(id: string): Style {
    const style: Style = {}
    for (const { name, basedOn: _, ...own } of chainOf(id).toReversed()) {
      const outlineLevel = own.outlineLevel ?? outlineOfName(name)
      Object.assign(style, own, outlineLevel === undefined ? {} : { outlineLevel })
    }
    return style
  }

  return {
    style(id) {
      return id === null ? {} : resolved.getOrInsertComputed(id, resolve)
    },
    role(id) {
      return roles.getOrInsertComputed(id, () => {
        const named = chainOf(id).map((style) => roleOfName(style.name))
        return named.find((role) => role !== null) ?? null
      })
    },
    defaultParagraph: reader.defaultParagraph,
    defaultSize: reader.size,
    language: reader.language,
  }
}
