import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { LanguageChoice } from '../../../shared/languages.ts'
import type { Db, Tx } from '../../db/database.ts'
import { isWritten } from '../../db/rows.ts'
import { type UserRow, users } from '../../db/schema/index.ts'

/** Condition that a user has an email, ignoring case. */
export const hasEmail = (email: string) => eq(sql`lower(${users.email})`, email.toLowerCase())

/** Finds a user by email, ignoring case. */
export async function findUserByEmail(db: Db | Tx, email: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(hasEmail(email)).limit(1)
  return row
}

export async function findUserById(db: Db | Tx, id: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id)).limit(1)
  return row
}

/**
 * Finds the user that an operator names by email or id.
 *
 * @throws AppError `not_found`
 */
export async function findUserByEmailOrId(db: Db | Tx, emailOrId: string): Promise<UserRow> {
  const value = emailOrId.trim()
  const isId = z.uuid().safeParse(value).success
  const row = isId ? await findUserById(db, value.toLowerCase()) : await findUserByEmail(db, value)
  if (row !== undefined) return row
  throw new AppError('not_found', `No user has the ${isId ? 'id' : 'email address'} ${value}.`)
}

type NewUser = Pick<UserRow, 'email' | 'firstName' | 'lastName'> &
  Partial<Pick<UserRow, 'password' | 'googleId' | 'oidcId' | 'authProvider' | 'profileImageUrl' | 'emailVerified'>>

/** Adds a user; undefined when the email, ignoring case, is taken. */
export async function insertUser(db: Db | Tx, user: NewUser, now: Date): Promise<UserRow | undefined> {
  const [row] = await db
    .insert(users)
    .values({ ...user, planStartedAt: now, usagePeriodStart: now, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning()
  return row
}

/**
 * Updates a user's account and returns the new row; undefined when the user is gone. Violates the unique index
 * users_email_lower when the email is taken.
 */
export async function updateUser(
  db: Db | Tx,
  userId: string,
  change: Partial<NewUser>,
  now: Date,
): Promise<UserRow | undefined> {
  const [row] = await db
    .update(users)
    .set({ ...change, updatedAt: now })
    .where(eq(users.id, userId))
    .returning()
  return row
}

/** Remembers the language that a user last chose for a summary. */
export async function setSummaryLanguage(db: Db | Tx, userId: string, language: LanguageChoice): Promise<void> {
  await db.update(users).set({ summaryLanguage: language }).where(eq(users.id, userId))
}

type WithPassword = Pick<UserRow, 'id' | 'password'>

const hasSamePassword = ({ id, password }: WithPassword) =>
  and(eq(users.id, id), password === null ? isNull(users.password) : eq(users.password, password))

/** Replaces a password hash by a new hash of the same password. False when the password has changed meanwhile. */
export async function replacePasswordHash(db: Db | Tx, user: WithPassword, password: string): Promise<boolean> {
  return isWritten(db.update(users).set({ password }).where(hasSamePassword(user)))
}

/**
 * Changes a user's password.
 *
 * @param user as authenticated
 * @returns undefined when the password has changed meanwhile, or the user is gone
 */
export async function updatePassword(
  tx: Tx,
  user: WithPassword,
  password: string,
  now: Date,
): Promise<UserRow | undefined> {
  const [row] = await tx.update(users).set({ password, updatedAt: now }).where(hasSamePassword(user)).returning()
  return row
}

/** Deletes a user and, by cascade, every row that belongs to them. */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, userId))
}
