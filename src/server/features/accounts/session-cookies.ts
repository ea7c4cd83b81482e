import { hash, randomBytes } from 'node:crypto'
import { fastifyCookie } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hostCookieName, signedInCookie } from '../../../shared/signed-in-cookie.ts'

/** The cookie whose value is the key to a session. @param secure whether browsers reach the product over HTTPS */
export const sessionCookieName = (secure: boolean): string => hostCookieName('precis.sid', secure)

/** The cookie that says to pages that this browser has signed in. */
export const signedInName = (secure: boolean): string => hostCookieName(signedInCookie, secure)

/** OWASP ASVS 5.0, 7.2.3, asks for 16 at least. */
const KEY_BYTES = 32

/** A key to a session, which nobody can guess. */
export const newKey = (): string => randomBytes(KEY_BYTES).toString('base64url')

/** What is kept of a key: a copy of the table opens nothing. */
export const hashOf = (key: string): string => hash('sha256', key, 'base64url')

/** Hash of the key that a request carries; null without one, or with one that was not signed here. */
export function sentHash(request: FastifyRequest, cookieName: string): string | null {
  const sent = request.cookies[cookieName]
  if (sent === undefined) return null
  const { valid, value } = request.unsignCookie(sent)
  return valid ? hashOf(value) : null
}

/** As `sentHash`, where no plugin has read the request's cookies. */
export function hashInHeader(header: string | undefined, cookieName: string, secret: string): string | null {
  const sent = header === undefined ? undefined : fastifyCookie.parse(header)[cookieName]
  if (sent === undefined) return null
  const { valid, value } = fastifyCookie.unsign(sent, secret)
  return valid ? hashOf(value) : null
}

/**
 * Has the browser keep a key until the session is over at the latest. That it is over sooner, for want of use, only the
 * server knows: cookies written again with every answer would let a slow answer undo a sign-in or a sign-out.
 */
export function sendCookies(reply: FastifyReply, key: string, now: Date, expiresAt: Date): void {
  const { cookieName, signedInName } = reply.server.sessionDeps
  const maxAge = Math.ceil((expiresAt.getTime() - now.getTime()) / 1000)
  reply.setCookie(cookieName, key, { path: '/', sameSite: 'lax', httpOnly: true, signed: true, maxAge })
  reply.setCookie(signedInName, '1', { path: '/', sameSite: 'lax', httpOnly: false, maxAge })
}

export function clearCookies(reply: FastifyReply): void {
  const { cookieName, signedInName } = reply.server.sessionDeps
  for (const name of [cookieName, signedInName]) reply.clearCookie(name, { path: '/' })
}
