import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { logSecurityEvent } from '../../platform/security-events.ts'
import { findPerson } from './find-person.ts'
import { idleSince } from './session-lifetime.ts'
import { deleteSessionsOf, listSessions } from './sessions-repo.ts'

export interface SignedOut {
  userId: string
  email: string
  /** How many browsers were signed in, or would be signed out. */
  sessions: number
}

/**
 * Signs a person out of every browser, as an operator asks for it: a stranger is in, or an account is to be looked at.
 *
 * @param wish.who email or id
 * @throws AppError `not_found` where nobody is called so
 */
export async function signOutPerson(
  { db, clock, log }: { db: Db; clock: Clock; log: FastifyBaseLogger },
  { who, dryRun }: { who: string; dryRun: boolean },
): Promise<SignedOut> {
  const { id: userId, email } = await findPerson(db, who)
  if (dryRun) {
    const now = clock.now()
    const open = await listSessions(db, userId, { now, seenAfter: idleSince(now) })
    return { userId, email, sessions: open.length }
  }
  const sessions = await deleteSessionsOf(db, userId)
  logSecurityEvent(log, 'sessions_ended', userId, { by: 'operator', sessions })
  return { userId, email, sessions }
}
