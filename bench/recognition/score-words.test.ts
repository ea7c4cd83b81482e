import { expect, it } from 'vitest'
import { wordErrors, wordF1, wordsOf } from './score-words.ts'

it.each([
  ['Don’t stop: 3.5 km', ['dont', 'stop', '3', '5', 'km']],
  ['a gar-\nden wall', ['a', 'garden', 'wall']],
  ['東京 tower', ['東', '京', 'tower']],
])('splits words as recognition is scored: %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

it('counts changed, missed and added words, and F1 regardless of order', () => {
  const truth = ['the', 'tide', 'comes', 'in']
  expect(wordErrors(truth, ['the', 'tides', 'in', 'now'])).toBe(3)
  expect(wordErrors(truth, [])).toBe(4)
  expect(wordF1(truth, ['in', 'comes', 'the', 'tide'])).toBe(1)
  expect(wordF1([], ['invented'])).toBe(0)
})
