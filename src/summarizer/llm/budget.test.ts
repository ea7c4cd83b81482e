import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerTokens, budgetFor, lengthsFor, lengthsFromNotes, sectionSizeFor } from './budget.ts'
import { outputLanguageOf } from './output-language.ts'

describe('lengths', () => {
  it('follow the source', () => {
    expect(lengthsFor(200, undefined)).toEqual({
      basic: { least: 30, most: 67 },
      advanced: { least: 40, most: 80 },
      takeaways: { least: 2, most: 4 },
      quotes: { least: 1, most: 2 },
    })
    expect(lengthsFor(1000, undefined).basic).toEqual({ least: 150, most: 250 })
    expect(lengthsFor(220_000, undefined)).toEqual({
      basic: { least: 150, most: 250 },
      advanced: { least: 750, most: 1250 },
      takeaways: { least: 5, most: 8 },
      quotes: { least: 3, most: 8 },
    })
  })

  it('keep to what was asked for', () => {
    expect(lengthsFor(5000, 50).basic).toEqual({ least: 30, most: 50 })
    expect(lengthsFor(5000, 450).basic).toEqual({ least: 270, most: 450 })
    expect(lengthsFor(100, 450).basic.most).toBe(60)
    expect(lengthsFor(5000, 1).basic.most).toBe(1)
  })

  it('follow the notes, where there are only these', () => {
    const lengths = lengthsFromNotes(lengthsFor(220_000, undefined), 200)
    expect(lengths.basic).toEqual({ least: 150, most: 160 })
    expect(lengths.advanced).toEqual({ least: 160, most: 160 })
  })

  it('are ranges at any length, and never more than a third of a short source', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 1_000_000 }), (words) => {
        const { basic, advanced, takeaways, quotes } = lengthsFor(words, undefined)
        for (const { least, most } of [basic, advanced, takeaways, quotes]) expect(least).toBeLessThanOrEqual(most)
        expect(basic.most).toBeLessThanOrEqual(Math.max(12, words / 3 + 1))
        expect(advanced.most).toBeLessThanOrEqual(basic.most * 5)
      }),
    )
  })
})

describe('a budget', () => {
  it('reads what does not fit in several sections, however little it is too much', () => {
    const budget = budgetFor(8192, lengthsFor(3000, undefined), true, outputLanguageOf('en', null))
    expect(sectionSizeFor(budget, 4400)).toEqual({ target: 1100, most: 1467 })
    expect(sectionSizeFor(budget, 300_000)).toEqual(budget.section)
  })

  it.each([2048, 4096, 8192, 32_000, 128_000, 1_000_000])('fits a context of %i tokens', (contextTokens) => {
    for (const advanced of [false, true]) {
      for (const language of contextTokens < 4096 ? ['en'] : ['en', 'ja']) {
        const budget = budgetFor(
          contextTokens,
          lengthsFor(220_000, undefined),
          advanced,
          outputLanguageOf(language, null),
        )
        const { wholeSource, section, group, answers, notes } = budget
        expect(section.most + answers.notes).toBeLessThan(contextTokens)
        expect(wholeSource + answers.summary).toBeLessThan(contextTokens)
        expect(section.target).toBeLessThan(section.most)
        expect(budget.piece).toBeLessThan(section.most)
        // Several notes fit a call that merges them, so that every level leaves fewer.
        const inWords = notes.summaryWords + notes.points * 26 + notes.quotes * 35
        expect(group).toBeGreaterThan(inWords * (language === 'en' ? 1.6 : 3.6))
        expect(answers.summary).toBeGreaterThanOrEqual(answerTokens(budget.lengths, advanced, language === 'en') * 0.9)
      }
    }
  })
})
