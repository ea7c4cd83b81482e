import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { AppError } from '../../../shared/errors.ts'
import { heldPlan } from '../../../shared/plans/held-plan.ts'
import { minutes } from '../../../shared/retention.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { SessionRow, UserRow } from '../../db/schema/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { createDeviceCookies, type DeviceCookies } from './device-cookie.ts'
import {
  clearCookies,
  hashInHeader,
  hashOf,
  newKey,
  sendCookies,
  sentHash,
  sessionCookieName,
  signedInName,
} from './session-cookies.ts'
import { endOf, idleSince, isOver } from './session-lifetime.ts'
import {
  deleteEndedSessions,
  deleteSession,
  deleteSessionsOf,
  findSession,
  insertSession,
  renameSession,
  touchSession,
} from './sessions-repo.ts'

/** How often it is written down that a session is in use: not with every request. */
const SEEN_EVERY_MS = minutes(5)
const MAX_USER_AGENT_CHARACTERS = 300

export interface SessionOptions {
  db: Db
  clock: Clock
  secret: string
  /** Browsers send the cookies over HTTPS only. */
  secure: boolean
  /** Answers a person whose plan has just run out as they are once it was asked whether it goes on. */
  refreshDue: (person: UserRow) => Promise<UserRow>
}

interface SignedIn {
  session: SessionRow
  person: UserRow
}

declare module 'fastify' {
  interface FastifyInstance {
    sessionDeps: Pick<SessionOptions, 'db' | 'clock' | 'refreshDue'> & {
      cookieName: string
      signedInName: string
      devices: DeviceCookies
    }
  }
  interface FastifyRequest {
    signedIn: SignedIn | null
  }
}

async function readSession(request: FastifyRequest, { db, clock, secure }: SessionOptions): Promise<SignedIn | null> {
  const idHash = sentHash(request, sessionCookieName(secure))
  if (idHash === null) return null
  const found = await findSession(db, idHash)
  return found === undefined || isOver(found.session, clock.now()) ? null : found
}

/** Writes down that sessions are in use, without keeping a request waiting. */
function noteUse(app: FastifyInstance, { db, clock }: SessionOptions): (session: SessionRow) => void {
  const underWay = new Map<string, Promise<void>>()
  app.addHook('onClose', async () => void (await Promise.all(underWay.values())))
  return ({ idHash, lastSeenAt }) => {
    const now = clock.now()
    if (now.getTime() - lastSeenAt.getTime() < SEEN_EVERY_MS || underWay.has(idHash)) return
    const written = touchSession(db, idHash, now)
      .catch((error: unknown) => app.log.warn({ err: error }, 'the use of a session could not be written down'))
      .finally(() => underWay.delete(idHash))
    underWay.set(idHash, written)
  }
}

function setSignedIn(request: FastifyRequest, signedIn: SignedIn | null): void {
  request.signedIn = signedIn
  const now = request.server.sessionDeps.clock.now()
  request.actor = signedIn === null ? null : { userId: signedIn.person.id, plan: heldPlan(signedIn.person, now) }
}

/** Reads the session of each request and sets `request.actor`. */
export const sessionPlugin = fp(
  async (app: FastifyInstance, options: SessionOptions) => {
    const { db, clock, secret, secure, refreshDue } = options
    // Said once for all cookies, and not left to the scheme that a proxy in front says, or keeps to itself.
    await app.register(cookie, { secret, parseOptions: { secure } })
    app.decorate('sessionDeps', {
      db,
      clock,
      refreshDue,
      cookieName: sessionCookieName(secure),
      signedInName: signedInName(secure),
      devices: createDeviceCookies(secret, secure),
    })
    app.decorateRequest('signedIn', null)
    app.decorateRequest('actor', null)
    const note = noteUse(app, options)
    app.addHook('onRequest', async (request) => {
      const found = await readSession(request, options)
      const signedIn = found === null ? null : { ...found, person: await refreshDue(found.person) }
      setSignedIn(request, signedIn)
      if (signedIn !== null) note(signedIn.session)
    })
  },
  { name: 'sessions' },
)

