import type { Piece } from '../../document.ts'
import type { Budget } from '../word/budget.ts'
import { type ParagraphRole, paragraphPiece } from '../word/paragraphs.ts'
import type { Numbering } from './numbering.ts'
import type { ParagraphProperties, Styles } from './styles.ts'

/** What every story of a document is read with. */
export interface Definitions {
  styles: Styles
  numbering: Numbering
  budget: Budget
}

/** A paragraph while it is being read. */
export class Paragraph {
  styleId: string | null = null
  readonly own: ParagraphProperties = {}
  text: string
  /** Whether all of its text so far is bold; null where there is none. */
  strong: boolean | null = null
  /** Its end was deleted: what follows belongs to it. */
  endDeleted = false
  /** It is the large first letter of the paragraph that follows. */
  dropCap = false
  /** Parts that stand beside its text, in boxes; they come after it. */
  readonly beside: Piece[] = []

  /** @param before text of earlier paragraphs whose end was deleted */
  constructor(before: string) {
    this.text = before
  }

  /** The part of the document that it is; null where it shows nothing. */
  toPiece(definitions: Definitions): Piece | null {
    return paragraphPiece(this.text, { ...this.role(definitions), strong: this.strong === true })
  }

  private role({ styles, numbering }: Definitions): ParagraphRole {
    const styleId = this.styleId ?? styles.defaultParagraph
    const style = styles.style(styleId)
    const known = styles.role(styleId)
    const level = this.own.outlineLevel ?? style.outlineLevel
    if (known?.type === 'heading') return known
    if (level !== undefined && level >= 0 && level <= 8) return { type: 'heading', level: level + 1 }
    if (known !== null) return known
    const numberingId = this.own.numberingId ?? style.numberingId
    const listLevel = this.own.listLevel ?? style.listLevel ?? 0
    return { type: numberingId !== undefined && numbering(numberingId, listLevel) ? 'list-item' : 'paragraph' }
  }
}
