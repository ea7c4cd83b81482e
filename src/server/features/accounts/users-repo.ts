import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { User } from '../../../shared/account/accounts.ts'
import { AppError } from '../../../shared/errors.ts'
import { heldPlan, usagePeriodAt } from '../../../shared/plans/catalogue.ts'
import type { SignInProvider } from '../../../shared/redirect-params.ts'
import type { LanguageChoice } from '../../../shared/text/languages.ts'
import type { Db, Tx } from '../../db/database.ts'
import { firstOf, isWritten } from '../../db/rows.ts'
import { type UserRow, users } from '../../db/schema/index.ts'

/** Condition that a user has an email, ignoring case. */
export const hasEmail = (email: string) => eq(sql`lower(${users.email})`, email.toLowerCase())

/** Finds a user by email, ignoring case. */
export const findUserByEmail = async (db: Db, email: string): Promise<UserRow | undefined> =>
  firstOf(db.select().from(users).where(hasEmail(email)).limit(1))

export const findUserById = async (db: Db, id: string): Promise<UserRow | undefined> =>
  firstOf(db.select().from(users).where(eq(users.id, id)).limit(1))

/** Finds the user that an operator names by email or id. @throws AppError `not_found` */
export async function findUserByEmailOrId(db: Db, emailOrId: string): Promise<UserRow> {
  const value = emailOrId.trim()
  const isId = z.uuid().safeParse(value).success
  const row = isId ? await findUserById(db, value.toLowerCase()) : await findUserByEmail(db, value)
  if (row !== undefined) return row
  throw new AppError('not_found', `No user has the ${isId ? 'id' : 'email address'} ${value}.`)
}

type NewUser = Pick<UserRow, 'email' | 'firstName' | 'lastName'> &
  Partial<Pick<UserRow, 'password' | 'googleId' | 'oidcId' | 'authProvider' | 'profileImageUrl' | 'emailVerified'>>

/** Adds a user; undefined when the email, ignoring case, is taken. */
export const insertUser = async (db: Db, user: NewUser, now: Date): Promise<UserRow | undefined> =>
  firstOf(
    db
      .insert(users)
      .values({ ...user, planStartedAt: now, usagePeriodStart: now, createdAt: now, updatedAt: now })
      .onConflictDoNothing()
      .returning(),
  )

/**
 * Updates a user's account and returns the new row; undefined when the user is gone. Violates the unique index
 * users_email_lower when the email is taken.
 */
export const updateUser = async (
  db: Db,
  userId: string,
  change: Partial<NewUser>,
  now: Date,
): Promise<UserRow | undefined> =>
  firstOf(
    db
      .update(users)
      .set({ ...change, updatedAt: now })
      .where(eq(users.id, userId))
      .returning(),
  )

/** Remembers the language that a user last chose for a summary. */
export async function setSummaryLanguage(db: Db, userId: string, language: LanguageChoice): Promise<void> {
  await db.update(users).set({ summaryLanguage: language }).where(eq(users.id, userId))
}

type WithPassword = Pick<UserRow, 'id' | 'password'>

const hasSamePassword = ({ id, password }: WithPassword) =>
  and(eq(users.id, id), password === null ? isNull(users.password) : eq(users.password, password))

/** Replaces a password hash by a new hash of the same password. False when the password has changed meanwhile. */
export async function replacePasswordHash(db: Db, user: WithPassword, password: string): Promise<boolean> {
  return isWritten(db.update(users).set({ password }).where(hasSamePassword(user)))
}

/** Changes the password of a user as authenticated; undefined when it has changed meanwhile, or the user is gone. */
export const updatePassword = async (
  tx: Tx,
  user: WithPassword,
  password: string,
  now: Date,
): Promise<UserRow | undefined> =>
  firstOf(tx.update(users).set({ password, updatedAt: now }).where(hasSamePassword(user)).returning())

/** Deletes a user and, by cascade, every row that belongs to them. */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, userId))
}

/** Converts a row to the user object of the API: the current plan and counters, and nothing secret. */
export function toUser(row: UserRow, now: Date): User {
  const isCurrentPeriod = row.usagePeriodStart >= usagePeriodAt(row.planStartedAt, now).start
  return {
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    profileImageUrl: row.profileImageUrl,
    authProvider: row.authProvider,
    emailVerified: row.emailVerified,
    subscriptionPlan: heldPlan(row, now),
    subscriptionExpiresAt: row.subscriptionExpiresAt?.toISOString() ?? null,
    summariesUsed: isCurrentPeriod ? row.summariesUsed : 0,
    questionsUsed: isCurrentPeriod ? row.questionsUsed : 0,
    audioMinutesUsed: isCurrentPeriod ? row.audioMinutesUsed : 0,
    exportsUsed: row.exportsUsed,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export const idColumns = { google: 'googleId', oidc: 'oidcId' } as const satisfies Record<SignInProvider, keyof UserRow>

/** Serializes callbacks of the same account at a provider until the transaction ends. */
export async function lockSubject(tx: Tx, provider: SignInProvider, subject: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${provider} ${subject}`}, 0))`)
}

/** Finds the user of an account at a provider and locks the row until the transaction ends. */
export const lockUserBySubject = async (
  tx: Tx,
  provider: SignInProvider,
  subject: string,
): Promise<UserRow | undefined> =>
  firstOf(tx.select().from(users).where(eq(users[idColumns[provider]], subject)).for('update'))

/** Finds the user with an email, ignoring case, and locks the row until the transaction ends. */
export const lockUserByEmail = async (tx: Tx, email: string): Promise<UserRow | undefined> =>
  firstOf(tx.select().from(users).where(hasEmail(email)).for('update'))

export async function countExports(db: Db, userId: string, count: number): Promise<void> {
  await db
    .update(users)
    .set({ exportsUsed: sql`${users.exportsUsed} + ${count}` })
    .where(eq(users.id, userId))
}
