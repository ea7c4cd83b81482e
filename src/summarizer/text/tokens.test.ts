import { expect, test } from 'vitest'
import { languageOf, stopWordsOf } from './languages.ts'
import { stem, words } from './tokens.ts'

test.each([
  ["It's the mayor's 2nd plan, 3.5 times.", ["it's", 'the', "mayor's", '2nd', 'plan', '3', '5', 'times']],
  ['北京大学', ['北京', '京大', '大学']],
  ['iPhone の価格', ['iphone', 'の価', '価格']],
  ['مرحبا بالعالم', ['مرحبا', 'بالعالم']],
  ['', []],
])('the words of %j', (text, expected) => {
  expect(words(text)).toEqual(expected)
})

test('reads a run of any length', () => {
  expect(words('中文'.repeat(200_000))).toHaveLength(399_999)
})

test('splits Thai by a dictionary', () => {
  expect(words('ภาษาไทยไม่มีช่องว่าง').length).toBeGreaterThan(2)
})

test('gives inflected forms one stem', () => {
  expect(stem('engineers')).toBe(stem('engineering'))
  expect(stem('bridges')).toBe(stem('bridge'))
  expect(stem("city's")).toBe('city')
})

test('takes the language from the tag, else from the stop words', () => {
  expect(languageOf('pt-BR', [])).toBe('pt')
  expect(languageOf(null, words('Der Hund und die Katze sind nicht in dem Haus, aber auf der Straße.'))).toBe('de')
  expect(languageOf(null, words('北京是中国的首都'))).toBe('')
  expect(stopWordsOf('en').has('the')).toBe(true)
  expect(stopWordsOf('xx').size).toBe(0)
})
