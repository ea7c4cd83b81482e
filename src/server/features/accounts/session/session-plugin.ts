import { hash, randomBytes } from 'node:crypto'
import cookie, { fastifyCookie } from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { hostCookieName, signedInCookie } from '../../../../shared/account/cookies.ts'
import { minutes } from '../../../../shared/account/retention.ts'
import { AppError } from '../../../../shared/errors.ts'
import { heldPlan } from '../../../../shared/plans/catalogue.ts'
import type { Db } from '../../../db/database.ts'
import type { ApiTokenRow, SessionRow, UserRow } from '../../../db/schema/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { LimitCheck } from '../../../platform/http/limits.ts'
import { bearerToken } from '../../../platform/http/security.ts'
import { findToken, touchToken } from '../tokens/tokens-repo.ts'
import { createKnownBrowsers, type KnownBrowsers } from './known-browsers.ts'
import { findSession, isOver, touchSession } from './sessions-repo.ts'

export const sessionCookieName = (secure: boolean): string => hostCookieName('precis.sid', secure)

/** Name of the cookie by which scripts see that the browser is signed in. */
const signedInName = (secure: boolean): string => hostCookieName(signedInCookie, secure)

/** OWASP ASVS 5.0, 7.2.3, requires at least 16. */
const KEY_BYTES = 32

/** Creates the random key of a session, an API token or an emailed link. */
export const newKey = (): string => randomBytes(KEY_BYTES).toString('base64url')

/** Hash of a key, as stored: a copy of the table signs no one in, and opens no link. */
export const hashOf = (key: string): string => hash('sha256', key, 'base64url')

/** Start of every API token, by which scanners recognize one in published code. */
export const TOKEN_PREFIX = 'precis_'

/** Hash of the key in the session cookie of a header; null without a cookie, or with one that is not signed by us. */
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

/** Minimum interval between writes of the last use of a session or a token. */
const TOUCH_EVERY_MS = minutes(5)

export interface SessionOptions {
  db: Db
  clock: Clock
  secret: string
  secure: boolean
  /** Returns a user whose paid period has just ended as they are after asking whether it was renewed. */
  refreshUser: (user: UserRow) => Promise<UserRow>
  /** Counts requests with an API token that doesn't work. */
  limitTokens: LimitCheck
}

/** The user of a request, and the session or the API token that it sent. */
interface SignedIn {
  user: UserRow
  session: SessionRow | null
  token: ApiTokenRow | null
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

type Touch = (db: Db, keyHash: string, now: Date) => Promise<void>

/** Updates the last use of sessions and tokens without delaying requests. */
function trackUse(
  app: FastifyInstance,
  { db, clock }: SessionOptions,
): (touch: Touch, keyHash: string, lastUsedAt: Date | null) => void {
  const pending = new Map<string, Promise<void>>()
  app.addHook('onClose', async () => void (await Promise.all(pending.values())))
  return (touch, keyHash, lastUsedAt) => {
    const now = clock.now()
    if (now.getTime() - (lastUsedAt?.getTime() ?? 0) < TOUCH_EVERY_MS || pending.has(keyHash)) return
    const written = touch(db, keyHash, now)
      .catch((error: unknown) => app.log.warn({ err: error }, "could not update a session's last use"))
      .finally(() => pending.delete(keyHash))
    pending.set(keyHash, written)
  }
}

async function findActiveSession({ db, clock }: Pick<SessionOptions, 'db' | 'clock'>, idHash: string | null) {
  const found = idHash === null ? undefined : await findSession(db, idHash)
  return found === undefined || isOver(found.session, clock.now()) ? null : found
}

/** @throws AppError `unauthorized` for a token that doesn't exist, or no longer; `rate_limited` */
async function findSentToken({ db, limitTokens }: SessionOptions, request: FastifyRequest, sent: string) {
  const found = sent.startsWith(TOKEN_PREFIX) ? await findToken(db, hashOf(sent)) : undefined
  if (found !== undefined) return found
  await limitTokens(request)
  const message = 'Unauthorized: this API token does not exist, or was revoked. Create one on your Account page.'
  throw new AppError('unauthorized', message)
}

/** @throws AppError `scope_missing` when the token of a request doesn't allow its route */
function checkScope({ routeOptions: { config } }: FastifyRequest, { scopes }: ApiTokenRow): void {
  const { access } = config
  if (access === 'session') {
    throw new AppError('scope_missing', 'API tokens can’t do this. Sign in with a browser instead.')
  }
  if (access !== undefined && !scopes.includes(access)) {
    const message = `This API token doesn’t have the scope “${access}”. Create one that does on your Account page.`
    throw new AppError('scope_missing', message)
  }
}

/** Sets a request's session or token, user and actor. */
export function setSignedIn(request: FastifyRequest, signedIn: SignedIn | null): void {
  request.signedIn = signedIn
  const now = request.server.sessions.clock.now()
  request.actor = signedIn === null ? null : { userId: signedIn.user.id, plan: heldPlan(signedIn.user, now) }
}

/**
 * Reads the session of each request, or its API token, and sets `request.actor`. A request with a token uses that alone,
 * whatever its cookies are, and remains a visitor's on routes that need neither.
 */
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
    const readSession = async (request: FastifyRequest): Promise<void> => {
      const found = await findActiveSession(options, hashInHeader(request.headers.cookie, cookieName, secret))
      setSignedIn(request, found === null ? null : { ...found, token: null, user: await refreshUser(found.user) })
      if (found !== null) track(touchSession, found.session.idHash, found.session.lastSeenAt)
    }
    const readToken = async (request: FastifyRequest, sent: string): Promise<void> => {
      const { token, user } = await findSentToken(options, request, sent)
      if (request.routeOptions.config.access === undefined) return
      setSignedIn(request, { session: null, token, user: await refreshUser(user) })
      checkScope(request, token)
      track(touchToken, token.tokenHash, token.lastUsedAt)
    }
    app.addHook('onRequest', async (request, reply) => {
      const sent = bearerToken(request)
      if (sent === null) return readSession(request)
      reply.header('www-authenticate', 'Bearer')
      await readToken(request, sent)
      reply.removeHeader('www-authenticate')
    })
  },
  { name: 'sessions' },
)

/** Returns whether the browser with a Cookie header is signed in; null without a session key. */
export async function isSignedInBrowser(
  cookies: string | undefined,
  { secret, secure, ...options }: Omit<SessionOptions, 'refreshUser' | 'limitTokens'>,
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

/** The session of a signed-in browser; null for requests with an API token. */
export function sessionOf(request: FastifyRequest): SessionRow | null {
  return request.signedIn?.session ?? null
}

/** Returns whether a request's session or token is still active, for responses that outlast it. */
export async function isStillSignedIn(request: FastifyRequest): Promise<boolean> {
  const { sessions } = request.server
  const token = request.signedIn?.token
  if (token) return (await findToken(sessions.db, token.tokenHash)) !== undefined
  return (await findActiveSession(sessions, sessionOf(request)?.idHash ?? null)) !== null
}
