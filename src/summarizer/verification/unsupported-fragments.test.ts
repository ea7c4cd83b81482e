import { expect, test } from 'vitest'
import { sourceOf } from '../../../tests/support/verification.ts'
import { findUnsupported } from './unsupported-claims.ts'

const source = sourceOf([
  'The three deaths are nine times higher than the expected death rate for children.',
  'The confidence intervals overlap, with a p-value of 0.05. The test gave 0.3815.',
])
const missingIn = (text: string, isFragment: boolean) =>
  findUnsupported(source, text, 'en', isFragment).flatMap(({ missing }) => missing)

test('judges the names and numbers of titles, labels and cells, not their first word or what they state', () => {
  for (const label of ['Death rate', 'Wide intervals', '0.3815 p-value']) expect(missingIn(label, true)).toEqual([])
  expect(missingIn('Olga’s intervals', true)).toEqual(['Olga’s'])
  expect(missingIn('Four deaths', true)).toEqual(['Four'])
})

test('does not take the label of a line for the subject of a verb', () => {
  expect(missingIn('Rare intervals: the test gave 0.3815.', false)).toEqual([])
  expect(missingIn('Olga visits the children.', false)).toEqual(['Olga'])
})

test('takes no demand or measure for a name', () => {
  const petitions = sourceOf([
    'Citizens want the Coastal GasLink halted, and a ban of pesticides. Bill S-204 was read.',
  ])
  for (const cell of ['Halt Coastal GasLink', 'Ban pesticides', 'Reject Bill S-204', 'Scrap Bill S-204'])
    expect(findUnsupported(petitions, cell, 'en')).toEqual([])
  expect(findUnsupported(petitions, 'Marcus wants Coastal GasLink halted', 'en')[0]?.missing).toEqual(['Marcus'])
})

test('judges in sentences what they state', () => {
  expect(missingIn('The death rate was nine times higher than for adults.', false)).toEqual(['death'])
})
