import { describe, expect, it } from 'vitest'
import { forgettingSignIn, hasSignedIn } from './cookies.ts'

describe('hasSignedIn', () => {
  it('looks for the cookie by its whole name', () => {
    expect(hasSignedIn('a=b; precis.signed-in=1')).toBe(true)
    expect(hasSignedIn('a=b; __Host-precis.signed-in=1')).toBe(true)
    expect(hasSignedIn('__Host-precis.sid=1')).toBe(false)
    expect(hasSignedIn('not-precis.signed-in=1')).toBe(false)
    expect(hasSignedIn('')).toBe(false)
  })

  it('is deleted under both names', () => {
    expect(forgettingSignIn).toEqual([
      'precis.signed-in=; Path=/; Max-Age=0',
      '__Host-precis.signed-in=; Path=/; Max-Age=0; Secure',
    ])
  })
})
