import { describe, expect, it } from 'vitest'
import { foldForSearch, scoreText, tokensOf } from './score.ts'

describe('tokensOf', () => {
  it('returns words, and characters for scripts without word separators', () => {
    expect(tokensOf('The ﬁsh, snake_case\u00ad 3.5')).toEqual(['the', 'fish', 'snake_case', '3', '5'])
    expect(tokensOf('PDFを読む')).toEqual(['pdf', 'を', '読', 'む'])
  })
})

describe('scoreText', () => {
  it('compares tokens and 4-grams', () => {
    expect(scoreText('a b c d e', 'a b c d e')).toEqual({ precision: 1, recall: 1, f1: 1, shingleF1: 1 })
    expect(scoreText('b a c d', 'a b c d')).toEqual({ precision: 1, recall: 1, f1: 1, shingleF1: 0 })
    expect(scoreText('a a', 'a b')).toMatchObject({ precision: 0.5, recall: 0.5, f1: 0.5 })
    expect(scoreText('', '')).toMatchObject({ f1: 1 })
    expect(scoreText('', 'a')).toMatchObject({ precision: 0, recall: 0, f1: 0 })
  })

  it('does not count optional text against precision', () => {
    expect(scoreText('a b footer', 'a b', 'footer a')).toMatchObject({ precision: 1, recall: 1 })
    expect(scoreText('a b noise', 'a b', 'footer')).toMatchObject({ precision: 2 / 3 })
  })
})

describe('foldForSearch', () => {
  it('normalizes white space and letters', () => {
    expect(foldForSearch('  A\n\u200bﬁne\tDay ')).toBe('a fine day')
  })
})
