import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../../shared/errors.ts'
import type { Db } from '../../../db/database.ts'
import type { UserRow } from '../../../db/schema/index.ts'
import { clearCookies, hashOf, newKey, sendCookies, sessionOf, setSignedIn } from './session-plugin.ts'
import { deleteSession, deleteSessionsOf, endOf, insertSession, renameSession } from './sessions-repo.ts'

const MAX_USER_AGENT_CHARACTERS = 300

/**
 * Signs a user in, as authenticated, under a new key, ending the browser's previous session, and returns them as they
 * are now. Don't call it inside a transaction.
 * @throws AppError `invalid_credentials` when the user is gone, or the password has changed since they authenticated
 */
export async function startSession(request: FastifyRequest, reply: FastifyReply, user: UserRow): Promise<UserRow> {
  const { db, clock, refreshUser, knownBrowsers } = request.server.sessions
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
    throw new AppError('invalid_credentials', 'This account has just changed. Please sign in again.')
  }
  const refreshed = await refreshUser(user)
  setSignedIn(request, { session, token: null, user: refreshed })
  sendCookies(reply, key, now, session.expiresAt)
  knownBrowsers.send(reply, user, now)
  return refreshed
}

/**
 * Gives the browser's session a new key, which invalidates the old one; its end stays the same. Don't call it inside a
 * transaction: the new key is sent even if that fails.
 * @throws AppError `unauthorized` when the session has ended meanwhile
 */
export async function rotateSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { signedIn } = request
  const session = sessionOf(request)
  const { db, clock } = request.server.sessions
  const key = newKey()
  const idHash = hashOf(key)
  if (signedIn === null || session === null || !(await renameSession(db, session.idHash, idHash))) {
    throw new AppError('unauthorized', 'Unauthorized')
  }
  setSignedIn(request, { ...signedIn, session: { ...session, idHash } })
  sendCookies(reply, key, clock.now(), session.expiresAt)
}

/** Signs the browser out and deletes its session, so that a copy of the cookie is worthless. */
export async function endSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const session = sessionOf(request)
  if (session !== null) await deleteSession(request.server.sessions.db, session.idHash)
  setSignedIn(request, null)
  clearCookies(reply)
}

/**
 * Ends all sessions of a user, or all but that of `except`. In a transaction that changes how they sign in, call it
 * after that change, so that no sign-in by the old credentials slips in between.
 */
export async function endSessionsOf(db: Db, userId: string, { except }: { except?: FastifyRequest } = {}) {
  const kept = except === undefined ? null : sessionOf(except)
  await deleteSessionsOf(db, userId, kept?.idHash)
}
