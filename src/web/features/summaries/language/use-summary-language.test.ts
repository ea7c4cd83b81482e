import { describe, expect, it } from 'vitest'
import { summaryLanguages } from '../../../../shared/text/languages.ts'
import { languageInForce, languageOptions } from './summary-language.tsx'

describe('languageOptions', () => {
  it('shows the English and own name of each language, in English order', () => {
    expect(languageOptions(['pt-BR', 'en', 'de'])).toEqual([
      { value: 'source', label: 'Same as source' },
      { value: 'pt-BR', label: 'Brazilian Portuguese · português (Brasil)', lang: 'pt-BR' },
      { value: 'en', label: 'English', lang: 'en' },
      { value: 'de', label: 'German · Deutsch', lang: 'de' },
    ])
  })

  it('has a distinct name for every language', () => {
    const labels = languageOptions(summaryLanguages).map(({ label }) => label)
    expect(new Set(labels).size).toBe(summaryLanguages.length + 1)
    expect(labels).not.toEqual(expect.arrayContaining([expect.stringMatching(/^[a-z]{2}(-|$)/u)]))
  })
})

describe('languageInForce', () => {
  const facts = { languages: ['de', 'fr'], language: 'de' } as const

  it('is the choice in the form, or else the last choice', () => {
    expect(languageInForce({ ...facts, languages: [...facts.languages] }, null)).toBe('de')
    expect(languageInForce({ ...facts, languages: [...facts.languages] }, 'fr')).toBe('fr')
    expect(languageInForce({ ...facts, languages: [...facts.languages] }, 'source')).toBe('source')
  })

  it("is the source's own where the chosen one is not to be had", () => {
    expect(languageInForce({ languages: ['fr'], language: 'de' }, null)).toBe('source')
    expect(languageInForce({ languages: [], language: 'de' }, 'fr')).toBe('source')
  })
})
