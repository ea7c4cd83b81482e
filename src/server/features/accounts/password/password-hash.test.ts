import { describe, expect, it } from 'vitest'
import { decoyHash, hashPassword, isOutdated, verifyPassword } from './password-hash.ts'

describe('password hashes', () => {
  it('match only their password, in any Unicode form', async () => {
    const phc = await hashPassword('pässwörd')
    expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await verifyPassword('pässwörd'.normalize('NFD'), phc)).toBe(true)
    expect(await verifyPassword('passwörd', phc)).toBe(false)
    expect(await hashPassword('pässwörd')).not.toBe(phc)
  })

  it('never match when stored in another format', async () => {
    const own = await hashPassword('x')
    expect(await verifyPassword('x', own.replace('argon2id', 'argon2i'))).toBe(false)
    expect(await verifyPassword('x', 'not a hash')).toBe(false)
    expect(await verifyPassword('', '')).toBe(false)
  })

  it('are outdated when they have another cost', async () => {
    const own = await hashPassword('x')
    expect(isOutdated(own)).toBe(false)
    for (const [now, before] of [
      ['m=19456', 'm=9728'],
      ['t=2', 't=3'],
      ['p=1', 'p=2'],
    ] as const) {
      expect(isOutdated(own.replace(now, before))).toBe(true)
    }
    expect(isOutdated('another form')).toBe(true)
  })

  it('cost the same for the decoy, which never matches', async () => {
    const own = await hashPassword('x')
    expect(decoyHash.split('$').slice(0, 4)).toEqual(own.split('$').slice(0, 4))
    expect(decoyHash).toHaveLength(own.length)
    expect(await verifyPassword('', decoyHash)).toBe(false)
  })
})
