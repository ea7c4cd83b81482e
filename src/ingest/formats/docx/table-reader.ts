import type { Piece } from '../../document.ts'
import type { Cell } from '../word/table.ts'

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
