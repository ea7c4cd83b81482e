import { describe, expect, it } from 'vitest'
import { formatClock } from '../text/format.ts'
import type { SourceLocation } from './location.ts'
import { citationLink, locationLabel, locationName } from './location-label.ts'

const paragraph: SourceLocation = { kind: 'paragraph', paragraph: 3 }

describe('locationLabel', () => {
  it.each<[SourceLocation, string]>([
    [paragraph, '¶ 3'],
    [{ kind: 'page', page: 14 }, 'p. 14'],
    [{ kind: 'chapter', chapter: 17, title: 'Chapter 13. Wheelbarrow.' }, 'ch. 13'],
    [{ kind: 'chapter', chapter: 3, title: 'ETYMOLOGY.' }, 'ETYMOLOGY'],
    [{ kind: 'chapter', chapter: 4, title: 'EXTRACTS (Supplied by a Sub-Sub-Librarian).' }, 'EXTRACTS'],
    [{ kind: 'chapter', chapter: 5, title: 'The Untold Story of Everything We Forgot' }, 'The Untold Story of…'],
    [{ kind: 'chapter', chapter: 2, title: '  ' }, 'sec. 2'],
    [{ kind: 'chapter', chapter: 2 }, 'sec. 2'],
    [{ kind: 'time', startSeconds: 761.4, endSeconds: 770 }, '12:41'],
  ])('labels %j as %s', (location, label) => {
    expect(locationLabel(location)).toBe(label)
  })

  it.each<[SourceLocation, string]>([
    [paragraph, 'Paragraph 3'],
    [{ kind: 'page', page: 14 }, 'Page 14'],
    [{ kind: 'chapter', chapter: 17, title: 'Chapter 13. Wheelbarrow.' }, 'Chapter 13, Wheelbarrow'],
    [{ kind: 'chapter', chapter: 9, title: 'CHAPTER V' }, 'Chapter 5'],
    [{ kind: 'chapter', chapter: 3, title: 'Salt' }, 'Salt'],
    [{ kind: 'chapter', chapter: 3 }, 'Section 3'],
    [{ kind: 'time', startSeconds: 761.4, endSeconds: 770 }, '12:41'],
    [{ kind: 'page', page: 14, recognized: 'unsure' }, 'Page 14, recognized text, hard to read'],
  ])('spells %j out as %s', (location, name) => {
    expect(locationName(location)).toBe(name)
  })

  it('writes hours only when there are some', () => {
    expect([formatClock(0), formatClock(59.9), formatClock(3727)]).toEqual(['0:00', '0:59', '1:02:07'])
  })
})

describe('citationLink', () => {
  const linkOf = (url: string | null, location: SourceLocation, excerpt: string) =>
    citationLink({ location, excerpt }, url)
  const url = 'https://example.com/a?b=1#old'

  it('points at the words of a paragraph', () => {
    expect(linkOf(url, paragraph, 'Salt was cheap-ish, and plentiful.')).toBe(
      'https://example.com/a?b=1#:~:text=Salt%20was%20cheap%2Dish%2C%20and%20plentiful.',
    )
  })

  it('uses both ends of a long passage', () => {
    const words = Array.from({ length: 30 }, (_, index) => `w${index}`)
    expect(linkOf(url, paragraph, words.join(' '))).toBe(
      'https://example.com/a?b=1#:~:text=w0%20w1%20w2%20w3%20w4,w25%20w26%20w27%20w28%20w29',
    )
  })

  it('uses the beginning of an excerpt that was cut', () => {
    const words = Array.from({ length: 30 }, (_, index) => `w${index}`)
    expect(linkOf(url, paragraph, `${words.join(' ')} w3…`)).toBe(
      'https://example.com/a?b=1#:~:text=w0%20w1%20w2%20w3%20w4%20w5%20w6%20w7%20w8%20w9',
    )
  })

  it('points at pages and times', () => {
    expect(linkOf('https://example.com/a.pdf', { kind: 'page', page: 2 }, 'x')).toBe('https://example.com/a.pdf#page=2')
    expect(
      linkOf('https://www.youtube.com/watch?v=abc&t=5', { kind: 'time', startSeconds: 61.9, endSeconds: 70 }, 'x'),
    ).toBe('https://www.youtube.com/watch?v=abc&t=61s')
  })

  it('has no link for a source without a URL, or with an unsafe one', () => {
    expect(linkOf(null, paragraph, 'x')).toBeNull()
    expect(linkOf('javascript:alert(1)', paragraph, 'x')).toBeNull()
    expect(linkOf('not an address', paragraph, 'x')).toBeNull()
  })
})
