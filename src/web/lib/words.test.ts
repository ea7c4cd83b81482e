import { describe, expect, it } from 'vitest'
import { languageName } from '../../shared/text/languages.ts'
import { textDirection } from '../../shared/text/text-direction.ts'
import { formatDuration, longDate, monthAndDay, shortDay, timeAgo } from './dates.ts'
import { hasItalics } from './language.ts'

describe('dates', () => {
  it('formats days relative to now', () => {
    const now = new Date(2026, 10, 20, 1, 0)
    const at = (...date: [number, number, number, number]) => shortDay(new Date(...date).toISOString(), { now })
    expect(at(2026, 10, 20, 0)).toBe('today')
    expect(at(2026, 10, 19, 23)).toBe('yesterday')
    expect(at(2026, 10, 3, 12)).toBe('Nov 3')
    expect(at(2025, 10, 3, 12)).toBe('Nov 3, 2025')
  })

  it('formats the time since', () => {
    const now = new Date(2026, 10, 20, 12, 0)
    const ago = (minutes: number) => timeAgo(new Date(now.getTime() - minutes * 60_000).toISOString(), now)
    expect([-3, 0, 9, 10, 59, 60, 23 * 60].map(ago)).toEqual([
      'just now',
      'just now',
      'just now',
      '10 minutes ago',
      '59 minutes ago',
      '1 hour ago',
      '23 hours ago',
    ])
    expect([1, 2, 30, 31].map((days) => ago(days * 24 * 60))).toEqual([
      'yesterday',
      '2 days ago',
      '30 days ago',
      'Oct 20',
    ])
  })

  it('formats long dates', () => {
    const noon = new Date(2026, 10, 19, 12).toISOString()
    expect(longDate(noon)).toBe('November 19, 2026')
    expect(monthAndDay(noon)).toBe('November 19')
    expect(longDate('someday')).toBeNull()
    expect(monthAndDay('')).toBeNull()
  })

  it('formats durations', () => {
    expect([20, 2820, 3600, 4320].map(formatDuration)).toEqual(['1 min', '47 min', '1 h', '1 h 12 min'])
  })
})

describe('languages', () => {
  it('have a direction', () => {
    expect(['ar', 'he-IL', 'ur', 'az-Arab'].map(textDirection)).toEqual(['rtl', 'rtl', 'rtl', 'rtl'])
    expect(['en', 'ja', 'ur-Latn', 'az'].map(textDirection)).toEqual(['ltr', 'ltr', 'ltr', 'ltr'])
    expect([null, 'not a tag'].map(textDirection)).toEqual(['auto', 'auto'])
  })

  it('have italics or not', () => {
    expect(['en', 'ru', 'el', 'zh-Latn', undefined].map(hasItalics)).toEqual([true, true, true, true, true])
    expect(['ja', 'zh-Hant', 'ko', 'ar', 'he', 'hi', 'th'].some(hasItalics)).toBe(false)
  })

  it('have names', () => {
    expect(languageName('ar')).toBe('Arabic')
    expect(languageName('pt-BR')).toBe('Brazilian Portuguese')
    expect(languageName('qqq')).toBeNull()
    expect(languageName('!')).toBeNull()
    expect(languageName(null)).toBeNull()
  })
})
