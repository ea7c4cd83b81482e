import { eq, lte, sql } from 'drizzle-orm'
import type { LanguageChoice } from '../../../shared/languages.ts'
import type { Db, Tx } from '../../db/database.ts'
import { sessions, type UserRow, users } from '../../db/schema/index.ts'

/** The person with an address, whatever its case. */
export async function findUserByEmail(db: Db | Tx, email: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
    .limit(1)
  return row
}

export async function findUserById(db: Db | Tx, id: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id)).limit(1)
  return row
}

export type NewUser = Pick<UserRow, 'email' | 'password' | 'firstName' | 'lastName'>

/** Adds a person; undefined when the address, in any case, is taken already. */
export async function insertUser(db: Db | Tx, user: NewUser, now: Date): Promise<UserRow | undefined> {
  const [row] = await db
    .insert(users)
    .values({ ...user, planStartedAt: now, usagePeriodStart: now, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning()
  return row
}

export interface SessionRecord {
  idHash: string
  userId: string | null
  data: unknown
  userAgent: string | null
  expiresAt: Date
}

/** Writes a session, new or known. */
export async function saveSession(db: Db | Tx, session: SessionRecord, now: Date): Promise<void> {
  const { userId, data, userAgent, expiresAt } = session
  await db
    .insert(sessions)
    .values({ ...session, createdAt: now })
    .onConflictDoUpdate({ target: sessions.idHash, set: { userId, data, userAgent, expiresAt } })
}

/** A session with the person it belongs to, in one query: this runs on every signed-in request. */
export async function findSession(
  db: Db | Tx,
  idHash: string,
  now: Date,
): Promise<{ data: unknown; user: UserRow | null } | undefined> {
  const [row] = await db
    .select({ data: sessions.data, expiresAt: sessions.expiresAt, user: users })
    .from(sessions)
    .leftJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.idHash, idHash))
    .limit(1)
  return row === undefined || row.expiresAt <= now ? undefined : row
}

export async function deleteSession(db: Db | Tx, idHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.idHash, idHash))
}

/** Signs a person out everywhere. */
export async function deleteSessionsOf(db: Db | Tx, userId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId))
}

export async function deleteExpiredSessions(db: Db | Tx, now: Date): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expiresAt, now))
}

/** Keeps the language that a person last asked a summary in. */
export async function setSummaryLanguage(db: Db | Tx, userId: string, language: LanguageChoice): Promise<void> {
  await db.update(users).set({ summaryLanguage: language }).where(eq(users.id, userId))
}
