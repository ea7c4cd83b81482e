import { describe, expect, it } from 'vitest'
import { foldText } from './clean-text.ts'

describe('foldText', () => {
  it('keeps joiners where scripts and emoji need them, and drops those that join nothing', () => {
    expect(foldText('می\u200cخواهم 👩\u200d👧')).toBe('می\u200cخواهم 👩\u200d👧')
    expect(foldText('se\u200ccret\u200d \u200dé\u200c\u200dx\u200c')).toBe('secret éx')
    expect(foldText('\u200cم\u200c')).toBe('م')
  })

  it('replaces halves of surrogate pairs', () => {
    expect(foldText('a\ud83d b \u{1f30a} c\ude00')).toBe('a\ufffd b \u{1f30a} c\ufffd')
  })

  it('takes time in proportion to runs of joiners', () => {
    const run = '\u200c'.repeat(1_000_000)
    expect(foldText(`م${run}م`)).toHaveLength(run.length + 2)
  })
})
