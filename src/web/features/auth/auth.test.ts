import { afterEach, describe, expect, it } from 'vitest'
import { newPasswordSchema } from '../../lib/new-password-schema.ts'
import { withReturnTo } from './provider-buttons.tsx'
import { forgetTyped, getTyped, keepTyped } from './typed.ts'

describe('withReturnTo', () => {
  it.each([
    ['', '/register'],
    ['returnTo=%2Fsubscribe', '/register?returnTo=%2Fsubscribe'],
    ['google=denied&returnTo=%2Fsummaries%3Fq%3Dtea', '/register?returnTo=%2Fsummaries%3Fq%3Dtea'],
    ['returnTo=https%3A%2F%2Felsewhere.example', '/register'],
    ['returnTo=%2F%2Felsewhere.example', '/register'],
  ])('of %j', (search, path) => {
    expect(withReturnTo('/register', search)).toBe(path)
  })
})

describe('typed input', () => {
  afterEach(forgetTyped)

  it('is kept from form to form, except passwords', () => {
    keepTyped({ email: 'reader@example.com', password: 'a secret' })
    keepTyped({ firstName: 'Ada', lastName: undefined, newPassword: 'another' })
    expect(getTyped()).toEqual({ email: 'reader@example.com', firstName: 'Ada', lastName: '' })
    forgetTyped()
    expect(getTyped()).toEqual({ email: '', firstName: '', lastName: '' })
  })
})

describe('a new password', () => {
  const complaints = (newPassword: string, confirm: string) =>
    newPasswordSchema
      .safeParse({ newPassword, confirm })
      .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

  it('must be long enough and repeated', () => {
    expect(complaints('12345678', '12345678')).toBeUndefined()
    expect(complaints('1234567', '1234567')).toEqual(['newPassword: Password must be at least 8 characters.'])
    expect(complaints('12345678', '')).toEqual(["confirm: Passwords don't match"])
    expect(complaints('short', 'shorter')).toEqual([
      'newPassword: Password must be at least 8 characters.',
      "confirm: Passwords don't match",
    ])
  })
})
