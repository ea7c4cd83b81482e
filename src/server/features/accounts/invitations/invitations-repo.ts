import { and, desc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/database.ts'
import { isWritten } from '../../../db/rows.ts'
import { type InvitationRow, invitations } from '../../../db/schema/index.ts'

export async function insertInvitation(
  db: Db,
  invitation: Omit<InvitationRow, 'id'>,
): Promise<InvitationRow | undefined> {
  const [row] = await db.insert(invitations).values(invitation).returning()
  return row
}

/** Lists the open invitations, newest first. */
export async function openInvitations(db: Db, now: Date): Promise<InvitationRow[]> {
  const isOpen = gt(invitations.expiresAt, now)
  return db.select().from(invitations).where(isOpen).orderBy(desc(invitations.createdAt), invitations.id)
}

export async function findInvitation(db: Db | Tx, tokenHash: string, now: Date): Promise<InvitationRow | undefined> {
  const isOpen = and(eq(invitations.tokenHash, tokenHash), gt(invitations.expiresAt, now))
  const [row] = await db.select().from(invitations).where(isOpen)
  return row
}

/** Takes an invitation for an email address. False if there is none; of concurrent transactions, one gets it. */
export async function takeInvitation(tx: Tx, tokenHash: string, email: string, now: Date): Promise<boolean> {
  const isFor = or(isNull(invitations.email), eq(sql`lower(${invitations.email})`, email.toLowerCase()))
  const isOpen = and(eq(invitations.tokenHash, tokenHash), gt(invitations.expiresAt, now))
  return isWritten(tx.delete(invitations).where(and(isOpen, isFor)))
}

/** Deletes an invitation. False if there is none with this id. */
export async function deleteInvitation(db: Db, id: string): Promise<boolean> {
  return isWritten(db.delete(invitations).where(eq(invitations.id, id)))
}

export async function removeExpiredInvitations(db: Db, now: Date): Promise<void> {
  await db.delete(invitations).where(lte(invitations.expiresAt, now))
}
