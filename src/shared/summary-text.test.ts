import { expect, test } from 'vitest'
import { summaryParts } from './summary-text.ts'

test('a text without titles is one part', () => {
  expect(summaryParts('One.\n\nTwo,\nstill two.')).toEqual([{ title: null, paragraphs: ['One.', 'Two,\nstill two.'] }])
  expect(summaryParts('')).toEqual([])
})

test('starts a part at a marked title only', () => {
  expect(summaryParts('First.\n\n## Salt\n\nIt paid.\n\nFor all.\n\n\n## Silt \n\n#2 of it.')).toEqual([
    { title: null, paragraphs: ['First.'] },
    { title: 'Salt', paragraphs: ['It paid.', 'For all.'] },
    { title: 'Silt', paragraphs: ['#2 of it.'] },
  ])
})
