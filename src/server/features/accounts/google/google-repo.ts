import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/database.ts'
import { type UserRow, users } from '../../../db/schema/index.ts'

/** Has callbacks of the same Google account take turns until the transaction ends. */
export async function lockGoogleAccount(tx: Tx, googleId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`google ${googleId}`}, 0))`)
}

/** The person of a Google account; nobody else changes the row until the transaction ends. */
export async function findUserByGoogleId(tx: Tx, googleId: string): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.googleId, googleId)).limit(1).for('update')
  return row
}

/** The person with an address, whatever its case; nobody else changes the row until the transaction ends. */
export async function lockUserByEmail(tx: Tx, email: string): Promise<UserRow | undefined> {
  const [row] = await tx
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
    .limit(1)
    .for('update')
  return row
}

export type GoogleUser = Pick<UserRow, 'email' | 'firstName' | 'lastName' | 'profileImageUrl' | 'googleId'>

/** Adds a person who signs in with Google; undefined when the address, in any case, has been taken meanwhile. */
export async function insertGoogleUser(tx: Tx, user: GoogleUser, now: Date): Promise<UserRow | undefined> {
  const [row] = await tx
    .insert(users)
    .values({
      ...user,
      authProvider: 'google',
      emailVerified: true,
      planStartedAt: now,
      usagePeriodStart: now,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning()
  return row
}

export type UserChange = Partial<
  Pick<UserRow, 'firstName' | 'lastName' | 'profileImageUrl' | 'googleId' | 'emailVerified' | 'password'>
>

/** Changes a person, and gives them as they are now. */
export async function changeUser(tx: Tx, user: UserRow, change: UserChange, now: Date): Promise<UserRow> {
  const [row] = await tx
    .update(users)
    .set({ ...change, updatedAt: now })
    .where(eq(users.id, user.id))
    .returning()
  return row ?? user
}
