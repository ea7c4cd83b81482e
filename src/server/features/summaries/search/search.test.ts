import { describe, expect, it } from 'vitest'
import { queriesOf, readSearch, vectorOf } from './words.ts'

const terms = (typed: string) => {
  const search = readSearch(typed)
  return search?.by === 'words' ? search.terms : search
}

describe('readSearch', () => {
  it.each([
    ['Tide  pool', [['tide'], ['pool']]],
    ['tide TIDE tide', [['tide']]],
    [
      "O'Brien example.com",
      [
        ['o', 'brien'],
        ['example', 'com'],
      ],
    ],
    ['"tide" & !pool | x:*', [['tide'], ['pool'], ['x']]],
    ['量子', [['量子']]],
    ['量子電腦', [['量子', '子電', '電腦']]],
    ['水', [['水']]],
    ['手機app', [['手機', '機', 'app']]],
    ['app手機', [['app', '手機']]],
  ])('parses words and adjacent words: %s', (typed, expected) => {
    expect(terms(typed)).toEqual(expected)
  })

  it('returns null, or signs without words', () => {
    expect([readSearch(''), readSearch(' \n ')]).toEqual([null, null])
    expect(readSearch(' 100%&! ')).toEqual({ by: 'words', terms: [['100']] })
    expect(readSearch(' &|! ')).toEqual({ by: 'signs', text: '&|!' })
  })

  it('limits terms and words', () => {
    const many = Array.from({ length: 300 }, (_, n) => `w${n}`)
    expect(terms(many.join(' '))).toHaveLength(64)
    expect(terms(many.join('-'))).toEqual([many.slice(0, 64)])
  })
})

describe('vectorOf and queriesOf', () => {
  it('lists words with positions, with a gap between texts', () => {
    expect(vectorOf(['Tide pools', 'tide'])).toBe(`'tide':2,5 'pools':3`)
    expect(vectorOf([])).toBe('')
    expect(vectorOf(['Der Seehafen'], 'de-AT')).toBe(`'der':2 'seehafen':3 'hafen':3 'afen':3`)
    expect(vectorOf(['a '.repeat(300)]).split(',')).toHaveLength(255)
  })

  it('quotes words with any characters', () => {
    expect(queriesOf([['o', 'brien'], ['x']])).toEqual({
      all: `('o' <-> 'brien':*) & ('x':*)`,
      any: `('o' <-> 'brien':*) | ('x':*)`,
      whole: `('o' <-> 'brien') & ('x')`,
      stemmed: `('o' <-> 'brien':*) & ('x':*)`,
      inSource: `('o' <-> 'brien':*) & ('x')`,
    })
    const stems = new Map([['cities', ['citi', 'city']]])
    expect(queriesOf([['cities'], ['o', 'cities']], stems)).toMatchObject({
      all: `('cities':*) & ('o' <-> 'cities':*)`,
      stemmed: `('cities':* | 'citi':* | 'city':*) & ('o' <-> 'cities':*)`,
    })
    expect(queriesOf([["a'\\"]]).whole).toBe(`('a''\\\\')`)
  })
})
