import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { hashOf, newKey } from '../session/session-plugin.ts'
import { linkUrl } from './email-links.ts'

it('creates distinct tokens of 256 bits, and hashes them', () => {
  const made = Array.from({ length: 50 }, newKey)
  expect(new Set(made).size).toBe(50)
  for (const token of made) {
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(hashOf(token)).toBe(createHash('sha256').update(token).digest('base64url'))
  }
})

it.each(['https://precis.example', 'https://precis.example/'])('builds a page URL on %s', (appUrl) => {
  expect(linkUrl(appUrl, '/reset-password', 'a-b_c')).toBe('https://precis.example/reset-password?token=a-b_c')
})
