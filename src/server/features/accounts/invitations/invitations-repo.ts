import { and, desc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/database.ts'
import { firstOf, isWritten, onlyOf } from '../../../db/rows.ts'
import { type InvitationRow, invitations } from '../../../db/schema/index.ts'

export const insertInvitation = async (db: Db, invitation: Omit<InvitationRow, 'id'>): Promise<InvitationRow> =>
  onlyOf(db.insert(invitations).values(invitation).returning())

/** Lists the open invitations, newest first. */
export async function openInvitations(db: Db, now: Date): Promise<InvitationRow[]> {
  const isOpen = gt(invitations.expiresAt, now)
  return db.select().from(invitations).where(isOpen).orderBy(desc(invitations.createdAt), invitations.id)
}

const isOpenWith = (tokenHash: string, now: Date) =>
  and(eq(invitations.tokenHash, tokenHash), gt(invitations.expiresAt, now))

export const findInvitation = async (db: Db, tokenHash: string, now: Date): Promise<InvitationRow | undefined> =>
  firstOf(db.select().from(invitations).where(isOpenWith(tokenHash, now)))

/** Takes an invitation for an email address. False if there is none; of concurrent transactions, one gets it. */
export async function takeInvitation(tx: Tx, tokenHash: string, email: string, now: Date): Promise<boolean> {
  const isFor = or(isNull(invitations.email), eq(sql`lower(${invitations.email})`, email.toLowerCase()))
  return isWritten(tx.delete(invitations).where(and(isOpenWith(tokenHash, now), isFor)))
}

/** Deletes an invitation. False if there is none with this id. */
export async function deleteInvitation(db: Db, id: string): Promise<boolean> {
  return isWritten(db.delete(invitations).where(eq(invitations.id, id)))
}

export async function removeExpiredInvitations(db: Db, now: Date): Promise<void> {
  await db.delete(invitations).where(lte(invitations.expiresAt, now))
}
