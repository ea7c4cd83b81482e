import { type ParagraphRole, roleOfName } from '../word/paragraphs.ts'
import { type Attributes, readXml } from '../word/xml.ts'

/** The formatting of a style that affects what is read. */
interface Style {
  parent: string | undefined
  hidden?: boolean
  bold?: boolean
}

/** Longer chains of styles are hostile. */
const MAX_PARENTS = 20

/** The styles of a document, named and automatic (OpenDocument 1.3, part 3, section 16). */
export class Styles {
  /** As the default style declares it. */
  language: string | null = null
  private readonly styles = new Map<string, Style>()

  /** Takes the styles of a part. */
  read(bytes: Uint8Array): void {
    let open: Style | null = null
    readXml(bytes, {
      open: (name, attributes) => {
        if (name === 'office:body') return 'skip'
        if (name === 'style:style') open = this.add(attributes)
        else if (name === 'style:text-properties' && open !== null) format(open, attributes)
        else if (name === 'style:text-properties') this.language ??= attributes('fo:language') ?? null
        return undefined
      },
      close: (name) => {
        if (name === 'style:style') open = null
      },
    })
  }

  /** The role of a paragraph style; null for body text. */
  role(name: string | undefined): ParagraphRole | null {
    for (const id of this.chain(name)) {
      // Names are encoded: "Preformatted_20_Text".
      const role = roleOfName(id.replaceAll('_20_', ' '))
      if (role !== null) return role
    }
    return null
  }

  isHidden(name: string | undefined): boolean {
    return this.property(name, 'hidden') ?? false
  }

  /** Undefined where the style doesn't say. */
  isBold(name: string | undefined): boolean | undefined {
    return this.property(name, 'bold')
  }

  private add(attributes: Attributes): Style {
    const style: Style = { parent: attributes('style:parent-style-name') }
    this.styles.set(attributes('style:name') ?? '', style)
    return style
  }

  private property(name: string | undefined, key: 'hidden' | 'bold'): boolean | undefined {
    return this.chain(name)
      .map((id) => this.styles.get(id)?.[key])
      .find((value) => value !== undefined)
  }

  private chain(name: string | undefined): string[] {
    const chain: string[] = []
    for (let id = name; id !== undefined && chain.length < MAX_PARENTS; id = this.styles.get(id)?.parent) chain.push(id)
    return chain
  }
}

function format(style: Style, attributes: Attributes): void {
  const display = attributes('text:display')
  if (display !== undefined) style.hidden = display === 'none'
  const weight = attributes('fo:font-weight')
  if (weight !== undefined) style.bold = weight === 'bold' || Number(weight) >= 600
}
