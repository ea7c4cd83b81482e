import { describe, expect, it } from 'vitest'
import { summaryLanguages } from '../text/languages.ts'
import { pageHeadings } from './page-headings.ts'
import { sourceFlags, sourceKinds } from './summary-page.ts'

describe('pageHeadings', () => {
  it.each(summaryLanguages)('has every heading, kind and flag in %s', (language) => {
    const { kinds, flags, summary, takeaways, advanced, quotes, notMentioned, steps, ...rest } = pageHeadings(language)
    const headings = { summary, takeaways, advanced, quotes, notMentioned }
    expect(rest.language).toBe(language)
    expect(Object.keys(kinds)).toEqual(sourceKinds)
    expect(Object.keys(flags)).toEqual(sourceFlags)
    expect(new Set(Object.values(headings)).size).toBe(5)
    expect(new Set([...Object.values(kinds), ...Object.values(flags)]).size).toBe(14)
    expect(new Set(steps).size).toBe(3)
    for (const text of [headings, steps, kinds, flags].flatMap((texts) => Object.values(texts))) {
      expect(text).not.toBe('')
      expect(text).toBe(text.trim())
    }
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
  ])('uses for %s the headings in %s', (tag, language) => {
    expect(pageHeadings(tag).language).toBe(language)
  })
})
