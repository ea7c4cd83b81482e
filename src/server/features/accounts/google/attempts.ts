import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { minutes, retention } from '../../../../shared/retention.ts'
import { hostCookieName } from '../../../../shared/signed-in-cookie.ts'

/** One sign-in that was begun in a browser, as that browser keeps it until the person comes back. */
const attemptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  /** What PKCE (RFC 7636) proves that the code is redeemed by those who asked for it. */
  verifier: z.string(),
  /** A path of our own; null where the person did not want to go anywhere in particular. */
  returnTo: z.string().nullable(),
  /** Milliseconds since 1970. */
  beganAt: z.number(),
})
export type Attempt = z.infer<typeof attemptSchema>

export const attemptCookiePrefix = 'precis.google.'
export const ATTEMPT_MS = minutes(retention.signInAttemptMinutes)

const IV_BYTES = 12
const TAG_BYTES = 16
const NAME_CHARACTERS = 16

/** Where the names of these cookies begin. @param secure whether browsers reach the product over HTTPS */
export const attemptPrefix = (secure: boolean): string => hostCookieName(attemptCookiePrefix, secure)

/** Each attempt has a cookie of its own, so that two tabs do not get in each other's way. */
export function attemptCookieName(state: string, secure: boolean): string {
  return attemptPrefix(secure) + createHash('sha256').update(state).digest('base64url').slice(0, NAME_CHARACTERS)
}

/** Seals attempts, so that a browser keeps what it can neither read nor change, and opens them again. */
export interface AttemptSealer {
  /** Value of the cookie of that name. */
  seal(name: string, attempt: Attempt): string
  /** The attempt in a cookie; null for one that was not sealed here under this very name, or is too old. */
  open(name: string, value: string, now: Date): Attempt | null
}

/** @param secret of the installation; the key is another one, derived from it by HKDF (RFC 5869) */
export function createAttemptSealer(secret: string): AttemptSealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'attempts to sign in with Google', 32))
  const decrypt = (name: string, value: string): string | null => {
    const bytes = Buffer.from(value, 'base64url')
    if (bytes.length < IV_BYTES + TAG_BYTES) return null
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const start = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES))
    try {
      return Buffer.concat([start, decipher.final()]).toString()
    } catch {
      return null
    }
  }
  return {
    seal: (name, attempt) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(name))
      const sealed = Buffer.concat([cipher.update(JSON.stringify(attempt)), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open: (name, value, now) => {
      const text = decrypt(name, value)
      if (text === null) return null
      const attempt = attemptSchema.parse(JSON.parse(text))
      return now.getTime() - attempt.beganAt < ATTEMPT_MS ? attempt : null
    },
  }
}
