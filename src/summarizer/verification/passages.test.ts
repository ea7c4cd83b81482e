import { expect, test } from 'vitest'
import { paragraph, prose } from '../testing/documents.ts'
import { PassageSet, passageOf } from './passages.ts'

const long = `${prose(1, 8)} Balloons rose over the cathedral at dawn. ${prose(2, 8)}`
const line = 'At dawn, balloons rose above the cathedral.'

test('shows the sentence of a long block that supports a line', () => {
  const passage = passageOf(paragraph(1, long), line, 'en')
  expect(passage).toBe('Balloons rose over the cathedral at dawn.')
})

test('shows the part of a long block that has most of the figures and words of a line', () => {
  const blocks = paragraph(
    1,
    `Balloons rose twice. ${prose(1, 8)} They cost 40 coins each. They rose to 300 feet. ${prose(2, 8)}`,
  )
  expect(passageOf(blocks, 'Balloons that cost 40 coins rose to 300 feet.', 'en')).toMatch(
    /^They cost 40 coins each\. They rose to 300 feet\./u,
  )
})

test('shows the row of a long table that has the figures of a line', () => {
  const rows = Array.from({ length: 60 }, (_, at) => `Ward ${at + 1} | ${300 + 7 * at} | ${at + 40}%`)
  const table = {
    ...paragraph(1, `Turnout in the spring\nWard | Votes | Share\n${rows.join('\n')}`),
    type: 'table',
  } as const
  const claim = 'In the spring, turnout in ward 48 was 629 votes.'
  expect(passageOf(table, claim, 'en')).toBe('Ward 48 | 629 | 87%')
  const passages = new PassageSet('en', 240)
  passages.add(table, claim)
  const [shown] = passages.inOrder([table])
  expect(shown?.text).toMatch(/^Turnout in the spring\nWard \| Votes \| Share … (?:.+ … )?Ward 48 \| 629 \| 87%/su)
})

test('shows the figure of a line rather than its other words', () => {
  const block = paragraph(
    1,
    `The council of the old town spoke of the bridge. ${prose(1, 8)} It took 44 votes. ${prose(2, 8)}`,
  )
  expect(passageOf(block, 'The council of the old town gave it 44 votes.', 'en')).toBe('It took 44 votes.')
})

test('shows a short block, and one in another language, whole', () => {
  expect(passageOf(paragraph(1, 'One. Two.'), 'Two.', 'en')).toBe('One. Two.')
  expect(passageOf(paragraph(1, long), '黎明时分，气球升起。', 'en')).toBe(long)
})

test('shows each block once, in order, with the passages of several lines', () => {
  const blocks = [paragraph(1, 'Short.'), paragraph(2, long), paragraph(3, 'Never cited.')]
  const passages = new PassageSet('en', 240)
  const [first, second] = blocks
  if (first === undefined || second === undefined) throw new Error('There are three blocks.')
  expect(passages.add(second, line)).toMatch(/^Balloons rose/u)
  expect(passages.add(second, line)).toBe('')
  passages.add(second, 'In year 1001 and month 1')
  passages.add(first, 'Short.')
  const shown = passages.inOrder(blocks)
  expect(shown.map(({ block }) => block.id)).toEqual(['b1', 'b2'])
  expect(shown[1]?.text).toMatch(/^In year 1001 and month 1,.* … Balloons rose/su)
})

test('shows a check the sentence that spells a figure of the line out', () => {
  const passages = new PassageSet('en', 240)
  const budget = 'Now the budget. We sell it at twenty five euros. And we only have twelve and a half to make it.'
  const block = paragraph(1, `${prose(1, 8)} ${budget} ${prose(2, 8)}`)
  passages.add(block, 'The budget: sold at 25 euros, costs 12.50.')
  expect(passages.inOrder([block])[0]?.text).toBe(budget)
})

test('shows a check a question together with its answer, and no gap between sentences that follow each other', () => {
  const passages = new PassageSet('en', 240)
  const block = paragraph(
    1,
    `${prose(1, 8)} Her biggest regret? Not paying the house off. Balloons rose. ${prose(2, 8)}`,
  )
  passages.add(block, 'She regrets the house.')
  passages.add(block, 'Balloons rose.')
  expect(passages.inOrder([block])[0]?.text).toBe('Her biggest regret? Not paying the house off. Balloons rose.')
})

test('shows a check the sentences that have the words of a line, and a block of middle length whole', () => {
  const passages = new PassageSet('en', 240)
  const bells = `${prose(3, 8)} Bells rang in the valley for an hour. ${prose(4, 8)}`
  const block = paragraph(1, `${long} ${bells}`)
  passages.add(block, 'At dawn balloons rose above the cathedral, and bells rang for an hour in the valley.')
  const [shown] = passages.inOrder([block])
  expect(shown?.text).toContain('Balloons rose over the cathedral at dawn.')
  expect(shown?.text).toContain('Bells rang in the valley for an hour.')
  expect(passages.add(paragraph(2, prose(1, 3)), 'In month 1 and year 1001')).toBe(prose(1, 3))
})

test('shows the clauses of a long sentence that support a line', () => {
  const duties = Array.from({ length: 12 }, (_, at) => `(${at + 1}) the works of the lot with number ${at + 100}`)
  const sentence = `The buyer pays for ${duties.join(', ')}, less a discount of 3 coins, which does not apply to lamps.`
  const passage = passageOf(paragraph(1, sentence), 'The discount of 3 coins does not apply to lamps.', 'en')
  expect(passage).toBe('less a discount of 3 coins, which does not apply to lamps.')
})
