import { and, asc, desc, eq, gt, isNotNull, lte, ne } from 'drizzle-orm'
import { AppError } from '../../../../shared/errors.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { firstOf, isWritten, onlyOf } from '../../../db/rows.ts'
import { type EmailLinkRow, emailLinks, type UserRow, users } from '../../../db/schema/index.ts'
import { lockUser } from '../../../plans/quota-repo.ts'
import { hasEmail } from '../users-repo.ts'

/** Sets the reset token of the user with an email, ignoring case; voids the previous one. */
export const setResetToken = async (db: Db, email: string, token: { hash: string; expiresAt: Date }) =>
  firstOf(
    db
      .update(users)
      .set({ resetToken: token.hash, resetTokenExpiry: token.expiresAt })
      .where(hasEmail(email))
      .returning(),
  )

const hasResetToken = (tokenHash: string, now: Date) =>
  and(eq(users.resetToken, tokenHash), gt(users.resetTokenExpiry, now))

/** Email of the user with a reset token; null for an invalid token. */
export const emailOfResetToken = async (db: Db, tokenHash: string, now: Date): Promise<string | null> =>
  (await firstOf(db.select({ email: users.email }).from(users).where(hasResetToken(tokenHash, now))))?.email ?? null

/**
 * Sets the password of the user with a reset token, which is used up, and verifies the address that the link was
 * emailed to. Undefined for an invalid token.
 */
export const usePasswordReset = async (
  db: Db,
  tokenHash: string,
  password: string,
  now: Date,
): Promise<UserRow | undefined> =>
  firstOf(
    db
      .update(users)
      .set({ password, emailVerified: true, resetToken: null, resetTokenExpiry: null, updatedAt: now })
      .where(hasResetToken(tokenHash, now))
      .returning(),
  )

type NewLink = Pick<EmailLinkRow, 'userId' | 'purpose' | 'email' | 'createdAt' | 'expiresAt'>

/**
 * Adds a link without a token; voids the user's earlier links of the same purpose. Locks the user before any link, so
 * that transactions on the same user cannot deadlock.
 * @param authenticated the user as authenticated; omitted when the request needs no confirmed identity
 * @throws AppError `unauthorized` when the user is gone; `account_changed` when the password has changed since they
 * authenticated, because a password reset voids all links
 */
export async function addEmailLink(tx: Tx, link: NewLink, authenticated?: Pick<UserRow, 'password'>): Promise<string> {
  const user = await lockUser(tx, link.userId)
  if (user === undefined) throw new AppError('unauthorized', 'Unauthorized')
  if (authenticated !== undefined && user.password !== authenticated.password)
    throw new AppError('account_changed', 'Your password was changed elsewhere at the same moment. Please try again.')
  await removeEmailLinks(tx, link.userId, link.purpose)
  return (await onlyOf(tx.insert(emailLinks).values(link).returning({ id: emailLinks.id }))).id
}

export type LinkWithUser = EmailLinkRow & { user: UserRow }

/** Finds a link that has not been used, replaced or canceled, with its user. */
export async function findEmailLink(db: Db, linkId: string): Promise<LinkWithUser | undefined> {
  const [row] = await db
    .select({ link: emailLinks, user: users })
    .from(emailLinks)
    .innerJoin(users, eq(users.id, emailLinks.userId))
    .where(eq(emailLinks.id, linkId))
  return row === undefined ? undefined : { ...row.link, user: row.user }
}

/** Sets a link's token; voids the previous one. False when the link is gone. */
export async function setLinkToken(db: Db, linkId: string, token: { hash: string; expiresAt: Date }): Promise<boolean> {
  return isWritten(
    db.update(emailLinks).set({ tokenHash: token.hash, expiresAt: token.expiresAt }).where(eq(emailLinks.id, linkId)),
  )
}

/** Deletes the link with a token and returns it with its user, whose row stays locked. */
export async function useEmailLink(tx: Tx, tokenHash: string, now: Date): Promise<LinkWithUser | undefined> {
  const isValid = and(eq(emailLinks.tokenHash, tokenHash), gt(emailLinks.expiresAt, now))
  const [found] = await tx.select({ userId: emailLinks.userId }).from(emailLinks).where(isValid)
  const user = found === undefined ? undefined : await lockUser(tx, found.userId)
  if (user === undefined) return undefined
  const [link] = await tx.delete(emailLinks).where(isValid).returning()
  return link === undefined ? undefined : { ...link, user }
}

/** Returns whether another user has an email, ignoring case. */
export async function isEmailTaken(db: Db, email: string, userId: string): Promise<boolean> {
  return (await db.$count(users, and(hasEmail(email), ne(users.id, userId)))) > 0
}

/** Finds the new email that a user has requested and not confirmed yet. */
export async function findPendingEmail(db: Db, userId: string, now: Date): Promise<string | null> {
  const [row] = await db
    .select({ email: emailLinks.email })
    .from(emailLinks)
    .where(and(eq(emailLinks.userId, userId), eq(emailLinks.purpose, 'change'), gt(emailLinks.expiresAt, now)))
    .orderBy(desc(emailLinks.createdAt))
    .limit(1)
  return row?.email ?? null
}

/** Lists a user's confirmation links, oldest first. */
export async function emailLinksOf(db: Db, userId: string): Promise<EmailLinkRow[]> {
  return db.select().from(emailLinks).where(eq(emailLinks.userId, userId)).orderBy(asc(emailLinks.createdAt))
}

/** Voids a user's confirmation links of one purpose, or of all. */
export async function removeEmailLinks(db: Db, userId: string, purpose?: EmailLinkRow['purpose']): Promise<void> {
  await db
    .delete(emailLinks)
    .where(and(eq(emailLinks.userId, userId), purpose === undefined ? undefined : eq(emailLinks.purpose, purpose)))
}

/** Voids all links emailed to a user, as after a change of password or email. */
export async function voidEmailedLinks(tx: Tx, userId: string): Promise<void> {
  await tx.update(users).set({ resetToken: null, resetTokenExpiry: null }).where(eq(users.id, userId))
  await removeEmailLinks(tx, userId)
}

export async function removeExpiredLinks(db: Db, now: Date): Promise<void> {
  await db.delete(emailLinks).where(lte(emailLinks.expiresAt, now))
  await db
    .update(users)
    .set({ resetToken: null, resetTokenExpiry: null })
    .where(and(isNotNull(users.resetToken), lte(users.resetTokenExpiry, now)))
}
