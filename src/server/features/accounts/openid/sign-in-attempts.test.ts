import { expect, it } from 'vitest'
import { type Attempt, attemptCookieName, createAttemptSealer } from './sign-in-attempts.ts'

it('fits a sign-in attempt with the longest return path into a cookie', () => {
  const attempt: Attempt = {
    state: 's'.repeat(43),
    nonce: 'n'.repeat(43),
    verifier: 'v'.repeat(43),
    returnTo: `/${'x'.repeat(999)}`,
    invitation: null,
    beganAt: Date.UTC(2026, 0, 1),
  }
  const name = attemptCookieName(attempt.state, { provider: 'google', secure: true })
  const value = createAttemptSealer('a secret of the installation').seal(name, attempt)
  // RFC 6265, section 6.1: 4096 bytes with name and attributes.
  expect(name.length + value.length).toBeLessThan(3500)
})
