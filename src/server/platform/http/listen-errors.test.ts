import { describe, expect, it } from 'vitest'
import { ListenError, toListenError } from './listen-errors.ts'

const at = { host: '127.0.0.1', port: 80 }

describe('toListenError', () => {
  it.each([
    ['EADDRINUSE', /^Precis cannot listen on HOST 127\.0\.0\.1, PORT 80: another program .* PORT /],
    ['EACCES', /PORT 80: this user may not .* PORT to a number above 1023/],
    ['EADDRNOTAVAIL', /this machine does not have that address. Set HOST /],
    ['ENOTFOUND', /this host name is unknown. Set HOST /],
  ])('explains %s', (code, message) => {
    const error = toListenError(Object.assign(new Error(code), { code }), at)
    expect(error).toBeInstanceOf(ListenError)
    expect((error as Error).message).toMatch(message)
  })

  it('returns other errors unchanged', () => {
    const error = new Error('broken')
    expect(toListenError(error, at)).toBe(error)
  })
})
