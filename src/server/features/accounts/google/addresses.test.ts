import { describe, expect, it } from 'vitest'
import { failureAddress, returnToIn, welcomeAddress } from './addresses.ts'

describe('addresses of a sign-in with Google', () => {
  it('put the welcome before what an address asks for itself', () => {
    expect(welcomeAddress('back', null)).toBe('/dashboard?welcome=back')
    expect(welcomeAddress('new', '/account')).toBe('/account?welcome=new')
    expect(welcomeAddress('joined', '/summaries?q=%2B&type=article#top')).toBe(
      '/summaries?welcome=joined&q=%2B&type=article#top',
    )
    expect(welcomeAddress('back', '/account#a?b')).toBe('/account?welcome=back#a?b')
    expect(welcomeAddress('back', 'https://evil.example/')).toBe('/dashboard?welcome=back')
  })

  it('say why it failed, and where the person wanted to go', () => {
    expect(failureAddress('denied', null)).toBe('/login?google=denied')
    expect(failureAddress('expired', '/summaries?q=a&b#c')).toBe(
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
  ])('take a path of our own of a bearable length: %s', (query, path) => {
    expect(returnToIn(new URLSearchParams(query))).toBe(path)
  })
})
