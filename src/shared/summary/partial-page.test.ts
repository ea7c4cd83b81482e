import { expect, it } from 'vitest'
import { pageOf, textPart } from '../../../tests/support/pages/page-of.ts'
import { wholeText } from './partial-page.ts'

it('counts a takeaway once, whether it has details or not', () => {
  const parts = [{ ...textPart('Rents', 'By a tenth.'), under: 1 }]
  const page = pageOf({ gist: 'In short.', takeaways: ['Sales fell.', 'Rents rose.'], parts })
  expect(wholeText(page).split('\n').filter(Boolean)).toEqual([
    'In short.',
    '## Rents',
    'Rents rose.',
    'By a tenth.',
    'Sales fell.',
  ])
})
