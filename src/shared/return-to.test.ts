import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ownPath } from './return-to.ts'

describe('ownPath', () => {
  it.each(['/subscribe', '/summaries/1?q=a%20b#top', '/', '/a/b?next=//evil.example'])('keeps %s', (path) => {
    expect(ownPath(path, '/dashboard')).toBe(path)
  })

  it.each([
    null,
    '',
    'subscribe',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' /subscribe',
    'https://evil.example/',
    'javascript:alert(1)',
    '/.//evil.example/../..//evil.example',
  ])('does not follow %j', (value) => {
    const path = ownPath(value, '/dashboard')
    expect(path === '/dashboard' || new URL(path, 'https://own.example').origin === 'https://own.example').toBe(true)
  })

  it('never leaves the site, whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string().map((text) => `/${text}`),
          fc.webUrl(),
        ),
        (value) => {
          const path = ownPath(value, '/dashboard')
          expect(new URL(path, 'https://own.example').origin).toBe('https://own.example')
        },
      ),
    )
  })
})
