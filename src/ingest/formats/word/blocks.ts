import type { Piece } from '../../document.ts'
import type { Budget } from './budget.ts'
import { addPiece, type ParagraphRole, paragraphPiece } from './paragraphs.ts'
import { type Cell, tablePieces } from './table.ts'

interface Table {
  rows: Cell[][]
  row: Cell[]
  cell: Piece[]
}

const MAX_TABLE_DEPTH = 60

/**
 * Puts paragraphs together that tell, each for itself, how many tables deep they stand and which cell or row they end:
 * the way in which .doc and RTF write tables.
 */
export class Blocks {
  private readonly pieces: Piece[] = []
  private readonly tables: Table[] = []
  private readonly budget: Budget

  constructor(budget: Budget) {
    this.budget = budget
  }

  private get container(): Piece[] {
    return this.tables.at(-1)?.cell ?? this.pieces
  }

  /**
   * Adds a paragraph and what stands beside it.
   *
   * @param depth of the table it stands in; 0 is none
   */
  add(text: string, role: ParagraphRole, depth: number, beside: readonly Piece[]): void {
    this.toDepth(depth)
    const piece = paragraphPiece(text, role)
    if (piece !== null) {
      this.budget.takePart()
      addPiece(this.container, piece)
    }
    for (const other of beside) this.container.push(other)
  }

  endCell(): void {
    const table = this.tables.at(-1)
    if (table === undefined) return
    this.budget.takeCell()
    table.row.push(table.cell)
    table.cell = []
  }

  /** What stands in the mark of a row's end itself is no cell. */
  endRow(): void {
    const table = this.tables.at(-1)
    if (table === undefined) return
    if (table.row.length > 0) table.rows.push(table.row)
    table.row = []
    table.cell = []
  }

  /** All parts, with what is open ended. */
  finish(): Piece[] {
    this.toDepth(0)
    return this.pieces
  }

  private toDepth(depth: number): void {
    const wanted = Math.min(MAX_TABLE_DEPTH, depth)
    while (this.tables.length > wanted) this.endTable()
    while (this.tables.length < wanted) this.tables.push({ rows: [], row: [], cell: [] })
  }

  private endTable(): void {
    const table = this.tables.pop()
    if (table === undefined) return
    if (table.cell.length > 0) table.row.push(table.cell)
    if (table.row.length > 0) table.rows.push(table.row)
    for (const piece of tablePieces(table.rows)) this.container.push(piece)
  }
}
