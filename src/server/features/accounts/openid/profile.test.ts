import { describe, expect, it } from 'vitest'
import { toProfile } from './provider.ts'

const claims = { sub: '1', email: 'ada@example.com', email_verified: true }

describe('toProfile', () => {
  it('prefers given and family name to the full name', () => {
    const names = (given: object) => {
      const profile = toProfile({ ...claims, ...given })
      return [profile?.firstName, profile?.lastName]
    }
    expect(names({ given_name: 'Ada', family_name: 'Byron', name: 'Ada B.' })).toEqual(['Ada', 'Byron'])
    expect(names({ given_name: 'Ada', name: 'Ada B.' })).toEqual(['Ada', null])
    expect(names({ name: 'Ada B.', family_name: 'Byron' })).toEqual(['Ada B.', null])
    expect(names({})).toEqual([null, null])
    expect(names({ given_name: ' ', family_name: 5, name: 'x'.repeat(101) })).toEqual([null, null])
  })

  it.each([
    [{ email_verified: false }],
    [{ email_verified: 'true' }],
    [{ email_verified: 1 }],
    [{ email_verified: undefined }],
    [{ email: undefined }],
    [{ email: 'ada' }],
    [{ email: `${'x'.repeat(250)}@example.com` }],
  ])('returns null for an unverified email: %j', (given) => {
    expect(toProfile({ ...claims, ...given })).toBeNull()
  })

  it.each([
    ['https://p.example/a.png', 'https://p.example/a.png'],
    [`https://p.example/${'x'.repeat(1982)}`, `https://p.example/${'x'.repeat(1982)}`],
    [`https://p.example/${'x'.repeat(1983)}`, null],
    ['http://p.example/a.png', null],
    ['data:image/png,x', null],
    ['//p.example/a.png', null],
    [7, null],
  ])('accepts only https picture URLs of at most 2,000 characters', (picture, taken) => {
    expect(toProfile({ ...claims, picture })?.pictureUrl).toBe(taken)
  })

  it.each(['', 'x'.repeat(256), 'a\0b', 'ä'])('rejects an invalid subject: %j', (sub) => {
    expect(() => toProfile({ ...claims, sub })).toThrow('sub')
  })
})
