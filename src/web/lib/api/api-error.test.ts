import { describe, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { ApiError, isUnauthorized, reasonOf, requiresUpgrade } from './client.ts'

const body = (value: object) => JSON.stringify(value)

describe('ApiError', () => {
  it('has the message "status: body"', () => {
    const text = body({ message: 'Invalid email or password.', code: 'invalid_credentials' })
    expect(new ApiError(401, 'Unauthorized', text).message).toBe(`401: ${text}`)
  })

  it('has the message "status: status text" without a body', () => {
    expect(new ApiError(502, 'Bad Gateway', '').message).toBe('502: Bad Gateway')
  })

  it('contains the fields of the response', () => {
    const error = new ApiError(
      403,
      'Forbidden',
      body({ message: 'No summaries left.', code: 'upgrade_required', requiresUpgrade: true }),
    )
    expect(error).toMatchObject({ code: 'upgrade_required', reason: 'No summaries left.', requiresUpgrade: true })
    expect(requiresUpgrade(error)).toBe(true)
  })

  it('contains the rejected fields', () => {
    const errors = [{ path: 'email', message: 'Please enter a valid email address.' }]
    expect(new ApiError(400, '', body({ message: 'No.', code: 'invalid_input', errors })).fields).toEqual(errors)
  })

  it.each([
    ['40', 40],
    ['Sat, 21 Nov 2026 10:00:00 GMT', null],
    [null, null],
  ])('parses Retry-After: %s', (header, seconds) => {
    expect(new ApiError(429, 'Too Many Requests', '', header).retryAfterSeconds).toBe(seconds)
  })

  it.each(['<html>Bad Gateway</html>', '{"message":', '"text"', 'null', '{"message":"x","code":"unheard_of"}'])(
    'knows nothing from a body that is not the product’s: %s',
    (text) => {
      expect(new ApiError(500, 'Oops', text)).toMatchObject({ code: null, reason: null, fields: [] })
    },
  )
})

describe('isUnauthorized', () => {
  it('requires a 401 with Unauthorized', () => {
    const refused = (status: number, message: string) =>
      isUnauthorized(new ApiError(status, '', body({ message, code: 'unauthorized' })))
    expect(refused(401, 'Unauthorized')).toBe(true)
    expect(refused(401, 'Invalid email or password.')).toBe(false)
    expect(refused(403, 'Unauthorized')).toBe(false)
    expect(isUnauthorized(new Error('401: Unauthorized'))).toBe(false)
  })
})

describe('reasonOf', () => {
  it('prefers the server’s message, then the app’s, then the fallback', () => {
    const said = new ApiError(422, '', body({ message: 'This page is empty.', code: 'source_empty' }))
    expect(reasonOf(said, 'fallback')).toBe('This page is empty.')
    expect(reasonOf(new AppError('unavailable', 'No connection.'), 'fallback')).toBe('No connection.')
    expect(reasonOf(new ApiError(502, 'Bad Gateway', ''), 'fallback')).toBe('fallback')
    expect(reasonOf(new TypeError('x is not a function'), 'fallback')).toBe('fallback')
  })
})
