import { asc, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { type EmailLinkRow, emailLinks, type SessionRow, sessions } from '../../db/schema/index.ts'

/** Links that were mailed to a person to confirm an address, the oldest first. */
export async function emailLinksOf(db: Db | Tx, userId: string): Promise<EmailLinkRow[]> {
  return db.select().from(emailLinks).where(eq(emailLinks.userId, userId)).orderBy(asc(emailLinks.createdAt))
}

/** Browsers that a person is signed in with, the oldest first. */
export async function sessionsOf(db: Db | Tx, userId: string): Promise<SessionRow[]> {
  return db.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(asc(sessions.createdAt))
}

/** A session by the id that the person knows it by; undefined once it has ended, or its person is gone. */
export async function findSessionById(db: Db | Tx, id: string): Promise<SessionRow | undefined> {
  const [row] = await db.select().from(sessions).where(eq(sessions.id, id)).limit(1)
  return row
}
