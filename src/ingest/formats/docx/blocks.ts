import type { Piece } from '../../document.ts'
import { joinRuns, type TextPosition, type TextRun } from '../../parsing/raised-text.ts'
import { Fields } from '../word/fields.ts'
import { type Budget, type ParagraphRole, paragraphPiece, type TableReader, type WordPiece } from '../word/pieces.ts'
import { type Attributes, isOn } from '../word/xml.ts'
import type { Numbering } from './numbering.ts'
import { type ParagraphProperties, positionOf, positionOfOffset, type Styles } from './styles.ts'

/**
 * Elements whose content is not part of the text: deleted and moved text; codes and data of fields; properties before a
 * change; comments; placeholders' properties; phonetic guides; headers and footers (which Word 2003's XML has in the part
 * with the text).
 */
export const leftOut: ReadonlySet<string> = new Set(
  `w:del w:moveFrom w:delText w:delInstrText w:fldData w:pPrChange w:rPrChange w:tblPrChange w:trPrChange
  w:tcPrChange w:sectPrChange w:tblPrExChange w:numberingChange w:rt w:sectPr w:hdr w:ftr w:binData
  w:smartTagPr w:customXmlPr m:ctrlPr`.split(/\s+/u),
)

/** The formatting of a run of text that affects reading. */
export class Run {
  font = ''
  /** Its text is raised or lowered by its own formatting. */
  #position: TextPosition | undefined
  #offset = 0
  #size: number | undefined
  readonly #own: { hidden?: boolean; bold?: boolean; struck?: boolean } = {}
  #styleId: string | null = null

  property(name: string, attributes: Attributes): void {
    if (name === 'w:vanish') this.#own.hidden = isOn(attributes)
    else if (name === 'w:b') this.#own.bold = isOn(attributes)
    else if (name === 'w:strike' || name === 'w:dstrike')
      this.#own.struck = isOn(attributes) || this.#own.struck === true
    else if (name === 'w:vertAlign') this.#position = positionOf(attributes)
    else if (name === 'w:position') this.#offset = Number(attributes('w:val'))
    else if (name === 'w:sz') this.#size = Number(attributes('w:val'))
    else if (name === 'w:rStyle') this.#styleId = attributes('w:val') ?? null
    else if (name === 'w:rFonts') this.font = attributes('w:ascii') ?? attributes('w:hAnsi') ?? ''
  }

  /** Whether its text is hidden or bold, by its own formatting, its style or its paragraph's style. */
  is(format: 'hidden' | 'bold' | 'struck', styles: Styles, paragraphStyleId: string | null): boolean {
    return this.#own[format] ?? styles.style(this.#styleId)[format] ?? styles.style(paragraphStyleId)[format] ?? false
  }

  size(styles: Styles, paragraphStyleId: string | null): number {
    return this.#size ?? styles.style(this.#styleId).size ?? styles.style(paragraphStyleId).size ?? styles.defaultSize
  }

  /** @param isSmall it is smaller than the text around it */
  position(styles: Styles, isSmall: boolean): TextPosition {
    const moved = positionOfOffset(this.#offset, isSmall)
    return this.#position ?? moved ?? styles.style(this.#styleId).position ?? 'base'
  }
}

/** Definitions that all stories of a document share. */
export interface Definitions {
  styles: Styles
  numbering: Numbering
  budget: Budget
}

export class Paragraph {
  styleId: string | null = null
  readonly own: ParagraphProperties = {}
  readonly runs: TextRun[]
  /** The largest size of its text so far. */
  size = 0
  /** All of its text so far is bold; null without text. */
  strong: boolean | null = null
  /** Its end was deleted: the next paragraph continues it. */
  endDeleted = false
  /** Some of its text was deleted or moved away. */
  losesText = false
  /** It is the large first letter of the next paragraph. */
  dropCap = false
  /** Parts in boxes beside its text; they come after it. */
  readonly beside: Piece[] = []

  /** @param before text of earlier paragraphs whose end was deleted; the paragraph adds to it */
  constructor(before: TextRun[]) {
    this.runs = before
  }

  get isEmpty(): boolean {
    return this.runs.every(({ text }) => text.trim() === '')
  }

  /** Converts it to a part of the document; null if it is empty. */
  toPiece(definitions: Definitions): WordPiece | null {
    const text = joinRuns(this.runs)
    return paragraphPiece(text, { ...this.#role(definitions), strong: this.strong === true })
  }

  #role({ styles, numbering }: Definitions): ParagraphRole {
    const styleId = this.styleId ?? styles.defaultParagraph
    const style = styles.style(styleId)
    const known = styles.role(styleId)
    const level = this.own.outlineLevel ?? style.outlineLevel
    const numberingId = this.own.numberingId ?? style.numberingId ?? ''
    const listLevel = this.own.listLevel ?? style.listLevel ?? numbering.levelOfStyle(numberingId, styleId) ?? 0
    const isMarked = numberingId !== '' && numbering.isMarked(numberingId, listLevel)
    const marker = (): { marker?: string | undefined } =>
      isMarked ? { marker: numbering.next(numberingId, listLevel) } : {}
    if (known?.type === 'index') return known
    if (known?.type === 'heading') return { ...known, ...marker() }
    if (level !== undefined && level >= 0 && level <= 8) return { type: 'heading', level: level + 1, ...marker() }
    if (known !== null) return known
    return isMarked ? { type: 'list-item', ...marker() } : { type: 'paragraph' }
  }
}

/** A container of paragraphs: the story itself, a cell, a text box. */
export class Container {
  readonly pieces: Piece[] = []
  readonly paragraphs: Paragraph[] = []
  readonly tables: TableReader[] = []
  readonly fields = new Fields()
  /** Text of paragraphs whose end was deleted. */
  held: TextRun[] = []

  /** Keeps the text of a paragraph for the one that continues it. */
  hold(runs: TextRun[]): void {
    if (this.held.length === 0) this.held = runs
    else for (const run of runs) this.held.push(run)
  }
}
