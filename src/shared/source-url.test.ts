import { describe, expect, it } from 'vitest'
import { isVideoUrl, parseSourceUrl, readableUrl } from './source-url.ts'

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
