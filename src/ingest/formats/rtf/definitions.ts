import { encodingOfCharset } from '../word/code-pages.ts'
import type { ParagraphRole } from '../word/paragraphs.ts'
import { outlineOfName, roleOfName } from '../word/style-names.ts'

export interface RtfFont {
  name: string
  /** Null where it follows the document's code page. */
  encoding: string | null
}

interface RtfStyle {
  name: string
  outlineLevel: number | undefined
  listed: boolean
}

const MAX_DEFINITIONS = 10_000

/** Fonts and styles, as the tables at the start of a file define them. */
export class Definitions {
  private readonly fonts = new Map<number, RtfFont>()
  private readonly styles = new Map<number, RtfStyle>()

  font(number: number): RtfFont | undefined {
    return this.fonts.get(number)
  }

  defineFont(number: number, charset: number, name: string): void {
    if (this.fonts.size < MAX_DEFINITIONS) this.fonts.set(number, { name, encoding: encodingOfCharset(charset) })
  }

  defineStyle(number: number, style: RtfStyle): void {
    if (this.styles.size < MAX_DEFINITIONS) this.styles.set(number, style)
  }

  /** What a paragraph is: by its own outline level, then by its style. */
  role(style: number, outlineLevel: number | null, listed: boolean): ParagraphRole {
    const found = this.styles.get(style)
    const role = roleOfName(found?.name ?? '')
    if (role?.type === 'heading') return role
    const level = outlineLevel ?? found?.outlineLevel ?? outlineOfName(found?.name ?? '')
    if (level !== undefined && level >= 0 && level <= 8) return { type: 'heading', level: level + 1 }
    return role ?? { type: listed || found?.listed === true ? 'list-item' : 'paragraph' }
  }
}
