import { Argument, type Command } from 'commander'
import { z } from 'zod'
import type { PlanId } from '../../shared/plans/catalogue.ts'
import { planIds } from '../../shared/plans/catalogue-schema.ts'
import { formatMoney } from '../../shared/text/format.ts'
import { visibleInput } from '../../shared/text-input.ts'
import { type CommandRun, type DryRun, parseTyped, type ResultOf, withDryRun, withJson } from '../command-run.ts'
import type { Terminal } from '../terminal.ts'
import { facts, parseUntil, plainLine, shownMoment, table } from './output.ts'

type ShownUser = ResultOf<'showUser'>

const reasonSchema = z.object({
  reason: visibleInput('must give a reason').max(1000, { error: 'must have at most 1,000 characters' }),
})

function planLine({ plan }: ShownUser): string {
  const from = { stripe: 'by Stripe', operator: 'given by an operator' }
  const parts = [
    plan.state === 'unrecognized' ? `${plan.name} (stored: "${plainLine(plan.stored ?? '')}", unknown)` : plan.name,
    plan.source === null ? null : from[plan.source],
    plan.expiresAt === null ? null : `until ${shownMoment(plan.expiresAt)}`,
  ]
  return parts.filter((part) => part !== null).join(', ')
}

function subscriptionLine({ stripe }: ShownUser): string | null {
  if (stripe.status === null) return null
  const parts = [
    stripe.status,
    stripe.price === null ? null : `${formatMoney(stripe.price, stripe.currency ?? 'usd')} a month`,
    stripe.cancelAtPeriodEnd ? 'ends with the period' : null,
    stripe.syncedAt === null ? null : `as of ${shownMoment(stripe.syncedAt)}`,
  ]
  return parts.filter((part) => part !== null).join(', ')
}

function page(user: ShownUser, terminal: Terminal): string {
  const { usage, stripe } = user
  const changes = user.planChanges.map(({ at, operator, from, to, until, reason }) => [
    shownMoment(at),
    plainLine(operator),
    `${from ?? 'starter'} -> ${to ?? 'starter'}`,
    until === null ? '' : shownMoment(until),
    plainLine(reason),
  ])
  const requests = user.cancellations.map(({ id, createdAt, status, reason }) => [
    id,
    shownMoment(createdAt),
    status,
    plainLine(reason),
  ])
  const section = (title: string, head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
    rows.length === 0 ? [] : [`${title}\n${table(terminal, head, rows)}`]
  return [
    facts([
      ['Id', user.id],
      ['Email', `${plainLine(user.email)}${user.emailVerified ? '' : ' (not confirmed)'}`],
      ['Name', plainLine([user.firstName, user.lastName].filter((name) => name !== null).join(' ')) || null],
      ['Signs in with', user.authProvider],
      ['Since', shownMoment(user.createdAt)],
      ['Plan', planLine(user)],
      ['Summaries', `${usage.summariesUsed} of ${usage.summariesPerMonth ?? 'unlimited'} this month`],
      ['Questions', `${usage.questionsUsed} of ${usage.questionsPerMonth ?? 'unlimited'} this month`],
      ['Recordings', `${usage.audioMinutesUsed} of ${usage.audioMinutesPerMonth ?? 'unlimited'} minutes this month`],
      ['Month', `${shownMoment(usage.monthBegan)} to ${shownMoment(usage.monthEnds)}`],
      ['Exports', String(usage.exportsUsed)],
      ['Subscription', subscriptionLine(user)],
      ['At Stripe', [stripe.customerId, stripe.subscriptionId].filter((id) => id !== null).join(' ') || null],
    ]),
    ...section('Plans set by operators', ['WHEN', 'BY', 'PLAN', 'UNTIL', 'REASON'], changes),
    ...section('Requests to cancel', ['ID', 'WHEN', 'STATUS', 'REASON'], requests),
  ].join('\n')
}

interface SetPlanOptions extends DryRun {
  reason: string
  until?: Date | null
}

function changePage({ email, from, to, until, changed, dryRun }: ResultOf<'setPlan'>): string {
  const end = until === null ? '' : `, until ${shownMoment(until)}`
  if (!changed) return `${plainLine(email)} already has ${to ?? 'starter'}${end}. Nothing was changed.\n`
  const verb = dryRun ? 'would be changed' : 'was changed'
  const change = `The plan of ${plainLine(email)} ${verb} from ${from ?? 'starter'} to ${to ?? 'starter'}${end}.\n`
  return dryRun ? `${change}Nothing was changed.\n` : change
}

function signOutPage({ email, sessions, tokens, dryRun }: ResultOf<'signOut'>): string {
  const browsers = `${sessions} ${sessions === 1 ? 'browser' : 'browsers'}`
  if (sessions + tokens === 0) return `${plainLine(email)} has no session. Nothing was changed.\n`
  const revoked = tokens === 0 ? '' : `, with ${tokens} API ${tokens === 1 ? 'token' : 'tokens'} revoked`
  const verb = dryRun ? 'would be' : 'was'
  return `${plainLine(email)} ${verb} signed out of ${browsers}${revoked}.\n${dryRun ? 'Nothing was changed.\n' : ''}`
}

const linkPage = ({ email, url, minutes }: ResultOf<'createPasswordLink'>): string =>
  `${plainLine(email)} can set a new password within ${minutes} minutes:\n${url}\n`

export function addUserCommands(program: Command, run: CommandRun): void {
  const users = program.command('users').description('show users, sign them out, set their plan')
  const command = (name: string, description: string): Command =>
    users.command(name).description(description).argument('<WHO>', 'email address or id')
  const show = command('show', 'show a user: plan, usage, and operators’ changes')
  withJson(show, 'precis users show ada@example.com')
  run.operate(show, page, async ({ actions, context }, who: string) => actions.showUser(context, who))
  const signOut = command('sign-out', 'sign a user out of every browser, and revoke their API tokens')
  const note = '\nTheir password stays the same: anyone who knows it can sign in again.\n'
  withDryRun(signOut, 'precis users sign-out ada@example.com', note)
  run.operate(signOut, signOutPage, async ({ actions, context }, who: string, { dryRun = false }: DryRun) =>
    actions.signOut(context, { who, dryRun }),
  )
  const password = command('password-link', 'create a link for a user to set a new password')
  withJson(password, 'precis users password-link ada@example.com')
  run.operate(password, linkPage, async ({ actions, context }, who: string) => actions.createPasswordLink(context, who))
  const setPlan = command('set-plan', 'give a user a plan without payment; starter removes it')
    .addArgument(new Argument('<PLAN>', 'the plan').choices(planIds))
    .requiredOption('--reason <TEXT>', 'reason, for the record')
    .option('--until <DATE>', 'through this day (UTC), or until this time (default: unlimited)', parseUntil)
  withDryRun(
    setPlan,
    'precis users set-plan ada@example.com pro --until 2027-06-30 --reason "Wrote our guide"',
    '\nPaying users are refused: their plan comes from Stripe.\n',
  )
  run.operate(
    setPlan,
    changePage,
    async ({ actions, context }, who: string, plan: PlanId, { reason, until = null, dryRun = false }: SetPlanOptions) =>
      actions.setPlan(context, { ...parseTyped(reasonSchema, { reason }), who, plan, until, dryRun }),
  )
}
