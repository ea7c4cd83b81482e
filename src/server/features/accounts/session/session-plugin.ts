import { hash, randomBytes } from 'node:crypto'
import cookie, { fastifyCookie } from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { hostCookieName, signedInCookie } from '../../../../shared/cookies.ts'
import { AppError } from '../../../../shared/errors.ts'
import { heldPlan } from '../../../../shared/plans/catalogue.ts'
import { minutes } from '../../../../shared/retention.ts'
import type { Db } from '../../../db/database.ts'
import type { SessionRow, UserRow } from '../../../db/schema/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import { createKnownBrowsers, type KnownBrowsers } from './known-browsers.ts'
import { findSession, isOver, touchSession } from './sessions-repo.ts'

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

/** Minimum interval between writes of a session's last use. */
const TOUCH_EVERY_MS = minutes(5)

export interface SessionOptions {
  db: Db
  clock: Clock
  secret: string
  /** Whether browsers use HTTPS, and send the cookies over it only. */
  secure: boolean
  /** Returns a user whose paid period has just ended as they are after asking whether it was renewed. */
  refreshUser: (user: UserRow) => Promise<UserRow>
}

interface SignedIn {
  session: SessionRow
  user: UserRow
}

declare module 'fastify' {
  interface FastifyInstance {
    sessions: Pick<SessionOptions, 'db' | 'clock' | 'refreshUser'> & {
      cookieName: string
      signedInName: string
      knownBrowsers: KnownBrowsers
    }
  }
  interface FastifyRequest {
    signedIn: SignedIn | null
  }
}

/** Updates sessions' last use without delaying requests. */
function trackUse(app: FastifyInstance, { db, clock }: SessionOptions): (session: SessionRow) => void {
  const pending = new Map<string, Promise<void>>()
  app.addHook('onClose', async () => void (await Promise.all(pending.values())))
  return ({ idHash, lastSeenAt }) => {
    const now = clock.now()
    if (now.getTime() - lastSeenAt.getTime() < TOUCH_EVERY_MS || pending.has(idHash)) return
    const written = touchSession(db, idHash, now)
      .catch((error: unknown) => app.log.warn({ err: error }, "could not update a session's last use"))
      .finally(() => pending.delete(idHash))
    pending.set(idHash, written)
  }
}

async function findActiveSession({ db, clock }: Pick<SessionOptions, 'db' | 'clock'>, idHash: string | null) {
  const found = idHash === null ? undefined : await findSession(db, idHash)
  return found === undefined || isOver(found.session, clock.now()) ? null : found
}

/** Sets a request's session, user and actor. */
export function setSignedIn(request: FastifyRequest, signedIn: SignedIn | null): void {
  request.signedIn = signedIn
  const now = request.server.sessions.clock.now()
  request.actor = signedIn === null ? null : { userId: signedIn.user.id, plan: heldPlan(signedIn.user, now) }
}

/** Reads the session of each request and sets `request.actor`. */
export const sessionPlugin = fp(
  async (app: FastifyInstance, options: SessionOptions) => {
    const { db, clock, secret, secure, refreshUser } = options
    const cookieName = sessionCookieName(secure)
    // Set for all cookies here: the scheme that a proxy reports, or omits, must not decide.
    await app.register(cookie, { secret, parseOptions: { secure } })
    app.decorate('sessions', {
      db,
      clock,
      refreshUser,
      cookieName,
      signedInName: signedInName(secure),
      knownBrowsers: createKnownBrowsers(secret, secure),
    })
    app.decorateRequest('signedIn', null)
    app.decorateRequest('actor', null)
    const track = trackUse(app, options)
    app.addHook('onRequest', async (request) => {
      const found = await findActiveSession(options, sentHash(request, cookieName))
      const signedIn = found === null ? null : { ...found, user: await refreshUser(found.user) }
      setSignedIn(request, signedIn)
      if (signedIn !== null) track(signedIn.session)
    })
  },
  { name: 'sessions' },
)

/**
 * Returns whether a browser is signed in, for pages that need nothing else of the user.
 *
 * @param cookies the raw Cookie header
 * @returns null without a session key
 */
export async function isSignedInBrowser(
  cookies: string | undefined,
  { secret, secure, ...options }: Omit<SessionOptions, 'refreshUser'>,
): Promise<boolean | null> {
  const idHash = hashInHeader(cookies, sessionCookieName(secure), secret)
  return idHash === null ? null : (await findActiveSession(options, idHash)) !== null
}

/** The signed-in user's row, as read with the session. */
export function userOf(request: FastifyRequest): UserRow | null {
  return request.signedIn?.user ?? null
}

/** @throws AppError `unauthorized` when no user is signed in */
export function requireUser(request: FastifyRequest): UserRow {
  const user = userOf(request)
  if (user === null) throw new AppError('unauthorized', 'Unauthorized')
  return user
}

/** The session of a signed-in browser. */
export function sessionOf(request: FastifyRequest): SessionRow | null {
  return request.signedIn?.session ?? null
}

/** Returns whether a request's session is still active, for responses that outlast it. */
export async function isStillSignedIn(request: FastifyRequest): Promise<boolean> {
  const { sessions } = request.server
  return (await findActiveSession(sessions, sessionOf(request)?.idHash ?? null)) !== null
}
