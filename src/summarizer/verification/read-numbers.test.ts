import { describe, expect, test } from 'vitest'
import { NumberReader } from './read-numbers.ts'
import { TextRow } from './tokens.ts'

const valuesIn = (text: string, language = 'en') =>
  [...new NumberReader(new TextRow(text), language).read()].map(({ values }) => values)

describe('digits', () => {
  test.each([
    ['1,234.5', [1234.5]],
    ['1.234,5', [1234.5]],
    ["1'234'567", [1_234_567]],
    ['12,34,567', [1_234_567]],
    ['1 234 567', [1_234_567]],
    ['1\u202f234,5', [1234.5]],
    ['1.234', [1234, 1.234]],
    ['3,000', [3000]],
    ['3.000', [3000]],
    ['1,234', [1234]],
    ['3.45', [3.45]],
    ['٢٫٥', [2.5]],
    ['١٬٢٣٤', [1234]],
    ['१२', [12]],
    ['１２０', [120]],
    ['1.2 million', [1_200_000]],
    ['2.4M', [2_400_000, 2.4]],
    ['5k', [5000, 5]],
    ['3万5千', [35_000]],
    ['12 lakh crore', [12e12]],
  ])('%s', (text, values) => {
    expect(valuesIn(text)).toEqual([values])
  })

  test('two digits after an apostrophe may be a year', () => {
    expect(valuesIn('from ’17 to ’28')).toEqual([
      [17, 1917, 2017],
      [28, 1928, 2028],
    ])
    expect(valuesIn("the class of '05")[0]).toContain(2005)
    expect(valuesIn('it’s 28')).toEqual([[28]])
    expect(valuesIn('L’80% degli italiani, l’11 mars')).toEqual([[80], [11]])
  })

  test('a year and a count behind it are two numbers', () => {
    expect(valuesIn('in 2010 300 people')).toEqual([[2010], [300]])
  })

  test('a year before a number word is a year', () => {
    expect(valuesIn('In 2012 hundreds of people')[0]).toContain(2012)
  })

  test('reads separators as the language writes them', () => {
    expect(valuesIn('1.234', 'de')).toEqual([[1234]])
    expect(valuesIn('1,234', 'de')).toEqual([[1234, 1.234]])
    expect(valuesIn('1,234', '')).toEqual([[1234, 1.234]])
  })

  test('dates and times have parts, and times a minute', () => {
    const [date, time] = [...new NumberReader(new TextRow('12/05/2020 at 15:30'), 'en').read()]
    expect(date?.parts).toEqual([12, 5, 2020])
    expect(time?.time).toBe(930)
  })

  test('too many digits have no value', () => {
    expect(valuesIn('9'.repeat(40))).toEqual([[]])
  })
})

describe('words', () => {
  test('after a decimal point without its whole number can be read both ways', () => {
    expect(valuesIn('you pay point two euros', 'en')).toEqual([[2, 0.2]])
    expect(valuesIn('about point five million', 'en')).toEqual([[5_000_000, 500_000]])
    expect(valuesIn('point two five percent', 'en')).toEqual([[0.25]])
    expect(valuesIn('environ virgule cinq', 'fr')).toEqual([[5, 0.5]])
  })

  test.each([
    ['en', 'twenty-five', 25],
    ['en', 'two hundred and fifty thousand', 250_000],
    ['en', 'nineteen eighty-four', 1984],
    ['en', 'three million two hundred thousand and one', 3_200_001],
    ['en', 'eleven point nine', 11.9],
    ['en', 'two point two five', 2.25],
    ['en', 'one point twenty-five million', 1_250_000],
    ['fr', 'trois virgule cinq', 3.5],
    ['ru', 'три целых пять', 3.5],
    ['en', 'three quarters', 0.75],
    ['de', 'zwei Drittel', 2 / 3],
    ['es', 'tres cuartos', 0.75],
    ['de', 'fünfundzwanzig', 25],
    ['de', 'zweihundertdreißig', 230],
    ['de', 'neunzehnhundertvierundachtzig', 1984],
    ['de', 'eine Million', 1_000_000],
    ['fr', 'quatre-vingt-dix-sept', 97],
    ['fr', 'soixante et onze', 71],
    ['fr', 'deux cent mille', 200_000],
    ['es', 'treinta y cinco', 35],
    ['es', 'mil doscientas', 1200],
    ['it', 'ventitre', 23],
    ['it', 'duemila', 2000],
    ['pt', 'cento e vinte e um', 121],
    ['nl', 'vijfentwintig', 25],
    ['sv', 'tjugofem', 25],
    ['da', 'femogtyve', 25],
    ['nb', 'tjuefem', 25],
    ['no', 'tjuefem', 25],
    ['pl', 'dwadzieścia pięć', 25],
    ['ru', 'двести пятьдесят тысяч', 250_000],
    ['ru', 'двенадцати', 12],
    ['uk', 'сто двадцять', 120],
    ['tr', 'yirmi beş bin', 25_000],
    ['tr', 'on iki', 12],
    ['zh', '三百二十万', 3_200_000],
    ['zh', '二〇二四', 2024],
    ['ja', '一億二千万', 120_000_000],
  ])('%s: %s', (language, text, value) => {
    expect(valuesIn(text, language)).toEqual([[value]])
  })

  test('two numbers side by side stay two', () => {
    expect(valuesIn('five six')).toEqual([[5], [6]])
    expect(valuesIn('two and three')).toEqual([[2], [3]])
  })

  test('distinguishes ranks from counts', () => {
    const ordinals = (text: string) =>
      [...new NumberReader(new TextRow(text), 'en').read()].map(({ ordinal }) => ordinal)
    expect(ordinals('the third of three')).toEqual([true, false])
    expect(ordinals('the 20th of 20')).toEqual([true, false])
  })

  test('a language whose number words are unknown has digits only', () => {
    expect(valuesIn('dua belas 12', 'id')).toEqual([[12]])
  })

  test('a word of endless parts is not a number', () => {
    expect(valuesIn(`${'hundert'.repeat(5000)}x`, 'de')).toEqual([])
  })
})
