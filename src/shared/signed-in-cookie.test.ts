import { describe, expect, it } from 'vitest'
import { hasSignedIn } from './signed-in-cookie.ts'

describe('hasSignedIn', () => {
  it('looks for the cookie by its whole name', () => {
    expect(hasSignedIn('a=b; precis.signed-in=1')).toBe(true)
    expect(hasSignedIn('not-precis.signed-in=1')).toBe(false)
    expect(hasSignedIn('')).toBe(false)
  })
})
