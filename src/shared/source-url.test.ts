import { describe, expect, it } from 'vitest'
import { isVideoUrl, parseSourceUrl } from './source-url.ts'

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

it('refuses addresses with a password, in words', () => {
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
