import { type Command, Option } from 'commander'
import {
  type CancellationList,
  listCancellationsContract,
  processCancellationContract,
  rejectCancellationContract,
  type SettledCancellation,
} from '../../server/operator/cancellation-contracts.ts'
import { cancellationStatuses } from '../../shared/billing.ts'
import type { Terminal } from '../terminal.ts'
import { count, type OperatorOptions, type OperatorRun } from './operator-run.ts'
import { facts, plainLine, shownMoment, table } from './output.ts'

interface ListOptions extends OperatorOptions {
  status: (typeof cancellationStatuses)[number] | 'all'
  limit: number
}

interface SettleOptions extends OperatorOptions {
  dryRun?: boolean
}

function list(terminal: Terminal, { cancellations, more }: CancellationList): string {
  if (cancellations.length === 0) return 'No requests.\n'
  const rows = cancellations.map(({ id, createdAt, status, email, plan, paidUntil, reason }) => [
    id,
    shownMoment(createdAt),
    status,
    plainLine(email),
    plan,
    paidUntil === null ? '' : shownMoment(paidUntil),
    plainLine(reason),
  ])
  const listed = table(terminal, ['ID', 'WHEN', 'STATUS', 'FROM', 'PLAN', 'PAID UNTIL', 'REASON'], rows)
  return more ? `${listed}\nThere are more: raise --limit.\n` : listed
}

/** Effect, or expected effect, on the subscriptions and the plan: one sentence per line. */
function outcome({ cancellation, subscriptions, isGiven, dryRun }: SettledCancellation): string[] {
  const { plan, paidUntil, email } = cancellation
  const stays = paidUntil === null || isGiven ? '' : `; ${plan} stays until ${shownMoment(paidUntil)}`
  const ends = subscriptions.map(({ id, atOnce }) => {
    if (atOnce) return `Subscription ${id}, which waits for money, ${dryRun ? 'would be' : 'was'} canceled at once.`
    return dryRun ? `Subscription ${id} would end with its period.` : `Subscription ${id} ends with its period${stays}.`
  })
  return [
    ...(ends.length > 0 ? ends : [`There is no subscription that goes on${stays}.`]),
    ...(isGiven
      ? [
          `${plan} was given by an operator and goes on. To take it away: precis users set-plan ${plainLine(email)} starter --reason "…"`,
        ]
      : []),
  ]
}

/** Whether an email is sent. */
function mailLine({ isMailed, settledNow, dryRun }: SettledCancellation): string {
  if (!settledNow) return 'This was answered so before: nothing is done again, and nobody is mailed.'
  if (!isMailed) return 'No mail is sent: SMTP_URL is not set here.'
  return `The person ${dryRun ? 'would be' : 'is'} mailed.`
}

function page(verb: 'process' | 'reject', settled: SettledCancellation): string {
  const { cancellation, dryRun, settledNow } = settled
  const { id, email, reason, answer, status } = cancellation
  const lines = [
    ...(verb === 'process' && settledNow ? outcome(settled) : []),
    mailLine(settled),
    ...(dryRun ? ['Nothing was changed.'] : []),
  ]
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

/** Lists and settles requests to cancel. */
export function addCancellationCommands(program: Command, run: OperatorRun): void {
  const cancellations = program.command('cancellations').description('requests to cancel a subscription')
  cancellations
    .command('list')
    .description('list requests, the oldest first')
    .addOption(
      new Option('--status <STATUS>', 'of this status only')
        .choices([...cancellationStatuses, 'all'])
        .default('pending'),
    )
    .addOption(new Option('--limit <N>', 'at most so many').argParser(count).default(100))
    .option('--json', 'answer with one JSON object')
    .addHelpText('after', '\nExample:\n  precis cancellations list --status all')
    .action(async ({ status, limit, ...options }: ListOptions) =>
      run.perform(
        options,
        listCancellationsContract,
        { status, limit },
        { page: (answer) => list(run.terminal, answer) },
      ),
    )
  cancellations
    .command('process')
    .description(
      'have the subscription end with the period that is paid for, or at once where it waits for money, and tell its person',
    )
    .argument('<ID>', 'id of the request')
    .option('--dry-run', 'say what would happen, and change nothing')
    .option('--json', 'answer with one JSON object')
    .addHelpText('after', '\nExample:\n  precis cancellations process 5f0c… --dry-run')
    .action(async (id: string, { dryRun = false, ...options }: SettleOptions) =>
      run.perform(
        options,
        processCancellationContract,
        { id, dryRun },
        { page: (settled) => page('process', settled) },
      ),
    )
  cancellations
    .command('reject')
    .description('turn a request down, with a word to its person')
    .argument('<ID>', 'id of the request')
    .requiredOption('--answer <TEXT>', 'what the person is told')
    .option('--dry-run', 'say what would happen, and change nothing')
    .option('--json', 'answer with one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  precis cancellations reject 5f0c… --answer "You are on the free plan already."',
    )
    .action(async (id: string, { answer, dryRun = false, ...options }: SettleOptions & { answer: string }) =>
      run.perform(
        options,
        rejectCancellationContract,
        { id, answer, dryRun },
        { page: (settled) => page('reject', settled) },
      ),
    )
}
