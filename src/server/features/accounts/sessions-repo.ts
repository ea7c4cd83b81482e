import { and, desc, eq, gt, lt, lte, ne, notInArray, or, sql } from 'drizzle-orm'
import { batched } from '../../db/batched.ts'
import type { Db, Tx } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { type SessionRow, sessions, type UserRow, users } from '../../db/schema/index.ts'

/** Nobody signs in with more browsers; of those who try, the ones that were away the longest are signed out. */
export const MAX_SESSIONS = 100

/**
 * Adds a session, and removes the one that this browser had. What a person's password changed from in the meantime
 * opens nothing: who changes a password and ends the sessions holds the person's row until both are done.
 *
 * @param user the person as they were when they proved who they are
 * @param replaced idHash of the browser's session so far
 * @returns undefined when the person is gone, or has another password by now
 */
export async function insertSession(
  db: Db,
  session: Omit<SessionRow, 'id' | 'userId'>,
  user: Pick<UserRow, 'id' | 'password'>,
  replaced: string | null,
): Promise<SessionRow | undefined> {
  return db.transaction(async (tx) => {
    const [person] = await tx.select({ password: users.password }).from(users).where(eq(users.id, user.id)).for('share')
    if (person === undefined || person.password !== user.password) return undefined
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

const withPeople = prepared<{ session: SessionRow; person: UserRow }[]>('sessions_with_people', (db) =>
  db
    .select({ session: sessions, person: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(sql`${sessions.idHash} = ANY(${sql.placeholder('idHashes')})`),
)

/** A session with the person it belongs to, in one query, which those who come together share: every request asks. */
export const findSession: (db: Db, idHash: string) => Promise<{ session: SessionRow; person: UserRow } | undefined> =
  batched(async (db: Db, idHashes) => {
    const rows = await withPeople(db, { idHashes })
    return new Map(rows.map((row) => [row.session.idHash, row]))
  })

/** Writes when a session was last used. A session that has ended meanwhile stays ended. */
export async function touchSession(db: Db | Tx, idHash: string, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ lastSeenAt: now })
    .where(and(eq(sessions.idHash, idHash), lt(sessions.lastSeenAt, now)))
}

/** Gives a session another key. False when it has ended meanwhile: it stays ended. */
export async function renameSession(db: Db | Tx, idHash: string, newIdHash: string): Promise<boolean> {
  const renamed = await db
    .update(sessions)
    .set({ idHash: newIdHash })
    .where(eq(sessions.idHash, idHash))
    .returning({ id: sessions.id })
  return renamed.length > 0
}

export async function deleteSession(db: Db | Tx, idHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.idHash, idHash))
}

/** Ends a session by the id that the person knows it by. False when the person has no such session. */
export async function deleteSessionById(db: Db | Tx, userId: string, id: string): Promise<boolean> {
  const deleted = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning({ id: sessions.id })
  return deleted.length > 0
}

/** Ends the sessions of a person; all of them, or all but one. Says how many there were. */
export async function deleteSessionsOf(db: Db | Tx, userId: string, exceptIdHash?: string): Promise<number> {
  const others = exceptIdHash === undefined ? undefined : ne(sessions.idHash, exceptIdHash)
  const ended = and(eq(sessions.userId, userId), others)
  return (await db.delete(sessions).where(ended).returning({ id: sessions.id })).length
}

/** Sessions of a person that have not ended, the last seen first. */
export async function listSessions(
  db: Db | Tx,
  userId: string,
  { now, seenAfter }: { now: Date; seenAfter: Date },
): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now), gt(sessions.lastSeenAt, seenAfter)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt), sessions.id)
    .limit(MAX_SESSIONS)
}

/** Removes sessions that are over, or that nobody came back to. */
export async function deleteEndedSessions(
  db: Db | Tx,
  { now, seenAfter }: { now: Date; seenAfter: Date },
): Promise<void> {
  await db.delete(sessions).where(or(lte(sessions.expiresAt, now), lte(sessions.lastSeenAt, seenAfter)))
}
