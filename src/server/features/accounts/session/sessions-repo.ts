import { and, asc, desc, eq, gt, lt, lte, ne, notInArray, or, sql } from 'drizzle-orm'
import { days, retention } from '../../../../shared/account/retention.ts'
import type { Db } from '../../../db/database.ts'
import { countWritten, firstOf, isWritten, prepared } from '../../../db/rows.ts'
import { type SessionRow, sessions, type UserRow, users } from '../../../db/schema/index.ts'

/** Maximum sessions per user; a new sign-in ends the ones that have been idle the longest. */
export const MAX_SESSIONS = 100

const IDLE_MS = days(retention.sessionIdleDays)

/** Sessions last used at or before this moment are over. */
const idleSince = (now: Date): Date => new Date(now.getTime() - IDLE_MS)

export const endOf = (now: Date): Date => new Date(now.getTime() + days(retention.sessionDays))

export const isOver = (session: Pick<SessionRow, 'expiresAt' | 'lastSeenAt'>, now: Date): boolean =>
  session.expiresAt <= now || session.lastSeenAt <= idleSince(now)

/**
 * Adds a session and removes the browser's previous one, with the hash `replaced`. Locks the user's row against a
 * concurrent password change, which holds that lock until it has ended all sessions.
 * @param user as authenticated
 * @returns undefined when the user is gone, or the password has changed since they authenticated
 */
export async function insertSession(
  db: Db,
  session: Omit<SessionRow, 'id' | 'userId'>,
  user: Pick<UserRow, 'id' | 'password'>,
  replaced: string | null,
): Promise<SessionRow | undefined> {
  return db.transaction(async (tx) => {
    const [current] = await tx
      .select({ password: users.password })
      .from(users)
      .where(eq(users.id, user.id))
      .for('share')
    if (current === undefined || current.password !== user.password) return undefined
    if (replaced !== null) await deleteSession(tx, replaced)
    const kept = tx
      .select({ idHash: sessions.idHash })
      .from(sessions)
      .where(eq(sessions.userId, user.id))
      .orderBy(desc(sessions.lastSeenAt))
      .limit(MAX_SESSIONS - 1)
    await tx.delete(sessions).where(and(eq(sessions.userId, user.id), notInArray(sessions.idHash, kept)))
    const [row] = await tx
      .insert(sessions)
      .values({ ...session, userId: user.id })
      .returning()
    return row
  })
}

const sessionWithUser = prepared('session_with_user', (db) =>
  db
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.idHash, sql.placeholder('idHash'))),
)

export const findSession = async (
  db: Db,
  idHash: string,
): Promise<{ session: SessionRow; user: UserRow } | undefined> => firstOf(sessionWithUser(db, { idHash }))

/** Finds a session by its public id; undefined once it has ended or its user is gone. */
export const findSessionById = async (db: Db, id: string): Promise<SessionRow | undefined> =>
  firstOf(db.select().from(sessions).where(eq(sessions.id, id)).limit(1))

/** Updates when a session was last used. A session that has ended meanwhile stays ended. */
export async function touchSession(db: Db, idHash: string, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ lastSeenAt: now })
    .where(and(eq(sessions.idHash, idHash), lt(sessions.lastSeenAt, now)))
}

/** Gives a session a new key. False when it has ended meanwhile: it stays ended. */
export async function renameSession(db: Db, idHash: string, newIdHash: string): Promise<boolean> {
  return isWritten(db.update(sessions).set({ idHash: newIdHash }).where(eq(sessions.idHash, idHash)))
}

export async function deleteSession(db: Db, idHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.idHash, idHash))
}

/** Deletes a session by its public id. False when the user has no such session. */
export async function deleteSessionById(db: Db, userId: string, id: string): Promise<boolean> {
  return isWritten(db.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.id, id))))
}

/** Deletes all sessions of a user, or all but one. Returns how many. */
export async function deleteSessionsOf(db: Db, userId: string, exceptIdHash?: string): Promise<number> {
  const others = exceptIdHash === undefined ? undefined : ne(sessions.idHash, exceptIdHash)
  const ended = and(eq(sessions.userId, userId), others)
  return countWritten(db.delete(sessions).where(ended))
}

/** Lists a user's active sessions, last used first. */
export async function listSessions(db: Db, userId: string, now: Date): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now), gt(sessions.lastSeenAt, idleSince(now))))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt), sessions.id)
    .limit(MAX_SESSIONS)
}

/** Lists all stored sessions of a user, oldest first. */
export async function sessionsOfUser(db: Db, userId: string): Promise<SessionRow[]> {
  return db.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(asc(sessions.createdAt))
}

/** Deletes sessions that have expired or were idle for too long. */
export async function deleteEndedSessions(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(or(lte(sessions.expiresAt, now), lte(sessions.lastSeenAt, idleSince(now))))
}
