import { describe, expect, it } from 'vitest'
import { summaryLanguages } from '../../../shared/text/languages.ts'
import { missingFactWordsOf, reportsAbsence } from './missing-facts.ts'

describe('reportsAbsence', () => {
  it.each(summaryLanguages)('accepts the words for missing facts in %s', (language) => {
    const { notMentioned, noneAssigned, notKnown } = missingFactWordsOf(language)
    for (const words of [notMentioned, noneAssigned, notKnown]) {
      expect(words).not.toBe('')
      expect(reportsAbsence([`${words}.`])).toBe(true)
    }
  })

  it.each([['Price: not mentioned.'], ['Not known: the date of delivery'], ['Warranty', 'Not mentioned', '–']])(
    'accepts a line that names the missing fact: %s',
    (...cells) => {
      expect(reportsAbsence(cells)).toBe(true)
    },
  )

  it.each([
    ['Ruprecht Quell will call the Bank of Geneva by Friday.'],
    ['Everything is free for members.'],
    ['The boat costs less than the bridge, is paid by the county and has no owner: not mentioned.'],
  ])('rejects a line with another statement: %s', (...cells) => {
    expect(reportsAbsence(cells)).toBe(false)
  })
})
