import { type Attributes, isOn } from '../word/xml.ts'
import type { Styles } from './styles.ts'

/** The formatting of a run of text, as far as it matters to what is read. */
export class Run {
  font = ''
  private hidden: boolean | undefined
  private bold: boolean | undefined
  private styleId: string | null = null

  /** Takes an element of the run's properties. */
  property(name: string, attributes: Attributes): void {
    if (name === 'w:vanish') this.hidden = isOn(attributes)
    else if (name === 'w:b') this.bold = isOn(attributes)
    else if (name === 'w:rStyle') this.styleId = attributes('w:val') ?? null
    else if (name === 'w:rFonts') this.font = attributes('w:ascii') ?? attributes('w:hAnsi') ?? ''
  }

  /** Whether its text is hidden: by itself, by its style, by its paragraph's style. */
  isHidden(styles: Styles, paragraphStyleId: string | null): boolean {
    return this.hidden ?? styles.style(this.styleId).hidden ?? styles.style(paragraphStyleId).hidden ?? false
  }

  /** Whether its text is bold, in the same order. */
  isBold(styles: Styles, paragraphStyleId: string | null): boolean {
    return this.bold ?? styles.style(this.styleId).bold ?? styles.style(paragraphStyleId).bold ?? false
  }
}
