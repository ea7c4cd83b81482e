import { describe, expect, it } from 'vitest'
import { ATTEMPT_MS, type Attempt, attemptCookieName, createAttemptSealer } from './sign-in-attempts.ts'

const secret = 'a secret of the installation'
const beganAt = Date.UTC(2026, 0, 1)
const attempt: Attempt = {
  state: 'state',
  nonce: 'nonce',
  verifier: 'verifier',
  returnTo: '/a?b#c',
  invitation: null,
  beganAt,
}
const now = new Date(beganAt + 1000)
const name = attemptCookieName(attempt.state, { provider: 'google', secure: true })

describe('sealed sign-in attempts', () => {
  it('decrypt to the same attempt and differ each time', () => {
    const sealer = createAttemptSealer(secret)
    const [one, other] = [sealer.seal(name, attempt), sealer.seal(name, attempt)]
    expect(one).not.toBe(other)
    expect([one, other].map((value) => sealer.open(name, value, now))).toEqual([attempt, attempt])
  })

  it('are rejected under another cookie name or secret, changed or truncated', () => {
    const sealer = createAttemptSealer(secret)
    const value = sealer.seal(name, attempt)
    expect(sealer.open(attemptCookieName('other', { provider: 'google', secure: true }), value, now)).toBeNull()
    expect(sealer.open(attemptCookieName(attempt.state, { provider: 'oidc', secure: true }), value, now)).toBeNull()
    expect(createAttemptSealer('another secret').open(name, value, now)).toBeNull()
    const bytes = Buffer.from(value, 'base64url')
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(sealer.open(name, changed.toString('base64url'), now)).toBeNull()
    }
    for (const length of [0, 5, 27, 28, bytes.length - 1]) {
      expect(sealer.open(name, bytes.subarray(0, length).toString('base64url'), now)).toBeNull()
    }
  })

  it('expire after ten minutes', () => {
    const sealer = createAttemptSealer(secret)
    const value = sealer.seal(name, attempt)
    expect(sealer.open(name, value, new Date(beganAt + ATTEMPT_MS - 1))).toEqual(attempt)
    expect(sealer.open(name, value, new Date(beganAt + ATTEMPT_MS))).toBeNull()
    expect(ATTEMPT_MS).toBe(600_000)
  })

  it('fit into a cookie with the longest return path', () => {
    const long = { ...attempt, state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) }
    const value = createAttemptSealer(secret).seal(name, { ...long, returnTo: `/${'x'.repeat(999)}` })
    // RFC 6265, section 6.1: 4096 bytes with name and attributes.
    expect(name.length + value.length).toBeLessThan(3500)
  })
})
