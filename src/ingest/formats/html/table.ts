import { foldText } from '../clean-text.ts'
import type { DomElement } from './dom.ts'

/** A cell longer than this holds a piece of the page, not a datum; in a table with headers cells may be longer. */
const MAX_CELL_CHARACTERS = 400
const MAX_HEADED_CELL_CHARACTERS = 2000

function ownRows(table: DomElement): DomElement[] {
  const rows: DomElement[] = []
  for (const part of table.children) {
    if (part.localName === 'tr') rows.push(part)
    else if (/^t(?:head|body|foot)$/u.test(part.localName)) {
      for (const row of part.children) if (row.localName === 'tr') rows.push(row)
    }
  }
  return rows
}

const cellsOf = (row: DomElement): DomElement[] => [...row.children].filter((cell) => /^t[dh]$/u.test(cell.localName))

/** Whether a table holds data, rather than laying out a page, which is what old pages use tables for. */
export function isDataTable(table: DomElement): boolean {
  const role = table.getAttribute('role')
  if (role === 'presentation' || role === 'none') return false
  if (table.querySelector('table, form, h1, h2, article, ul ul') !== null) return false
  const rows = ownRows(table).map(cellsOf)
  const columns = Math.max(0, ...rows.map((cells) => cells.length))
  if (rows.length < 2 || columns < 2) return false
  const headed = (rows[0] ?? []).every((cell) => cell.localName === 'th')
  const limit = headed ? MAX_HEADED_CELL_CHARACTERS : MAX_CELL_CHARACTERS
  return rows.every((cells) => cells.every((cell) => (cell.textContent ?? '').length <= limit))
}

/** A data table as text: a line a row, cells set apart by " | ", empty rows left out. */
export function tableText(table: DomElement): string {
  for (const mark of table.querySelectorAll('script, style, sup.reference, sup[class*="footnote"]')) mark.remove()
  return ownRows(table)
    .map((row) =>
      cellsOf(row)
        .map((cell) => foldText(cell.textContent ?? ''))
        .join(' | '),
    )
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .join('\n')
}
