import { foldText } from '../clean-text.ts'
import { tableLines } from '../table-grid.ts'
import {
  childElements,
  type DomDocument,
  type DomElement,
  findElement,
  findElements,
  hasName,
  isElement,
  nextNode,
  nodeAfter,
} from './dom.ts'

/** A longer cell is a part of the page's layout, not data; cells under headers may be longer. */
const MAX_CELL_CHARACTERS = 400
const MAX_HEADED_CELL_CHARACTERS = 2000

const ownRows = (table: DomElement): DomElement[] =>
  childElements(table)
    .flatMap((part) => (/^t(?:head|body|foot)$/u.test(part.localName) ? childElements(part) : [part]))
    .filter((row) => row.localName === 'tr')

/** Elements that occur only in layout tables. */
const isLayout = hasName('table', 'form', 'h1', 'h2', 'article', 'section', 'nav', 'pre')

const cellsOf = (row: DomElement): DomElement[] => childElements(row).filter((cell) => /^t[dh]$/u.test(cell.localName))

/** The rows of a table with their cells; those of tables inside it are left out. */
export const cellRows = (table: DomElement): DomElement[][] => ownRows(table).map(cellsOf)

/** Whether a table is data rather than page layout, which old pages use tables for. */
export function isDataTable(table: DomElement): boolean {
  const role = table.getAttribute('role')
  if (role === 'presentation' || role === 'none') return false
  if (findElement(table, isLayout) !== null) return false
  const rows = cellRows(table)
  const columns = rows.reduce((most, cells) => Math.max(most, cells.length), 0)
  if (rows.length < 2 || columns < 2) return false
  const headed = (rows[0] ?? []).every((cell) => cell.localName === 'th')
  const limit = headed ? MAX_HEADED_CELL_CHARACTERS : MAX_CELL_CHARACTERS
  return rows.every((cells) => cells.every((cell) => cell.textContent.length <= limit))
}

/** The caption of a table, null if it has none. */
export const captionOf = (table: DomElement): DomElement | null =>
  childElements(table).find((part) => part.localName === 'caption') ?? null

/** Whether a figure contains a table of data, whose caption describes its values. */
export function isTableFigure(figure: DomElement): boolean {
  if (figure.localName !== 'figure') return false
  const table = findElement(figure, (inner) => inner.localName === 'table')
  return table !== null && isDataTable(table)
}

function spanOf(cell: DomElement, attribute: string): number {
  const span = Number.parseInt(cell.getAttribute(attribute) ?? '1', 10)
  // A row span of 0 covers all rows below.
  return span === 0 && attribute === 'rowspan' ? Number.POSITIVE_INFINITY : Math.max(1, span || 1)
}

/** A data table as text: a line per row, cells separated by " | ". */
export function tableText(table: DomElement, textOf: (cell: DomElement) => string): string {
  const rows = cellRows(table).map((row) =>
    row.map((cell) => ({
      text: foldText(textOf(cell)),
      rowSpan: spanOf(cell, 'rowspan'),
      colSpan: spanOf(cell, 'colspan'),
    })),
  )
  return tableLines(rows)
}

/** Tags of the parts of a table by their roles (https://www.w3.org/TR/wai-aria-1.2/#table). */
const tagsByRole: ReadonlyMap<string, string> = new Map([
  ['table', 'table'],
  ['grid', 'table'],
  ['rowgroup', 'tbody'],
  ['row', 'tr'],
  ['cell', 'td'],
  ['gridcell', 'td'],
  ['columnheader', 'th'],
  ['rowheader', 'th'],
])

const tagOf = (element: DomElement): string => tagsByRole.get(element.getAttribute('role') ?? '') ?? element.localName

/** Names the parts of tables of data that are built of other elements and their roles; not those of tables inside them. */
export function nameTables({ body }: DomDocument): void {
  for (let node = nextNode(body, body); node !== null; ) {
    if (!isElement(node) || tagOf(node) !== 'table') {
      node = nextNode(node, body)
      continue
    }
    if (node.localName !== 'table') nameParts(node)
    node = nodeAfter(node, body)
  }
}

function nameParts(table: DomElement): void {
  const parts = [table, ...findElements(table, (part) => tagOf(part) !== part.localName)]
  const names = parts.map(({ localName }) => localName)
  for (const part of parts) part.localName = tagOf(part)
  if (isDataTable(table)) return
  for (const [at, part] of parts.entries()) part.localName = names[at] ?? part.localName
}
