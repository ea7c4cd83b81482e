import { expect, it } from 'vitest'
import { atParagraph } from '../../../../../tests/support/pages/citations.ts'
import { pageOf, textPart } from '../../../../../tests/support/pages/page-of.ts'
import { piecesOf } from './marked-text.tsx'
import { citedNote, tableCells } from './source-block.tsx'
import { citedBlocks } from './source-text.tsx'

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

it('names the takeaways whose details cite a block, and none that the page does not have', () => {
  const part = (paragraph: number, under: number) => ({
    ...textPart('Dredging'),
    under,
    lines: [{ cells: ['It took a year.'], citations: [atParagraph(paragraph, 'A year …')] }],
  })
  const takeaways = [{ text: 'The duty paid for it.', citations: [atParagraph(3, 'The duty …')] }]
  const blocks = citedBlocks(pageOf({ takeaways, parts: [part(4, 0), part(5, 7)] }), [])
  expect([...blocks.values()].map((citedBy) => citedNote(citedBy))).toEqual([
    'Takeaway 1 rests on this passage',
    'The details of takeaway 1 rest on this passage',
    null,
  ])
})
