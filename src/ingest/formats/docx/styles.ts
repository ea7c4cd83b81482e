import { type ParagraphRole, TITLE_LEVEL } from '../word/paragraphs.ts'
import { isOn, readXml, type XmlHandler } from './xml.ts'

/** What a style, or a paragraph itself, says about a paragraph. */
export interface ParagraphProperties {
  /** 0 to 8; 9 is body text. */
  outlineLevel?: number
  numberingId?: string
  listLevel?: number
}

export interface Style extends ParagraphProperties {
  hidden?: boolean
  font?: string
}

interface DeclaredStyle extends Style {
  name: string
  basedOn: string | null
}

export interface Styles {
  /** What holds after following the styles it is based on. */
  style(id: string | null): Style
  /** The roles that Word itself knows a style for: title, quotation, caption, code. */
  role(id: string | null): ParagraphRole | null
  /** The style of paragraphs that name none. */
  readonly defaultParagraph: string | null
  /** Of the text, as declared. */
  readonly language: string | null
}

/** Longer chains than people build; also what ends a circle. */
const MAX_CHAIN = 20

const bodyRole: readonly (readonly [RegExp, ParagraphRole])[] = [
  [/^title$/iu, { type: 'heading', level: TITLE_LEVEL }],
  [/^(?:intense )?quote$|^block ?text$/iu, { type: 'quote' }],
  [/^(?:table |image )?caption$/iu, { type: 'caption' }],
  [/^(?:html preformatted|source ?code|code(?: ?block)?|macro(?: text)?)$/iu, { type: 'code' }],
]

/** Names that Word gives its own styles are the same in all languages; what is localized is the id and what it shows. */
function roleOfName(name: string): ParagraphRole | null {
  return bodyRole.find(([pattern]) => pattern.test(name))?.[1] ?? null
}

/** Word's heading styles stand outside of style parts that leave their properties to the program. */
function outlineOfName(name: string): number | undefined {
  const digit = /^heading ([1-9])$/iu.exec(name)?.[1]
  return digit === undefined ? undefined : Number(digit) - 1
}

class StyleReader implements XmlHandler {
  readonly declared = new Map<string, DeclaredStyle>()
  defaultParagraph: string | null = null
  language: string | null = null
  private current: DeclaredStyle | null = null
  private inDefaults = false

  // oxlint-disable-next-line complexity -- one case an element
  open(name: string, attributes: (name: string) => string | undefined): 'skip' | undefined {
    const value = attributes('w:val')
    switch (name) {
      case 'w:style': {
        const id = attributes('w:styleId') ?? ''
        this.current = { name: '', basedOn: null }
        if (id !== '') this.declared.set(id, this.current)
        const isDefault = /^(?:1|true|on)$/iu.test(attributes('w:default') ?? '')
        if (attributes('w:type') === 'paragraph' && isDefault) this.defaultParagraph ??= id
        return undefined
      }
      case 'w:docDefaults':
        this.inDefaults = true
        return undefined
      case 'w:lang':
        if (this.inDefaults) this.language ??= value ?? null
        return undefined
      case 'w:tblStylePr':
      case 'w:latentStyles':
      case 'w:pPrChange':
      case 'w:rPrChange':
        return 'skip'
      default:
        if (this.current !== null) this.property(this.current, name, value, attributes)
        return undefined
    }
  }

  close(name: string): void {
    if (name === 'w:style') this.current = null
    else if (name === 'w:docDefaults') this.inDefaults = false
  }

  private property(
    style: DeclaredStyle,
    name: string,
    value: string | undefined,
    attributes: (name: string) => string | undefined,
  ): void {
    if (name === 'w:name') style.name = value ?? ''
    else if (name === 'w:basedOn') style.basedOn = value ?? null
    else if (name === 'w:outlineLvl') style.outlineLevel = Number(value)
    else if (name === 'w:numId' || name === 'w:ilfo') style.numberingId = value ?? '0'
    else if (name === 'w:ilvl') style.listLevel = Number(value)
    else if (name === 'w:vanish') style.hidden = isOn(attributes)
    else if (name === 'w:rFonts') {
      const font = attributes('w:ascii')
      if (font !== undefined) style.font = font
    }
  }
}

/**
 * Reads a part of styles; none gives a file's own names their usual meaning.
 *
 * @param bytes of word/styles.xml, or of a whole document in Word 2003's XML
 */
export function readStyles(bytes: Uint8Array | null): Styles {
  const reader = new StyleReader()
  if (bytes !== null) readXml(bytes, reader)
  const resolved = new Map<string, Style>()

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
    for (const declared of chainOf(id)) {
      style.outlineLevel ??= declared.outlineLevel ?? outlineOfName(declared.name)
      style.numberingId ??= declared.numberingId
      style.listLevel ??= declared.listLevel
      style.hidden ??= declared.hidden
      style.font ??= declared.font
    }
    return style
  }

  return {
    style(id) {
      if (id === null) return {}
      const known = resolved.get(id) ?? resolve(id)
      resolved.set(id, known)
      return known
    },
    role: (id) =>
      chainOf(id)
        .map((style) => roleOfName(style.name))
        .find((role) => role !== null) ?? null,
    defaultParagraph: reader.defaultParagraph,
    language: reader.language,
  }
}
