import { describe, expect, it } from 'vitest'
import { sizeInWords, writingIn } from './output-language.ts'

describe('what to write in', () => {
  it('is the language that was asked for, else the source’s', () => {
    expect(writingIn('pt-BR', 'en').language).toBe('Brazilian Portuguese (pt-BR)')
    expect(writingIn(undefined, 'fr').language).toBe('French (fr)')
    expect(writingIn(undefined, null)).toMatchObject({ tag: null, language: 'the language the source is written in' })
    expect(writingIn(undefined, 'und').tag).toBeNull()
  })

  it('is counted as its writers count', () => {
    expect(sizeInWords(150, writingIn('zh-Hans', null))).toBe(255)
    expect(sizeInWords(152, writingIn('de', null))).toBe(150)
    expect(writingIn('ja', null)).toMatchObject({ unit: 'characters', latin: false })
    expect(writingIn('vi', null)).toMatchObject({ unit: 'words', latin: true })
  })
})
