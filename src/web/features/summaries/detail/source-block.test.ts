import { expect, it } from 'vitest'
import { piecesOf } from './marked-text.tsx'
import { tableCells } from './source-block.tsx'

it('cuts a text where marks begin and end, also marks that overlap', () => {
  const pieces = piecesOf('The salt was counted', 0, [
    { start: 4, end: 12, kind: 'cited' },
    { start: 9, end: 20, kind: 'found' },
  ])
  expect(pieces.map(({ text, kinds }) => [text, kinds.join(' ')])).toEqual([
    ['The ', ''],
    ['salt ', 'cited'],
    ['was', 'cited found'],
    [' counted', 'found'],
  ])
})

it('marks a cell by its offset in the block', () => {
  const [, [, cell] = []] = tableCells('Trade | Sales\nBooks\t+19%')
  expect(cell).toEqual({ offset: 20, text: '+19%' })
  const pieces = piecesOf('+19%', 20, [{ start: 14, end: 24, kind: 'cited' }])
  expect(pieces).toEqual([{ start: 0, text: '+19%', kinds: ['cited'] }])
})
