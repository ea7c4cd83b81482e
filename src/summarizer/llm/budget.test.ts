import { describe, expect, it } from 'vitest'
import { lengthsFor } from '../lengths.ts'
import { answerTokens, budgetFor, sectionSizeFor } from './budget.ts'
import { outputLanguageOf } from './output-language.ts'

describe('a budget', () => {
  it('plans several sections for a source that just exceeds one call', () => {
    const budget = budgetFor(8192, lengthsFor(3000, true), outputLanguageOf('en', null))
    expect(sectionSizeFor(budget, 4400)).toEqual({ target: 1100, most: 1467 })
    expect(sectionSizeFor(budget, 300_000)).toEqual(budget.section)
  })

  it.each([2048, 4096, 8192, 32_000, 128_000, 1_000_000])('fits a context of %i tokens', (contextTokens) => {
    for (const advanced of [false, true]) {
      for (const language of contextTokens < 4096 ? ['en'] : ['en', 'ja']) {
        const budget = budgetFor(contextTokens, lengthsFor(220_000, advanced), outputLanguageOf(language, null))
        const { wholeSource, section, answers } = budget
        expect(section.most + answers.notes).toBeLessThan(contextTokens)
        expect(wholeSource + answers.page).toBeLessThan(contextTokens)
        expect(section.target).toBeLessThan(section.most)
        expect(budget.piece).toBeLessThan(section.most)
        expect(answers.page).toBeGreaterThanOrEqual(answerTokens(budget.lengths, language === 'en') * 0.9)
      }
    }
  })
})
