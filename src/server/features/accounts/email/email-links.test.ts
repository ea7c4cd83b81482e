import { expect, it } from 'vitest'
import { createLinkToken, hashLinkToken, linkUrl } from './email-links.ts'

it('creates distinct tokens of 256 bits with their hashes', () => {
  const made = Array.from({ length: 50 }, createLinkToken)
  expect(new Set(made.map(({ token }) => token)).size).toBe(50)
  for (const { token, hash } of made) {
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(hash).toBe(hashLinkToken(token))
    expect(hash).not.toContain(token)
  }
})

it.each(['https://precis.example', 'https://precis.example/'])('builds a page URL on %s', (appUrl) => {
  expect(linkUrl(appUrl, '/reset-password', 'a-b_c')).toBe('https://precis.example/reset-password?token=a-b_c')
})
