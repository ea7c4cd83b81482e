/** A cell of a table, with the number of rows and columns that it covers. */
export interface TableCell {
  text: string
  rowSpan?: number
  colSpan?: number
}

/** Wider cells are mistakes: tables that people read have fewer columns. */
const MAX_SPAN = 100

/** Further places that the cells of one table cover: more than this is a mistake or an attack. */
const MAX_REPEATS = 20_000

/** Longer texts are not repeated. */
const MAX_REPEATED_CHARACTERS = 200

/**
 * Lays out the cells of a table in a grid, so that each value is under its own heading. A cell that covers several rows or
 * columns is repeated in each; one that covers a whole row is there once.
 *
 * @returns the texts of each row
 */
export function layOutCells(rows: readonly (readonly TableCell[])[]): string[][] {
  /** By column: a cell from a row above, and the number of further rows that it covers. */
  const covering: { text: string; rows: number }[] = []
  let repeats = 0
  const grid = rows.map((cells) => {
    const line: string[] = []
    const takeCovering = (): void => {
      for (
        let above = covering[line.length];
        above !== undefined && above.rows > 0 && repeats < MAX_REPEATS;
        above = covering[line.length]
      ) {
        above.rows -= 1
        repeats += 1
        line.push(above.text)
      }
    }
    for (const { text, rowSpan = 1, colSpan = 1 } of cells) {
      takeCovering()
      const covers = repeats < MAX_REPEATS
      const repeated = text.length > MAX_REPEATED_CHARACTERS ? '' : text
      for (let column = 0; column < (covers ? Math.min(colSpan, MAX_SPAN) : 1); column += 1) {
        covering[line.length] = { text: repeated, rows: covers ? rowSpan - 1 : 0 }
        repeats += column === 0 ? 0 : 1
        line.push(column === 0 ? text : repeated)
      }
    }
    takeCovering()
    return line
  })
  return grid.map((line, at) => (rows[at]?.length === 1 && new Set(line).size === 1 ? line.slice(0, 1) : line))
}

/** A table as text: a line per row, cells separated by " | ", empty rows left out. */
export const tableLines = (rows: readonly (readonly TableCell[])[]): string =>
  layOutCells(rows)
    .map((line) => line.join(' | '))
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .join('\n')
