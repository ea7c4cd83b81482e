import { describe, expect, it } from 'vitest'
import { scoreAll, scorePage } from './score.ts'

describe('scorePage', () => {
  it('counts shingles of four words as a multiset', () => {
    expect(scorePage('a b c d e', 'a b c d e')).toEqual({ precision: 1, recall: 1 })
    expect(scorePage('a b c d e', 'a b c d')).toEqual({ precision: 1, recall: 0.5 })
    expect(scorePage('a b c d', 'a b c d a b c d')).toEqual({ precision: 0.2, recall: 1 })
    expect(scorePage('one, two!', 'one two')).toEqual({ precision: 1, recall: 1 })
  })

  it('leaves undefined sides out of the means', () => {
    expect(scorePage('a b c d', '')).toEqual({ precision: null, recall: 0 })
    const { precision, recall, f1 } = scoreAll([scorePage('a b c d', 'a b c d'), scorePage('a b c d', '')])
    expect([precision, recall]).toEqual([1, 0.5])
    expect(f1).toBeCloseTo(2 / 3)
  })
})
