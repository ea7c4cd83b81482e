import type { Command } from 'commander'
import { z } from 'zod'
import { loginSchema } from '../../shared/account/accounts.ts'
import { type CommandRun, parseTyped, type ResultOf, wholeNumber, withJson } from '../command-run.ts'
import type { Terminal } from '../terminal.ts'
import { listing, plainLine, shownMoment } from './output.ts'

const emailSchema = z.object({ email: loginSchema.shape.email.optional() })

function createdPage({ email, expiresAt, url }: ResultOf<'createInvitation'>): string {
  const who = email === null ? 'Anyone with this link' : plainLine(email)
  return `${who} can create one account until ${shownMoment(expiresAt)}:\n${url}\n`
}

function listPage({ invitations }: ResultOf<'listInvitations'>, terminal: Terminal): string {
  const rows = invitations.map(({ id, email, createdAt, expiresAt }) => [
    id,
    email === null ? 'anyone' : plainLine(email),
    shownMoment(createdAt),
    shownMoment(expiresAt),
  ])
  return listing(terminal, ['ID', 'FOR', 'CREATED', 'UNTIL'], rows, { empty: 'No open invitations.', more: false })
}

/** Adds the commands for invitations, which new accounts need where REGISTRATION is closed. */
export function addInvitationCommands(program: Command, run: CommandRun): void {
  const invitations = program
    .command('invitations')
    .description('links to create an account where registration is closed')
  const create = invitations
    .command('create')
    .description('create a link that works once')
    .option('--email <EMAIL>', 'only for this email')
    .option('--days <N>', 'number of days it works', wholeNumber(365), 7)
  withJson(create, 'precis invitations create --email ada@example.com')
  run.operate(create, createdPage, async ({ actions, context }, typed: { email?: string; days: number }) => {
    const { email = null } = parseTyped(emailSchema, { email: typed.email })
    return actions.createInvitation(context, { email, validDays: typed.days })
  })
  const list = withJson(invitations.command('list').description('list open invitations'), null)
  run.operate(list, listPage, async ({ actions, context }) => actions.listInvitations(context))
  const revoke = invitations.command('revoke').description('revoke an invitation').argument('<ID>', 'its id')
  withJson(revoke, 'precis invitations revoke 0b9ff2a4-7d55-4b0a-9a38-2f5f1f3d6c11')
  const revokedPage = ({ id }: { id: string }): string => `Invitation ${id} was revoked.\n`
  run.operate(revoke, revokedPage, async ({ actions, context }, typed: string) => {
    const { id } = parseTyped(z.object({ id: z.uuid('must be an id from the list') }), { id: typed })
    return actions.revokeInvitation(context, id)
  })
}
