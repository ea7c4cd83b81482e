import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceCookie, hostCookieName } from '../../../../shared/account/cookies.ts'
import { days, retention } from '../../../../shared/account/retention.ts'
import type { UserRow } from '../../../db/schema/index.ts'

const ID_BYTES = 16
const KNOWN_MS = days(retention.knownBrowserDays)
/** Random id of the browser, seconds since 1970 when the cookie was issued, signature. */
const FORM = /^([\w-]{22})\.(\d{10})\.([\w-]{43})$/

type Owner = Pick<UserRow, 'id' | 'password'>

/**
 * Issues and checks the cookies by which an account's known browsers are recognized, so that strangers who use up the
 * account's sign-in attempts do not lock its owner out. A cookie is bound to one account and to its current password,
 * so a new password invalidates all of them, and nothing has to be stored.
 */
export function createKnownBrowsers(secret: string, secure: boolean) {
  const name = hostCookieName(deviceCookie, secure)
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'known browsers of accounts', 32))
  const sign = (user: Owner, id: string, issuedAt: string): string =>
    createHmac('sha256', key).update([user.id, id, issuedAt, user.password].join('.')).digest('base64url')
  const partsOf = (request: FastifyRequest): RegExpExecArray | null => FORM.exec(request.cookies[name] ?? '')
  return {
    /** Marks the browser as known to a user's account. */
    send: (reply: FastifyReply, user: Owner, now: Date): void => {
      const id = randomBytes(ID_BYTES).toString('base64url')
      const issuedAt = String(Math.floor(now.getTime() / 1000))
      const value = [id, issuedAt, sign(user, id, issuedAt)].join('.')
      const maxAge = KNOWN_MS / 1000
      reply.setCookie(name, value, { path: '/', sameSite: 'lax', httpOnly: true, maxAge })
    },
    clear: (reply: FastifyReply): void => void reply.clearCookie(name, { path: '/' }),
    /** Returns whether a request carries a cookie that may make its browser known to some account. */
    isClaimed: (request: FastifyRequest): boolean => partsOf(request) !== null,
    /** Returns whether a request comes from a known browser of a user. */
    isKnown: (request: FastifyRequest, user: Owner, now: Date): boolean => {
      const [, id, issuedAt, signature] = partsOf(request) ?? []
      if (id === undefined || issuedAt === undefined || signature === undefined) return false
      // Compared as text, since several base64url texts can decode to the same bytes.
      const isGenuine = timingSafeEqual(Buffer.from(signature), Buffer.from(sign(user, id, issuedAt)))
      return isGenuine && now.getTime() - Number(issuedAt) * 1000 < KNOWN_MS
    },
    /** Returns the counter key for attempts of a known browser. */
    limitKey: (request: FastifyRequest): string => partsOf(request)?.[1] ?? '',
  }
}
export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>
