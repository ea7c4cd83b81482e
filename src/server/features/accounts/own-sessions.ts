import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignedInSession } from '../../../shared/accounts.ts'
import { AppError } from '../../../shared/errors.ts'
import { requireActor } from '../../platform/actor.ts'
import { logSecurityEvent } from '../../platform/security-events.ts'
import type { AccountDeps } from './account-deps.ts'
import { deviceName } from './device-name.ts'
import { idleSince } from './session-lifetime.ts'
import { endSession, endSessionsOf, sessionOf } from './sessions.ts'
import { deleteSessionById, listSessions } from './sessions-repo.ts'

type SessionDeps = Pick<AccountDeps, 'db' | 'clock'>

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** The browsers that a person is signed in with, the last seen first. */
export async function listOwnSessions({ db, clock }: SessionDeps, request: FastifyRequest): Promise<SignedInSession[]> {
  const { userId } = requireActor(request)
  const now = clock.now()
  const rows = await listSessions(db, userId, { now, seenAfter: idleSince(now) })
  const current = sessionOf(request)?.id
  return rows.map((row) => ({
    id: row.id,
    device: deviceName(row.userAgent),
    current: row.id === current,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  }))
}

/**
 * Signs out one browser of a person. Ending the session that asks is signing out.
 *
 * @throws AppError `not_found` for an id that is no session of theirs: nobody learns whose it is
 */
export async function endOneSession({ db }: SessionDeps, { request, reply }: Exchange, id: string): Promise<void> {
  const { userId } = requireActor(request)
  if (id === sessionOf(request)?.id) {
    await endSession(request, reply)
    logSecurityEvent(request.log, 'sign_out', userId)
    return
  }
  if (!(await deleteSessionById(db, userId, id))) {
    throw new AppError('not_found', 'This session does not exist. It may have ended already.')
  }
  logSecurityEvent(request.log, 'session_ended', userId)
}

/** Signs a person out everywhere, or everywhere but here. */
export async function endAllSessions(
  { db }: SessionDeps,
  { request, reply }: Exchange,
  keepCurrent: boolean,
): Promise<void> {
  const { userId } = requireActor(request)
  await endSessionsOf(db, userId, keepCurrent ? { except: request } : {})
  if (!keepCurrent) await endSession(request, reply)
  logSecurityEvent(request.log, 'sessions_ended', userId)
}
