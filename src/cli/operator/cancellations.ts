import { type Command, Option } from 'commander'
import { z } from 'zod'
import { cancellationStatuses } from '../../shared/account/billing.ts'
import { visibleInput } from '../../shared/text-input.ts'
import {
  type CommandRun,
  type DryRun,
  limitOption,
  parseTyped,
  type ResultOf,
  withDryRun,
  withJson,
} from '../command-run.ts'
import type { Terminal } from '../terminal.ts'
import { facts, listing, plainLine, shownMoment } from './output.ts'

const idSchema = z.object({ id: z.uuid({ error: 'must be the id of a request from precis cancellations list' }) })
const rejectionSchema = idSchema.extend({
  answer: visibleInput('must give the user a reason').max(2000, { error: 'must have at most 2,000 characters' }),
})

type AnsweredCancellation = ResultOf<'processCancellation'>

interface ListOptions {
  status: (typeof cancellationStatuses)[number] | 'all'
  limit: number
}

function list({ cancellations, more }: ResultOf<'listCancellations'>, terminal: Terminal): string {
  const rows = cancellations.map(({ id, createdAt, status, email, plan, paidUntil, reason }) => [
    id,
    shownMoment(createdAt),
    status,
    plainLine(email),
    plan,
    paidUntil === null ? '' : shownMoment(paidUntil),
    plainLine(reason),
  ])
  const head = ['ID', 'WHEN', 'STATUS', 'FROM', 'PLAN', 'PAID UNTIL', 'REASON']
  return listing(terminal, head, rows, { empty: 'No requests.', more })
}

/** Effect, or expected effect, on the subscriptions and the plan: one sentence per line. */
function outcome({ cancellation, subscriptions, isGiven, dryRun }: AnsweredCancellation): string[] {
  const { plan, paidUntil, email } = cancellation
  const stays = paidUntil === null || isGiven ? '' : `; ${plan} stays until ${shownMoment(paidUntil)}`
  const ends = subscriptions.map(({ id, atOnce }) => {
    if (atOnce) return `Subscription ${id}, which awaits payment, ${dryRun ? 'would be' : 'was'} canceled immediately.`
    return dryRun ? `Subscription ${id} would end with its period.` : `Subscription ${id} ends with its period${stays}.`
  })
  const removal = `precis users set-plan ${plainLine(email)} starter --reason "…"`
  return [
    ...(ends.length > 0 ? ends : [`No subscription would renew${stays}.`]),
    ...(isGiven ? [`${plan} was given by an operator and continues. To remove it: ${removal}`] : []),
  ]
}

function emailLine({ isMailed, settledNow, dryRun }: AnsweredCancellation): string {
  if (!settledNow) return 'This request already had this answer. Nothing was changed, and no email was sent.'
  if (!isMailed) return 'No email was sent: SMTP_URL is not set.'
  return `The user ${dryRun ? 'would' : 'will'} get the answer by email.`
}

const processedPage = (answered: AnsweredCancellation): string =>
  page(answered, answered.settledNow ? outcome(answered) : [])

function page(answered: AnsweredCancellation, effects: readonly string[] = []): string {
  const { cancellation, dryRun } = answered
  const { id, email, reason, answer, status } = cancellation
  const lines = [...effects, emailLine(answered), ...(dryRun ? ['Nothing was changed.'] : [])]
  return [
    facts([
      ['Request', id],
      ['From', plainLine(email)],
      ['Reason', plainLine(reason)],
      ['Status', status],
      ['Answer', answer === null ? null : plainLine(answer)],
    ]),
    ...lines.map((line) => `${line}\n`),
  ].join('')
}

export function addCancellationCommands(program: Command, run: CommandRun): void {
  const cancellations = program.command('cancellations').description('requests to cancel a subscription')
  const listCommand = cancellations
    .command('list')
    .description('list requests, oldest first')
    .addOption(
      new Option('--status <STATUS>', 'only requests with this status')
        .choices([...cancellationStatuses, 'all'])
        .default('pending'),
    )
    .addOption(limitOption())
  withJson(listCommand, 'precis cancellations list --status all')
  run.operate(listCommand, list, async ({ actions, context }, { status, limit }: ListOptions) =>
    actions.listCancellations(context, { status, limit }),
  )
  const process = cancellations
    .command('process')
    .description('end the subscription with its paid period, or immediately if it awaits payment, and email the user')
    .argument('<ID>', 'id of the request')
  withDryRun(process, 'precis cancellations process 5f0c… --dry-run')
  run.operate(process, processedPage, async ({ actions, context }, id: string, { dryRun = false }: DryRun) =>
    actions.processCancellation(context, { ...parseTyped(idSchema, { id }), dryRun }),
  )
  const reject = cancellations
    .command('reject')
    .description('reject a request, and email the user an answer')
    .argument('<ID>', 'id of the request')
    .requiredOption('--answer <TEXT>', 'answer to the user')
  withDryRun(reject, 'precis cancellations reject 5f0c… --answer "You are on the free plan already."')
  run.operate(
    reject,
    (answered: AnsweredCancellation) => page(answered),
    async ({ actions, context }, id: string, { answer, dryRun = false }: DryRun & { answer: string }) =>
      actions.rejectCancellation(context, { ...parseTyped(rejectionSchema, { id, answer }), dryRun }),
  )
}
