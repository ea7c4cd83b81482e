import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { hostCookieName } from '../../../../shared/account/cookies.ts'
import { minutes, retention } from '../../../../shared/account/retention.ts'
import { signInPaths } from '../../../../shared/api/routes.ts'
import type { SignInProvider } from '../../../../shared/redirect-params.ts'
import '@fastify/cookie'

/** A pending sign-in, stored encrypted in a cookie of the browser that started it. */
const attemptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  /** PKCE code verifier (RFC 7636). */
  verifier: z.string(),
  /** Path of the product to return to. */
  returnTo: z.string().nullable(),
  /** Token of an invitation, for a new account where registration is closed. */
  invitation: z.string().nullable(),
  /** Milliseconds since 1970. */
  beganAt: z.number(),
})
export type Attempt = z.infer<typeof attemptSchema>

/** Prefix of the cookies' names. Each provider has its own, so that no callback takes an attempt at another provider. */
export const attemptCookiePrefix = (provider: SignInProvider): string => `precis.${provider}.`
export const ATTEMPT_MS = minutes(retention.signInAttemptMinutes)
/** Maximum pending attempts per browser, so that their cookies don't exceed the size of a request header. */
const MAX_PENDING = 5

const IV_BYTES = 12
const TAG_BYTES = 16
const NAME_CHARACTERS = 16

type Place = Pick<AttemptStore, 'provider' | 'secure'>

const attemptPrefix = ({ provider, secure }: Place): string => hostCookieName(attemptCookiePrefix(provider), secure)

/** Name of an attempt's cookie. Each attempt has its own, so that two tabs don't interfere. */
export function attemptCookieName(state: string, place: Place): string {
  return attemptPrefix(place) + createHash('sha256').update(state).digest('base64url').slice(0, NAME_CHARACTERS)
}

/**
 * Encrypts attempts, so that browsers can neither read nor change them, with a key derived from the secret by HKDF (RFC
 * 5869).
 */
export function createAttemptSealer(secret: string) {
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
    /** Returns the value of the cookie with a name. */
    seal: (name: string, attempt: Attempt): string => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(name))
      const sealed = Buffer.concat([cipher.update(JSON.stringify(attempt)), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    /** Returns the attempt in a cookie; null when it was not sealed here under this name, or has expired. */
    open: (name: string, value: string, now: Date): Attempt | null => {
      const text = decrypt(name, value)
      if (text === null) return null
      const attempt = attemptSchema.parse(JSON.parse(text))
      return now.getTime() - attempt.beganAt < ATTEMPT_MS ? attempt : null
    },
  }
}

export interface AttemptStore {
  provider: SignInProvider
  sealer: ReturnType<typeof createAttemptSealer>
  secure: boolean
}

/** Over HTTPS the cookies have the __Host- prefix, which requires the path / and keeps other hosts from setting them. */
const pathOf = ({ provider, secure }: Place): string => (secure ? '/' : signInPaths[provider])

const clear = (reply: FastifyReply, name: string, place: Place): void =>
  void reply.clearCookie(name, { path: pathOf(place) })

/** Clears invalid attempts, and the oldest ones beyond the maximum. */
function clearOldAttempts(store: AttemptStore, request: FastifyRequest, reply: FastifyReply, now: Date): void {
  const pending: { name: string; beganAt: number }[] = []
  for (const [name, value] of Object.entries(request.cookies)) {
    if (!name.startsWith(attemptPrefix(store))) continue
    const attempt = store.sealer.open(name, value ?? '', now)
    if (attempt === null) clear(reply, name, store)
    else pending.push({ name, beganAt: attempt.beganAt })
  }
  pending.sort((one, other) => other.beganAt - one.beganAt)
  for (const { name } of pending.slice(MAX_PENDING - 1)) clear(reply, name, store)
}

/** Stores an attempt in the browser for ten minutes, out of reach of scripts. */
export function storeAttempt(
  store: AttemptStore,
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: Attempt,
  now: Date,
): void {
  clearOldAttempts(store, request, reply, now)
  const name = attemptCookieName(attempt.state, store)
  // Lax, not Strict: the user returns by a redirect from another site.
  reply.setCookie(name, store.sealer.seal(name, attempt), {
    path: pathOf(store),
    httpOnly: true,
    sameSite: 'lax',
    maxAge: ATTEMPT_MS / 1000,
  })
}

/** Takes the attempt with a state out of the browser; null when this browser has not started it. */
export function takeAttempt(
  store: AttemptStore,
  request: FastifyRequest,
  reply: FastifyReply,
  state: string | null,
  now: Date,
): Attempt | null {
  if (state === null) return null
  const name = attemptCookieName(state, store)
  const value = request.cookies[name]
  if (value === undefined) return null
  clear(reply, name, store)
  return store.sealer.open(name, value, now)
}
