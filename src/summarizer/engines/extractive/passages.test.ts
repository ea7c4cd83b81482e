import { expect, test } from 'vitest'
import { cutPassages } from './passages.ts'

const cut = (text: string, language = 'en', afterPause = true) =>
  cutPassages(text, { start: 0, end: text.length }, afterPause, language).map(({ start, end, whole }) => ({
    text: text.slice(start, end),
    whole,
  }))

test('speech is cut where clauses begin, without the words that only open them', () => {
  const speech =
    'so the harbor freezes in three winters of ten and we pull forty boats into the old hall ' +
    'because the ice would break every plank below the water line before the end of march'
  expect(cut(speech)).toEqual([
    { text: 'the harbor freezes in three winters of ten and we pull forty boats into the old hall', whole: true },
    { text: 'because the ice would break every plank below the water line before the end of march', whole: true },
  ])
})

test('what begins or ends in the middle is not whole', () => {
  const [first] = cut('of the old hall stood forty boats with planks', 'en', false)
  expect(first?.whole).toBe(false)
  expect(cut('we pull forty boats into the').at(-1)?.whole).toBe(false)
  expect(cut('and would pull forty boats home').at(-1)?.whole).toBe(false)
})

test('no passage is longer than thirty words, in any language', () => {
  for (const language of ['en', 'fr', 'xx', ''])
    for (const { text } of cut('mot '.repeat(500), language)) expect(text.split(' ').length).toBeLessThanOrEqual(30)
})