/**
 * Whether a browser is signed in, where nothing else is asked of its person.
 *
 * @param cookies of the request, as sent
 * @returns null where it has no key to a session
 */
export async function isSignedInBrowser(
  cookies: string | undefined,
  { db, clock, secret, secure }: Omit<SessionOptions, 'refreshDue'>,
): Promise<boolean | null> {
  const idHash = hashInHeader(cookies, sessionCookieName(secure), secret)
  if (idHash === null) return null
  const found = await findSession(db, idHash)
  return found !== undefined && !isOver(found.session, clock.now())
}

/** The signed-in person's row, as read with the session. */
export function personOf(request: FastifyRequest): UserRow | null {
  return request.signedIn?.person ?? null
}

/** The session of a signed-in browser. */
export function sessionOf(request: FastifyRequest): SessionRow | null {
  return request.signedIn?.session ?? null
}

/** Whether the session of a request goes on: for answers that take so long that it can end meanwhile. */
export async function isStillSignedIn(request: FastifyRequest): Promise<boolean> {
  const { db, clock } = request.server.sessionDeps
  const session = sessionOf(request)
  const found = session === null ? undefined : await findSession(db, session.idHash)
  return found !== undefined && !isOver(found.session, clock.now())
}

/**
 * Signs a person in under a new key, so that one known before is worth nothing; who was signed in with this browser no
 * longer is. Not to be called inside a transaction.
 *
 * @param user the person as they were when they proved who they are
 * @returns the person as they are now
 * @throws AppError `invalid_credentials` when the person is gone, or has another password by now
 */
export async function startSession(request: FastifyRequest, reply: FastifyReply, user: UserRow): Promise<UserRow> {
  const { db, clock, refreshDue, devices } = request.server.sessionDeps
  const now = clock.now()
  const key = newKey()
  const started = {
    idHash: hashOf(key),
    userAgent: request.headers['user-agent']?.slice(0, MAX_USER_AGENT_CHARACTERS) ?? null,
    createdAt: now,
    lastSeenAt: now,
    authenticatedAt: now,
    expiresAt: endOf(now),
  }
  const session = await insertSession(db, started, user, sessionOf(request)?.idHash ?? null)
  if (session === undefined) {
    throw new AppError('invalid_credentials', 'This account has changed just now. Please sign in again.')
  }
  const person = await refreshDue(user)
  setSignedIn(request, { session, person })
  sendCookies(reply, key, now, session.expiresAt)
  devices.send(reply, user, now)
  return person
}

/**
 * Gives the browser's session a new key: what was known before opens nothing. The session is over when it would have
 * been. Not to be called inside a transaction: the new key goes out even if that fails.
 *
 * @throws AppError `unauthorized` when the session has ended meanwhile
 */
export async function rotateSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { signedIn } = request
  const { db, clock } = request.server.sessionDeps
  const key = newKey()
  const idHash = hashOf(key)
  if (signedIn === null || !(await renameSession(db, signedIn.session.idHash, idHash))) {
    throw new AppError('unauthorized', 'Unauthorized')
  }
  setSignedIn(request, { ...signedIn, session: { ...signedIn.session, idHash } })
  sendCookies(reply, key, clock.now(), signedIn.session.expiresAt)
}

/** Signs out: the session's row goes, so a copy of the cookie is worth nothing. */
export async function endSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const session = sessionOf(request)
  if (session !== null) await deleteSession(request.server.sessionDeps.db, session.idHash)
  setSignedIn(request, null)
  clearCookies(reply)
}

/**
 * Signs a person out everywhere, at once. Inside a transaction that changes how the person signs in, it comes after
 * that change, so that nobody signs in between the two by what was true before.
 *
 * @param options.except the request whose own session goes on
 */
export async function endSessionsOf(
  db: Db | Tx,
  userId: string,
  options: { except?: FastifyRequest } = {},
): Promise<void> {
  const kept = options.except === undefined ? null : sessionOf(options.except)
  await deleteSessionsOf(db, userId, kept?.idHash)
}

/** Removes the rows of sessions that are over. */
export async function removeEndedSessions(db: Db, now: Date): Promise<void> {
  await deleteEndedSessions(db, { now, seenAfter: idleSince(now) })
}
