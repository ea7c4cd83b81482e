import { expect, it } from 'vitest'
import { layOutCells, type TableCell, tableLines } from './table-grid.ts'

const cell = (text: string, rowSpan = 1, colSpan = 1): TableCell => ({ text, rowSpan, colSpan })

it.each<[string, TableCell[][], string]>([
  [
    'plain cells',
    [
      [cell('Year'), cell('Boats')],
      [cell('1900'), cell('12')],
    ],
    'Year | Boats\n1900 | 12',
  ],
  [
    'headings over several columns',
    [
      [cell('Year', 2), cell('Boats', 1, 2)],
      [cell('old'), cell('new')],
      [cell('1900'), cell('3'), cell('9')],
    ],
    'Year | Boats | Boats\nYear | old | new\n1900 | 3 | 9',
  ],
  [
    'cells over several rows, side by side',
    [[cell('A', 2), cell('B', 2), cell('1')], [cell('2')], [cell('C'), cell('D'), cell('3')]],
    'A | B | 1\nA | B | 2\nC | D | 3',
  ],
  ['a cell over a whole row', [[cell('a'), cell('b')], [cell('All boats', 1, 2)]], 'a | b\nAll boats'],
  [
    'rows without text',
    [
      [cell('a'), cell('b')],
      [cell(''), cell('')],
    ],
    'a | b',
  ],
])('lays out %s', (_, rows, expected) => expect(tableLines(rows)).toBe(expected))

it('limits what one cell covers, and keeps the cells beside it', () => {
  const grid = layOutCells([[cell('x', 1e9, 1e9), cell('y')], ...Array.from({ length: 1000 }, () => [cell('a')])])
  expect(grid[0]?.at(-1)).toBe('y')
  expect(grid.flat().length).toBeLessThan(25_000)
})
