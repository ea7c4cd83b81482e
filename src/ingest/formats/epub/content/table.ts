import type { Piece } from '../../../document.ts'

/** A cell longer than this holds a piece of the book, not a datum. */
const MAX_CELL_CHARACTERS = 1000

/** Tables inside tables lay out pages; so deep they only cost time. */
export const MAX_TABLE_DEPTH = 8

/** Collects the parts of a table, cell by cell. */
export class Table {
  /** The table that this one stands in. */
  readonly outer: Table | null
  readonly depth: number
  private readonly rows: Piece[][][] = []
  private readonly loose: Piece[] = []
  private laysOut = false

  constructor(outer: Table | null) {
    this.outer = outer
    this.depth = outer === null ? 1 : outer.depth + 1
    if (outer !== null) outer.laysOut = true
  }

  startRow(): void {
    this.rows.push([])
  }

  startCell(): void {
    if (this.rows.length === 0) this.startRow()
    this.rows.at(-1)?.push([])
  }

  add(piece: Piece): void {
    const cell = this.rows.at(-1)?.at(-1)
    if (piece.type === 'heading') this.laysOut = true
    if (cell === undefined || piece.type === 'caption') this.loose.push(piece)
    else cell.push(piece)
  }

  /**
   * A table of data as one part: a line a row, cells set apart by " | ". One that lays out a page, as it has one column,
   * headings, tables or long texts in it, gives the parts that it holds.
   */
  pieces(): Piece[] {
    const inside = this.rows.flat(2)
    const [first] = inside
    if (first === undefined) return this.loose
    if (this.laysOut) return [...this.loose, ...inside]
    const lines = this.rows.map((row) => row.map((cell) => cell.map(({ text }) => text).join(' ')))
    const filled = lines.filter((cells) => cells.some((cell) => cell !== ''))
    const columns = filled.reduce((most, cells) => Math.max(most, cells.length), 0)
    const long = filled.some((cells) => cells.some((cell) => cell.length > MAX_CELL_CHARACTERS))
    if (long || columns < 2 || filled.length < 2) return [...this.loose, ...inside]
    return [
      ...this.loose,
      { type: 'table', text: filled.map((cells) => cells.join(' | ')).join('\n'), place: first.place },
    ]
  }
}
