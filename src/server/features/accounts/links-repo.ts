import { and, eq, gt, isNotNull, lte, ne, sql } from 'drizzle-orm'
import { AppError } from '../../../shared/errors.ts'
import type { Db, Tx } from '../../db/database.ts'
import { type EmailLinkRow, emailLinks, type UserRow, users } from '../../db/schema/index.ts'

const hasEmail = (email: string) => eq(sql`lower(${users.email})`, email.toLowerCase())

/** Gives the person with an address, in any case, a reset token; the one before it is void. */
export async function setResetToken(
  db: Db | Tx,
  email: string,
  token: { hash: string; expiresAt: Date },
): Promise<UserRow | undefined> {
  const [row] = await db
    .update(users)
    .set({ resetToken: token.hash, resetTokenExpiry: token.expiresAt })
    .where(hasEmail(email))
    .returning()
  return row
}

const opens = (tokenHash: string, now: Date) => and(eq(users.resetToken, tokenHash), gt(users.resetTokenExpiry, now))

/** The address of the person whose reset token this is; null for one that opens nothing. */
export async function emailOfResetToken(db: Db | Tx, tokenHash: string, now: Date): Promise<string | null> {
  const rows = await db.select({ email: users.email }).from(users).where(opens(tokenHash, now)).limit(1)
  return rows[0]?.email ?? null
}

/**
 * Sets the password of the person whose reset token this is; their address, which the link was mailed to, is verified by
 * it. Of two at once, one finds the token gone.
 */
export async function usePasswordReset(
  db: Db | Tx,
  tokenHash: string,
  password: string,
  now: Date,
): Promise<UserRow | undefined> {
  const [row] = await db
    .update(users)
    .set({ password, emailVerified: true, resetToken: null, resetTokenExpiry: null, updatedAt: now })
    .where(opens(tokenHash, now))
    .returning()
  return row
}

/** Makes the others wait who would change a person's address or links. Taken before any link, so that nobody waits in a circle. */
async function lockUser(tx: Tx, userId: string): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  return row
}

type NewLink = Pick<EmailLinkRow, 'userId' | 'purpose' | 'email' | 'createdAt' | 'expiresAt'>

/**
 * Adds a link, without a token yet; those of the same person and purpose are void.
 *
 * @param proved the person as they were when they proved who they are; left out where nobody had to. What their password
 *   has changed from in the meantime asks for nothing any more: a reset that voids all links must be the last word
 * @throws AppError `unauthorized` when the person is gone: the account was deleted while the request was under way;
 *   `conflict` when they have another password by now
 */
export async function addEmailLink(tx: Tx, link: NewLink, proved?: Pick<UserRow, 'password'>): Promise<string> {
  const user = await lockUser(tx, link.userId)
  if (user === undefined) throw new AppError('unauthorized', 'Unauthorized')
  if (proved !== undefined && user.password !== proved.password)
    throw new AppError('conflict', 'Your password was changed elsewhere at the same moment. Please try again.')
  await removeEmailLinks(tx, link.userId, link.purpose)
  const [row] = await tx.insert(emailLinks).values(link).returning({ id: emailLinks.id })
  if (row === undefined) throw new Error('An insert always returns its row.')
  return row.id
}

export type LinkWithUser = EmailLinkRow & { user: UserRow }

/** A link that has not been used, replaced or called off, with the person it belongs to. */
export async function findEmailLink(db: Db | Tx, linkId: string): Promise<LinkWithUser | undefined> {
  const [row] = await db
    .select({ link: emailLinks, user: users })
    .from(emailLinks)
    .innerJoin(users, eq(users.id, emailLinks.userId))
    .where(eq(emailLinks.id, linkId))
  return row === undefined ? undefined : { ...row.link, user: row.user }
}

/** Gives a link its token; the one before it is void. False when the link is gone. */
export async function setLinkToken(
  db: Db | Tx,
  linkId: string,
  token: { hash: string; expiresAt: Date },
): Promise<boolean> {
  const rows = await db
    .update(emailLinks)
    .set({ tokenHash: token.hash, expiresAt: token.expiresAt })
    .where(eq(emailLinks.id, linkId))
    .returning({ id: emailLinks.id })
  return rows.length > 0
}

/** Takes a link out of the table, once, with the person as they are now, who stays locked. */
export async function useEmailLink(tx: Tx, tokenHash: string, now: Date): Promise<LinkWithUser | undefined> {
  const good = and(eq(emailLinks.tokenHash, tokenHash), gt(emailLinks.expiresAt, now))
  const [found] = await tx.select({ userId: emailLinks.userId }).from(emailLinks).where(good)
  const user = found === undefined ? undefined : await lockUser(tx, found.userId)
  if (user === undefined) return undefined
  const [link] = await tx.delete(emailLinks).where(good).returning()
  return link === undefined ? undefined : { ...link, user }
}

/** Marks a person's address as verified. */
export async function setEmailVerified(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.update(users).set({ emailVerified: true, updatedAt: now }).where(eq(users.id, userId))
}

/** Whether somebody else has an address, in any case. */
export async function isEmailTaken(db: Db | Tx, email: string, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(hasEmail(email), ne(users.id, userId)))
    .limit(1)
  return rows.length > 0
}

/** Gives a person another address, which is verified. Fails on the unique index users_email_lower where it is taken. */
export async function setEmail(tx: Tx, userId: string, email: string, now: Date): Promise<void> {
  await tx.update(users).set({ email, emailVerified: true, updatedAt: now }).where(eq(users.id, userId))
}

/** Makes a person's links of one purpose, or of any, void. */
export async function removeEmailLinks(db: Db | Tx, userId: string, purpose?: EmailLinkRow['purpose']): Promise<void> {
  await db
    .delete(emailLinks)
    .where(and(eq(emailLinks.userId, userId), purpose === undefined ? undefined : eq(emailLinks.purpose, purpose)))
}

/** Makes everything void that was mailed to a person: what a change of password or address must not leave behind. */
export async function voidMailedLinks(tx: Tx, userId: string): Promise<void> {
  await tx.update(users).set({ resetToken: null, resetTokenExpiry: null }).where(eq(users.id, userId))
  await removeEmailLinks(tx, userId)
}

/** Removes links and reset tokens that nobody has used in time. */
export async function removeExpiredLinks(db: Db, now: Date): Promise<void> {
  await db.delete(emailLinks).where(lte(emailLinks.expiresAt, now))
  await db
    .update(users)
    .set({ resetToken: null, resetTokenExpiry: null })
    .where(and(isNotNull(users.resetToken), lte(users.resetTokenExpiry, now)))
}
