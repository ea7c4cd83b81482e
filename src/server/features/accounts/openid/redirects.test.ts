import { describe, expect, it } from 'vitest'
import { failureUrl, returnToIn, welcomeUrl } from './redirects.ts'

describe('redirects of a sign-in with a provider', () => {
  it('put the welcome before the other parameters of a URL', () => {
    expect(welcomeUrl('back', null)).toBe('/dashboard?welcome=back')
    expect(welcomeUrl('new', '/account')).toBe('/account?welcome=new')
    expect(welcomeUrl('joined', '/summaries?q=%2B&type=article#top')).toBe(
      '/summaries?welcome=joined&q=%2B&type=article#top',
    )
    expect(welcomeUrl('back', '/account#a?b')).toBe('/account?welcome=back#a?b')
    expect(welcomeUrl('back', 'https://evil.example/')).toBe('/dashboard?welcome=back')
  })

  it('contain the reason of a failure, and the page to return to', () => {
    expect(failureUrl('google', 'denied', null)).toBe('/login?google=denied')
    expect(failureUrl('google', 'expired', '/summaries?q=a&b#c')).toBe(
      '/login?google=expired&returnTo=%2Fsummaries%3Fq%3Da%26b%23c',
    )
  })

  it.each([
    ['returnTo=/account', '/account'],
    ['returnTo=%2Fsummaries%3Fq%3D1', '/summaries?q=1'],
    ['returnTo=/account&returnTo=//evil.example', '/account'],
    ['returnTo=//evil.example', null],
    ['returnTo=', null],
    ['', null],
    [`returnTo=/${'x'.repeat(1000)}`, null],
  ])('accept only short paths of the product as return paths: %s', (query, path) => {
    expect(returnToIn(new URLSearchParams(query))).toBe(path)
  })
})
