import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodedForeignUrls, foreignUrls } from '../../tests/support/attacks/foreign-urls.ts'
import { isReturnPath, ownPath, readReturn, withoutReturn } from './redirect-params.ts'

describe('ownPath', () => {
  it.each(['/subscribe', '/summaries/1?q=a%20b#top', '/', '/a/b?next=//evil.example'])('keeps %s', (path) => {
    expect(ownPath(path, '/dashboard')).toBe(path)
  })

  it.each([null, 'subscribe', ...foreignUrls])('replaces %j, which might leave the site', (value) => {
    expect(ownPath(value, '/dashboard')).toBe('/dashboard')
  })

  it.each(encodedForeignUrls)('reads %j as a path of this site', (value) => {
    const path = ownPath(value, '/dashboard')
    expect(new URL(path, 'https://own.example').origin).toBe('https://own.example')
    expect(path).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
    // Checking it a second time, or after a round trip through a browser, gives the same.
    expect(ownPath(path, '/')).toBe(path)
  })

  it('never leaves the site, with any value', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string().map((text) => `/${text}`),
          fc.webUrl(),
          fc.constant(null),
        ),
        (value) => {
          const path = ownPath(value, '/dashboard')
          expect(new URL(path, 'https://own.example').origin).toBe('https://own.example')
        },
      ),
    )
  })
})

describe('the return from a hosted payment page', () => {
  it.each([
    ['', null],
    ['q=tides', null],
    ['success=true', null],
    ['success=true&session_id=', null],
    ['success=false&session_id=cs_1', null],
    ['session_id=cs_1', null],
    ['canceled=yes', null],
    ['?success=true&session_id=cs_1', { kind: 'success', sessionId: 'cs_1' }],
    ['welcome=back&session_id=cs_1&success=true', { kind: 'success', sessionId: 'cs_1' }],
    ['canceled=true', { kind: 'canceled' }],
    ['canceled=true&success=true&session_id=cs_1', { kind: 'success', sessionId: 'cs_1' }],
  ])('reads "%s"', (search, expected) => {
    expect(readReturn(search)).toEqual(expected)
  })

  it('is removed from the URL, and nothing else', () => {
    expect(withoutReturn('/dashboard', '?success=true&session_id=cs_1')).toBe('/dashboard')
    expect(withoutReturn('/dashboard', '?id=7&success=true&session_id=cs_1')).toBe('/dashboard?id=7')
    expect(withoutReturn('/subscribe', '?canceled=true')).toBe('/subscribe')
  })

  it('ends on three pages', () => {
    expect(['/', '/dashboard', '/subscribe', '/summaries', '/login'].map(isReturnPath)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })
})
