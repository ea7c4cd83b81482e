import { eq, sql } from 'drizzle-orm'
import type { LanguageChoice } from '../../../shared/languages.ts'
import type { Db, Tx } from '../../db/database.ts'
import { type UserRow, users } from '../../db/schema/index.ts'

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

/** Keeps the language that a person last asked a summary in. */
export async function setSummaryLanguage(db: Db | Tx, userId: string, language: LanguageChoice): Promise<void> {
  await db.update(users).set({ summaryLanguage: language }).where(eq(users.id, userId))
}
