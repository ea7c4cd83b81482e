import { describe, expect, it } from 'vitest'
import { outputLanguageOf, sizeInWords } from './output-language.ts'

describe('the output language', () => {
  it('is the requested one, else the source’s', () => {
    expect(outputLanguageOf('pt-BR', 'en').language).toBe('Brazilian Portuguese (pt-BR)')
    expect(outputLanguageOf(undefined, 'fr').language).toBe('French (fr)')
    expect(outputLanguageOf(undefined, null)).toMatchObject({
      tag: null,
      language: 'the language the source is written in',
    })
    expect(outputLanguageOf(undefined, 'und').tag).toBeNull()
  })

  it('has lengths in words or characters', () => {
    expect(sizeInWords(150, outputLanguageOf('zh-Hans', null))).toBe(255)
    expect(sizeInWords(152, outputLanguageOf('de', null))).toBe(150)
    expect(outputLanguageOf('ja', null)).toMatchObject({ unit: 'characters', latin: false })
    expect(outputLanguageOf('vi', null)).toMatchObject({ unit: 'words', latin: true })
  })
})
