import { AppError } from '../../shared/errors.ts'
import { createInvitation as create } from '../features/accounts/invitations/invitations.ts'
import { deleteInvitation, openInvitations } from '../features/accounts/invitations/invitations-repo.ts'
import type { OperatorContext } from './operator-context.ts'

/** Creates an invitation for an email address, or for whoever has the link. */
export async function createInvitation(context: OperatorContext, wanted: { email: string | null; validDays: number }) {
  const { db } = await context.openDatabase()
  const { appUrl } = context.config.http
  const { invitation, url } = await create({ ...context, db }, { ...wanted, appUrl })
  return { ...invitation, url }
}
export type CreatedInvitation = Awaited<ReturnType<typeof createInvitation>>

/** Lists the invitations that were neither used nor revoked and have not expired. */
export async function listInvitations({ clock, openDatabase }: OperatorContext) {
  const { db } = await openDatabase()
  const open = await openInvitations(db, clock.now())
  return { invitations: open.map(({ tokenHash: _hash, ...invitation }) => invitation) }
}
export type InvitationList = Awaited<ReturnType<typeof listInvitations>>

/** Revokes an invitation: its link no longer works. @throws AppError `not_found` */
export async function revokeInvitation({ openDatabase }: OperatorContext, id: string) {
  const { db } = await openDatabase()
  if (!(await deleteInvitation(db, id)))
    throw new AppError('not_found', `There is no open invitation ${id}. It may have been used.`)
  return { id }
}
