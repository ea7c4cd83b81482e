import { describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/api/api-error.ts'
import { isSaidElsewhere, needsFreshSignIn, wrongPasswordField } from './use-refusal.ts'

const refusal = (status: number, code: string, more: object = {}) =>
  new ApiError(status, '', JSON.stringify({ message: 'Unauthorized', code, ...more }))

describe('a refusal', () => {
  const names = ['email', 'currentPassword'] as const

  it('for a wrong password is said beside the password, where the form asks for one', () => {
    const error = refusal(403, 'wrong_password')
    expect(wrongPasswordField(error, names)).toBe('currentPassword')
    expect(isSaidElsewhere(error, names)).toBe(true)
    expect(wrongPasswordField(error, ['email'])).toBeUndefined()
    expect(isSaidElsewhere(error, ['email'])).toBe(false)
  })

  it('for a field is said beside it, where the form has it', () => {
    const error = refusal(400, 'invalid_input', { errors: [{ path: 'email', message: 'No.' }] })
    expect(isSaidElsewhere(error, names)).toBe(true)
    expect(isSaidElsewhere(error, ['newPassword'])).toBe(false)
  })

  it('for want of a fresh sign-in shows the way to one', () => {
    expect(needsFreshSignIn(refusal(403, 'sign_in_again'))).toBe(true)
    expect(isSaidElsewhere(refusal(403, 'sign_in_again'), names)).toBe(true)
  })

  it('for a lost session is said in a toast, every other one above the buttons', () => {
    expect(isSaidElsewhere(refusal(401, 'unauthorized'), names)).toBe(true)
    expect(isSaidElsewhere(refusal(503, 'mail_unavailable'), names)).toBe(false)
    expect(isSaidElsewhere(new Error('offline'), names)).toBe(false)
  })
})
