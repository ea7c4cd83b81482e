import { expect, test } from 'vitest'
import { splitLabels } from './line-labels.ts'

const list = (texts: readonly string[], form: 'bullets' | 'checklist' = 'bullets') =>
  splitLabels({ form, lines: texts.map((text) => ({ cells: [text], citations: [] })) }).map(
    ({ label, colon, text }) => [label, colon, text],
  )

test('splits the lines of a list that all begin with a label', () => {
  expect(list(['Ana: the timetable, by May 4', 'Bo Lind, for the council: a permit'])).toEqual([
    ['Ana', ': ', 'the timetable, by May 4'],
    ['Bo Lind, for the council', ': ', 'a permit'],
  ])
  expect(list(['费用：每年三万', '期限：十月'])).toEqual([
    ['费用', '：', '每年三万'],
    ['期限', '：', '十月'],
  ])
  expect(list(['Coût : trois euros', 'Délai\u202F: un mois'])).toEqual([
    ['Coût', ' : ', 'trois euros'],
    ['Délai', '\u202F: ', 'un mois'],
  ])
  expect(list(['Who pays for color? The maker, says Bo.', 'Wheel: dropped', '谁付钱？没有人。'])).toEqual([
    ['Who pays for color?', ' ', 'The maker, says Bo.'],
    ['Wheel', ': ', 'dropped'],
    ['谁付钱？', '', '没有人。'],
  ])
})

test.each([
  ['one line has none', ['Ana: the timetable', 'The ferry waits.']],
  ['they are times or addresses', ['10:30 the ferry leaves', '12:15 the ferry returns']],
  [
    'they are clauses',
    ['The council of Holm asks one thing of us: a permit', 'Ana of the harbor board now says this: no'],
  ],
  ['there is one line', ['Ana: the timetable']],
])('leaves lines whole if %s', (_, texts) => {
  expect(list(texts)).toEqual(texts.map((text) => ['', '', text]))
})

test('keeps the labels of a list while its last line is written', () => {
  const lines = ['Ana: the timetable', 'Bo: a permit', 'Cy'].map((text) => ({ cells: [text], citations: [] }))
  expect(splitLabels({ form: 'bullets', lines }, true).map(({ label }) => label)).toEqual(['Ana', 'Bo', ''])
})
