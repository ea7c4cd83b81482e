import type { Piece } from '../../document.ts'
import type { Budget } from '../word/budget.ts'
import { Fields } from '../word/fields.ts'
import { type ParagraphRole, paragraphPiece } from '../word/paragraphs.ts'
import type { Cell } from '../word/table.ts'
import { type Attributes, isOn } from '../word/xml.ts'
import type { Numbering, ParagraphProperties, Styles } from './styles.ts'

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

/** A table while it is being read. */
export class TableReader {
  readonly rows: Cell[][] = []
  private row: Cell[] = []
  private rowDeleted = false
  private continues = false

  beginRow(): void {
    this.row = []
    this.rowDeleted = false
  }

  /** The row was deleted with its changes tracked. */
  deleteRow(): void {
    this.rowDeleted = true
  }

  endRow(): void {
    if (!this.rowDeleted && this.row.length > 0) this.rows.push(this.row)
    this.row = []
  }

  beginCell(): void {
    this.continues = false
  }

  /** The cell continues the one above or beside it, or was deleted. */
  leaveOutCell(): void {
    this.continues = true
  }

  endCell(pieces: readonly Piece[]): void {
    this.row.push(this.continues && pieces.length === 0 ? null : pieces)
  }
}

/** Where paragraphs go: the story itself, a cell, a text box. */
export interface Container {
  pieces: Piece[]
  paragraphs: Paragraph[]
  tables: TableReader[]
  fields: Fields
  /** Text of paragraphs whose end was deleted. */
  held: string
}

export const newContainer = (): Container => ({
  pieces: [],
  paragraphs: [],
  tables: [],
  fields: new Fields(),
  held: '',
})
