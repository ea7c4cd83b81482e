import { hash, randomBytes } from 'node:crypto'
import { fastifyCookie } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hostCookieName, signedInCookie } from '../../../../shared/cookies.ts'

/** Name of the cookie that holds a session's key. @param secure whether browsers use HTTPS */
export const sessionCookieName = (secure: boolean): string => hostCookieName('precis.sid', secure)

/** Name of the cookie by which scripts see that the browser is signed in. */
export const signedInName = (secure: boolean): string => hostCookieName(signedInCookie, secure)

/** OWASP ASVS 5.0, 7.2.3, requires at least 16. */
const KEY_BYTES = 32

/** Creates the random key of a session. */
export const newKey = (): string => randomBytes(KEY_BYTES).toString('base64url')

/** Hash of a session key, as stored: a copy of the table signs no one in. */
export const hashOf = (key: string): string => hash('sha256', key, 'base64url')

/** Hash of the key in a request's session cookie; null without a cookie, or with one that is not signed by us. */
export function sentHash(request: FastifyRequest, cookieName: string): string | null {
  const sent = request.cookies[cookieName]
  if (sent === undefined) return null
  const { valid, value } = request.unsignCookie(sent)
  return valid ? hashOf(value) : null
}

/** Does the same for a raw Cookie header, where the cookie plugin has not run. */
export function hashInHeader(header: string | undefined, cookieName: string, secret: string): string | null {
  const sent = header === undefined ? undefined : fastifyCookie.parse(header)[cookieName]
  if (sent === undefined) return null
  const { valid, value } = fastifyCookie.unsign(sent, secret)
  return valid ? hashOf(value) : null
}

/**
 * Sets the session's cookies until its absolute end. The idle timeout is checked on the server only: cookies renewed
 * with every response would let a slow response undo a sign-in or sign-out.
 */
export function sendCookies(reply: FastifyReply, key: string, now: Date, expiresAt: Date): void {
  const { cookieName, signedInName } = reply.server.sessions
  const maxAge = Math.ceil((expiresAt.getTime() - now.getTime()) / 1000)
  reply.setCookie(cookieName, key, { path: '/', sameSite: 'lax', httpOnly: true, signed: true, maxAge })
  reply.setCookie(signedInName, '1', { path: '/', sameSite: 'lax', httpOnly: false, maxAge })
}

export function clearCookies(reply: FastifyReply): void {
  const { cookieName, signedInName } = reply.server.sessions
  for (const name of [cookieName, signedInName]) reply.clearCookie(name, { path: '/' })
}
