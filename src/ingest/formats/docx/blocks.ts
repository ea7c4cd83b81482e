import type { Piece } from '../../document.ts'
import { Fields } from '../word/fields.ts'
import { type Budget, type ParagraphRole, paragraphPiece, type TableReader } from '../word/pieces.ts'
import { type Attributes, isOn } from '../word/xml.ts'
import type { Numbering } from './numbering.ts'
import type { ParagraphProperties, Styles } from './styles.ts'

/** Signs around the parts of a formula and between them (ISO/IEC 29500-1, 22.1.2.24, "Delimiter Object"). */
interface Delimiter {
  begin: string
  separator: string
  end: string
  parts: number
}

/** Signs before the parts of fractions, powers and sums. */
const signs: Readonly<Record<string, string>> = { 'm:den': '/', 'm:sup': '^', 'm:nary m:sub': '_', 'm:rad m:e': '√(' }

/** The signs of formulas that their markup implies: brackets, strokes, sums, roots. */
export class Formula {
  private readonly path: string[] = []
  private readonly delimiters: Delimiter[] = []
  /** Signs before the next text. */
  private pending = ''
  /** Sign of the open sum, product or integral, or null. */
  private operator: string | null = null

  open(name: string, attributes: Attributes): void {
    const parent = this.path.at(-1) ?? ''
    const delimiter = this.delimiters.at(-1)
    const value = attributes('m:val') ?? ''
    this.path.push(name)
    if (name === 'm:d') this.delimiters.push({ begin: '(', separator: '|', end: ')', parts: 0 })
    else if (name === 'm:naryPr') this.operator = '∫'
    else if (name === 'm:chr' && this.operator !== null) this.operator = value
    else if (delimiter !== undefined && name === 'm:begChr') delimiter.begin = value
    else if (delimiter !== undefined && name === 'm:sepChr') delimiter.separator = value
    else if (delimiter !== undefined && name === 'm:endChr') delimiter.end = value
    else if (delimiter !== undefined && name === 'm:e' && parent === 'm:d') {
      delimiter.parts += 1
      this.pending += delimiter.parts === 1 ? delimiter.begin : delimiter.separator
    } else this.pending += this.signOf(name, parent)
  }

  /** Ends an element and returns the signs at its end. */
  close(name: string): string {
    if (this.path.at(-1) !== name) return ''
    this.path.pop()
    const parent = this.path.at(-1) ?? ''
    const sign = this.signOf(name, parent)
    if (sign !== '' && this.pending.endsWith(sign)) this.pending = this.pending.slice(0, -sign.length)
    else if (name === 'm:e' && parent === 'm:rad') return `${this.take()})`
    else if (name === 'm:d') return `${this.take()}${this.delimiters.pop()?.end ?? ''}`
    else if (name === 'm:naryPr') {
      this.pending += this.operator ?? ''
      this.operator = null
    }
    return ''
  }

  /** Returns and clears the signs before the next text. */
  take(): string {
    const taken = this.pending
    this.pending = ''
    return taken
  }

  private signOf(name: string, parent: string): string {
    return signs[name] ?? signs[`${parent} ${name}`] ?? ''
  }
}

/**
 * Elements whose content is not part of the text: deleted and moved text; codes and data of fields; properties before a
 * change; comments; placeholders' properties; phonetic guides; headers and footers (which Word 2003's XML has in the part
 * with the text).
 */
export const leftOut: ReadonlySet<string> = new Set(
  `w:del w:moveFrom w:delText w:delInstrText w:fldData w:pPrChange w:rPrChange w:tblPrChange w:trPrChange
  w:tcPrChange w:sectPrChange w:tblPrExChange w:numberingChange w:sdtPr w:rt w:sectPr w:hdr w:ftr w:binData
  w:smartTagPr w:customXmlPr m:ctrlPr`.split(/\s+/u),
)

/** The formatting of a run of text that affects reading. */
export class Run {
  font = ''
  private readonly own: { hidden?: boolean; bold?: boolean } = {}
  private styleId: string | null = null

  property(name: string, attributes: Attributes): void {
    if (name === 'w:vanish') this.own.hidden = isOn(attributes)
    else if (name === 'w:b') this.own.bold = isOn(attributes)
    else if (name === 'w:rStyle') this.styleId = attributes('w:val') ?? null
    else if (name === 'w:rFonts') this.font = attributes('w:ascii') ?? attributes('w:hAnsi') ?? ''
  }

  /** Whether its text is hidden or bold, by its own formatting, its style or its paragraph's style. */
  is(format: 'hidden' | 'bold', styles: Styles, paragraphStyleId: string | null): boolean {
    return this.own[format] ?? styles.style(this.styleId)[format] ?? styles.style(paragraphStyleId)[format] ?? false
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
  text: string
  /** All of its text so far is bold; null without text. */
  strong: boolean | null = null
  /** Its end was deleted: the next paragraph continues it. */
  endDeleted = false
  /** It is the large first letter of the next paragraph. */
  dropCap = false
  /** Parts in boxes beside its text; they come after it. */
  readonly beside: Piece[] = []

  /** @param before text of earlier paragraphs whose end was deleted */
  constructor(before: string) {
    this.text = before
  }

  /** Converts it to a part of the document; null if it is empty. */
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
    if (numberingId === undefined || !numbering.isMarked(numberingId, listLevel)) return { type: 'paragraph' }
    return { type: 'list-item', marker: numbering.next(numberingId, listLevel) }
  }
}

/** A container of paragraphs: the story itself, a cell, a text box. */
export class Container {
  readonly pieces: Piece[] = []
  readonly paragraphs: Paragraph[] = []
  readonly tables: TableReader[] = []
  readonly fields = new Fields()
  /** Text of paragraphs whose end was deleted. */
  held = ''
}
