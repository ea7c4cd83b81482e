import { describe, expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'

describe('passwords', () => {
  it('match what they were hashed from, in any Unicode form, and nothing else', async () => {
    const phc = await hashPassword('pässwörd')
    expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await verifyPassword('pässwörd'.normalize('NFD'), phc)).toBe(true)
    expect(await verifyPassword('passwörd', phc)).toBe(false)
    expect(await hashPassword('pässwörd')).not.toBe(phc)
  })

  it('never matches a string of another form', async () => {
    const own = await hashPassword('x')
    expect(await verifyPassword('x', own.replace('argon2id', 'argon2i'))).toBe(false)
    expect(await verifyPassword('x', 'not a hash')).toBe(false)
    expect(await verifyPassword('', '')).toBe(false)
  })
})
