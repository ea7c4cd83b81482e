import { describe, expect, it } from 'vitest'
import { summaryLanguages } from '../../../shared/languages.ts'
import { headingsIn } from './headings.ts'

describe('headingsIn', () => {
  it.each(summaryLanguages)('has four headings in %s', (language) => {
    const { language: found, ...headings } = headingsIn(language)
    expect(found).toBe(language)
    expect(new Set(Object.values(headings)).size).toBe(4)
    expect(Object.values(headings)).not.toContain('')
  })

  it.each([
    ['de-AT', 'de'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-PT'],
    ['zh', 'zh-Hans'],
    ['zh-TW', 'zh-Hant'],
    ['zh-HK', 'zh-Hant'],
    ['no', 'nb'],
    ['ka', 'en'],
    ['not a tag', 'en'],
    [null, 'en'],
  ])('takes the headings of %s from %s', (tag, language) => {
    expect(headingsIn(tag).language).toBe(language)
  })
})
