import type { Piece } from '../../document.ts'
import { Blocks } from '../word/blocks.ts'
import type { Budget } from '../word/budget.ts'
import type { ParagraphRole } from '../word/paragraphs.ts'

/** Where text goes: the document, a note, a text box. */
export class Sink {
  private readonly blocks: Blocks
  private readonly budget: Budget
  private line = ''
  /** All text of the line is bold. */
  private strong = true
  private beside: Piece[] = []

  constructor(budget: Budget) {
    this.blocks = new Blocks(budget)
    this.budget = budget
  }

  append(text: string, bold: boolean): void {
    this.budget.takeText(text.length)
    this.line += text
    if (text.trim() !== '') this.strong &&= bold
  }

  /** Parts that come after the paragraph. */
  put(pieces: readonly Piece[]): void {
    this.beside.push(...pieces)
  }

  endParagraph(role: ParagraphRole, depth: number): void {
    this.blocks.add(this.line, { ...role, strong: this.strong }, depth, this.beside)
    this.line = ''
    this.strong = true
    this.beside = []
  }

  endCell(role: ParagraphRole, depth: number): void {
    this.endParagraph(role, depth)
    this.blocks.endCell()
  }

  endRow(role: ParagraphRole, depth: number): void {
    this.endParagraph(role, depth)
    this.blocks.endRow()
  }

  finish(): Piece[] {
    this.endParagraph({ type: 'paragraph' }, 0)
    return this.blocks.finish()
  }
}
