import { expect, test } from 'vitest'
import type { Block } from '../../shared/document.ts'
import { profileOf } from './profile.ts'
import { quotedCharacters } from './quotations.ts'
import { cutPassages, readSentences } from './read-sentences.ts'
import { judge } from './readability.ts'

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

const block = (text: string, type: Block['type'] = 'paragraph'): Block => ({
  id: 'b1',
  type,
  text,
  headingPath: [],
  place: { kind: 'paragraph', paragraph: 1 },
})
const plain = { speakers: new Set<string>(), unpunctuated: false }
const read = (text: string, context = plain) => readSentences(block(text), 0, 0, context)

test('a sentence is a slice of its block', () => {
  const text = '  One thing happened. Another  one followed.'
  for (const sentence of read(text)) expect(text.slice(sentence.start, sentence.end)).toBe(sentence.text)
})

test.each([
  ['(CNN) -- The storm hit the coast.', 'The storm hit the coast.'],
  ['LONDON, Jan. 5 (Reuters) - The storm hit the coast.', 'The storm hit the coast.'],
  ['Beirut (CNN) -- The storm hit the coast.', 'The storm hit the coast.'],
  ['Hong Kong (CNN Business)The storm hit the coast.', 'The storm hit the coast.'],
  ['Feb. 3, 2015 -- The storm hit the coast.', 'The storm hit the coast.'],
  ['Big Sur (a coast) The storm hit it.', 'Big Sur (a coast) The storm hit it.'],
  ['WASHINGTON — The storm hit the coast.', 'The storm hit the coast.'],
  ['The storm (a big one) - hit the coast.', 'The storm (a big one) - hit the coast.'],
])('the dateline of %j is left out', (text, expected) => {
  expect(read(text)[0]?.text).toBe(expected)
})

test('speakers are told apart and their labels left out', () => {
  const sentences = read('Chair: We begin. Ana Lee: I agree.', {
    speakers: new Set(['Chair', 'Ana Lee']),
    unpunctuated: false,
  })
  expect(sentences.map(({ speaker, text }) => [speaker, text])).toEqual([
    ['Chair', 'We begin.'],
    ['Ana Lee', 'I agree.'],
  ])
})

test.each([
  ['(The mill stood empty for years after that.)', { dependent: true }],
  ['[1] The mill stood empty for years after that.', { usable: false }],
  ['2The mill stood empty for years after that.', { usable: false }],
  ['See the manual page of the mill for details.', { usable: false }],
  ['Tall Mills of the North, Lund Press, 2010.', { usable: false }],
  ['【The mill stood empty for years after that.', { usable: false }],
  ['The mill stood empty for years after that.', { usable: true, dependent: false }],
])('how %j reads by itself', (text, expected) => {
  const [sentence] = read(text)
  if (sentence === undefined) throw new Error('no sentence')
  expect(judge(sentence, { language: 'en', lenient: false })).toMatchObject(expected)
})

test('text without punctuation is cut into passages', () => {
  const sentences = read('word '.repeat(100), { speakers: new Set(), unpunctuated: true })
  expect(sentences.length).toBeGreaterThan(3)
  for (const { words } of sentences) expect(words).toBeLessThanOrEqual(30)
})

test('quotation marks are followed across sentences', () => {
  const marks = quotedCharacters('He said "yes. No." Then left.')
  expect([marks[8], marks[14], marks[20]]).toEqual([1, 1, 0])
  const story = read('"Come in. Sit down here now." "I will not," said the old captain. The door closed.')
  expect(profileOf(story, false).narrative).toBeGreaterThan(0.5)
  expect(profileOf(read('The door closed. The rain fell on the roof.'), false)).toEqual({ narrative: 0 })
})

test.each([
  ['The council approved the plan on Monday.', true],
  ['Too short.', false],
  ['No full stop at the end of this line', false],
  ['Follow us on the network for more news.', false],
  ['By Jane Miller .', false],
  ['"The first half of a quotation stands here.', false],
  ["'We will never know what they meant by it.", false],
  ["The 'big' plan wasn't approved by the council.", true],
  ['Write to us at desk@news.example for details today.', false],
  ['THE COUNCIL APPROVED THE PLAN ON MONDAY.', false],
  [`Long ${'and longer '.repeat(40)}goes this sentence.`, false],
])('%j is usable: %s', (text, usable) => {
  const [sentence] = read(text)
  expect(sentence === undefined ? undefined : judge(sentence, { language: 'en', lenient: false }).usable).toBe(usable)
})

test('a low quotation mark is closed by the high one', () => {
  const text = 'Sie sagt: „Ja.“ Dann geht sie weg.'
  expect(text.replace(/./gu, (character, at: number) => (quotedCharacters(text)[at] === 1 ? character : ''))).toBe(
    '„Ja.“',
  )
  const usable = (sentence: string) =>
    read(sentence).map((one) => judge(one, { language: 'de', lenient: false }).usable)
  expect(usable('„Der Fluss ist breiter, als er aussieht“, sagt Voss.')).toEqual([true])
  expect(usable('„Der Fluss ist breiter, als er aussieht, sagt Voss.')).toEqual([false])
})
