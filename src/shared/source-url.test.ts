import { describe, expect, it } from 'vitest'
import { isVideoUrl, parseSourceUrl, readableUrl, titleFromUrl } from './source-url.ts'

describe('parseSourceUrl', () => {
  it.each([
    [' https://example.com/a ', 'https://example.com/a'],
    ['example.com/a?b#c', 'https://example.com/a?b#c'],
    ['localhost:8080/x', 'https://localhost:8080/x'],
    ['example.com:8080/x', 'https://example.com:8080/x'],
    ['http://intranet/x', 'http://intranet/x'],
    ['HTTP://EXAMPLE.com', 'http://example.com/'],
    ['http://[::1]:3000/', 'http://[::1]:3000/'],
    ['münchen.example/ä', 'https://xn--mnchen-3ya.example/%C3%A4'],
  ])('reads %j as %s', (typed, href) => {
    expect(parseSourceUrl(typed).href).toBe(href)
  })

  it.each([
    '',
    'word',
    'two words',
    'ftp://example.com',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://',
    'data:text/html,x',
    'https://exa mple.com',
    'mailto:a@b.co',
  ])('refuses %j', (typed) => {
    expect(() => parseSourceUrl(typed)).toThrow(expect.objectContaining({ code: 'url_invalid' }))
  })
})

it('rejects URLs with a password', () => {
  expect(() => parseSourceUrl('http://user:secret@example.com')).toThrow(
    expect.objectContaining({ code: 'url_not_allowed', message: expect.stringContaining('user name or password') }),
  )
})

describe('isVideoUrl', () => {
  it.each([
    ['https://www.youtube.com/watch?v=x', true],
    ['https://youtu.be/x', true],
    ['https://m.youtube.com/shorts/x', true],
    ['https://notyoutube.com/watch', false],
    ['https://youtube.com.example/watch', false],
  ])('%s: %s', (url, expected) => {
    expect(isVideoUrl(new URL(url))).toBe(expected)
  })
})

describe('readableUrl', () => {
  it.each([
    ['https://www.example.com/', 'example.com'],
    ['https://www.example.com/a/b?c=d#e', 'example.com/a/b?c=d'],
    ['http://localhost:8080/caf%C3%A9', 'localhost:8080/café'],
    ['https://ar.wikipedia.org/wiki/%D9%85%D9%8A%D9%86%D8%A7%D8%A1', 'ar.wikipedia.org/wiki/ميناء'],
    ['https://example.com/a%E2%80%AEb', 'example.com/a%E2%80%AEb'],
    ['https://example.com/a%20b', 'example.com/a%20b'],
    ['https://example.com/%FF', 'example.com/%FF'],
    ['no url', 'no url'],
  ])('shows %s as %s', (url, shown) => {
    expect(readableUrl(url)).toBe(shown)
  })
})

describe('titleFromUrl', () => {
  it.each([
    ['https://www.wired.com/story/opinion-molly-wood/?utm_source=x#top', 'Opinion molly wood'],
    ['https://archive.example/scans/harbor_book_of_1904.pdf', 'Harbor book of 1904'],
    ['https://news.example/the-price-of-salt-1f3c90', 'The price of salt'],
    ['https://news.example/2026/11/29/12345678-the-tide', 'The tide'],
    ['https://example.com/%E6%B5%B7%E3%81%AE%E8%A9%B1', '海の話'],
  ])('is the last part of %s in words', (url, title) => {
    expect(titleFromUrl(url)).toBe(title)
  })

  it.each([
    'https://example.com/',
    'https://example.com/2026/11',
    'https://x.example/a/1f3c90ab77',
    'https://x.example/caf%E9',
    'no link',
  ])('is null for %s', (url) => {
    expect(titleFromUrl(url)).toBeNull()
  })
})
