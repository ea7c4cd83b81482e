import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/database.ts'
import { type UserRow, users } from '../../../db/schema/index.ts'

/** Serializes callbacks of the same Google account until the transaction ends. */
export async function lockGoogleAccount(tx: Tx, googleId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`google ${googleId}`}, 0))`)
}

/** Finds the user of a Google account and locks the row until the transaction ends. */
export async function findUserByGoogleId(tx: Tx, googleId: string): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.googleId, googleId)).limit(1).for('update')
  return row
}

/** Finds the user with an email, ignoring case, and locks the row until the transaction ends. */
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

/** Adds a user who signs in with Google; undefined when the email, ignoring case, was taken meanwhile. */
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

export type UserUpdate = Partial<
  Pick<UserRow, 'firstName' | 'lastName' | 'profileImageUrl' | 'googleId' | 'emailVerified' | 'password'>
>

/** Updates a user and returns the new row. */
export async function updateUser(tx: Tx, user: UserRow, change: UserUpdate, now: Date): Promise<UserRow> {
  const [row] = await tx
    .update(users)
    .set({ ...change, updatedAt: now })
    .where(eq(users.id, user.id))
    .returning()
  return row ?? user
}
