import type { Command } from 'commander'
import { isSetUp, type SetupReport } from '../../server/features/billing/setup/check-webhook.ts'
import { type CommandRun, type DryRun, withJson } from '../command-run.ts'
import type { Terminal } from '../terminal.ts'
import { facts, plainLine, table } from './output.ts'

function page(report: SetupReport, terminal: Terminal, apply: boolean): string {
  const { mode, account, apiVersion, items, webhookSecret } = report
  const rows = items.map(({ what, state, detail }) => [state, plainLine(what), plainLine(detail)])
  const isMissing = items.some(({ state }) => state === 'missing')
  return [
    facts([
      ['Account', account === null ? 'not visible to this key' : plainLine(`${account.name ?? ''} ${account.id}`)],
      ['Mode', mode],
      ['API version', apiVersion],
    ]),
    table(terminal, ['STATE', 'WHAT', 'DETAIL'], rows),
    ...(webhookSecret === null
      ? []
      : [`Set STRIPE_WEBHOOK_SECRET to this and restart the server. Stripe shows it only once:\n${webhookSecret}\n`]),
    ...(isMissing && !apply ? ['To create what is missing: precis stripe check --apply\n'] : []),
  ].join('\n')
}

export function addStripeCommands(program: Command, run: CommandRun): void {
  const stripe = program.command('stripe').description('check the payment setup at Stripe')
  const check = stripe
    .command('check')
    .description('check key, prices, customer portal and webhook endpoint against the plan catalogue')
    .option('--apply', 'create what is missing; never changes existing objects')
    .option('--dry-run', 'only check, even with --apply')
  withJson(check, 'STRIPE_SECRET_KEY=sk_… APP_URL=https://precis.example precis stripe check --apply')
  const applies = (): boolean => {
    const { apply = false, dryRun = false } = check.opts<DryRun & { apply?: boolean }>()
    return apply && !dryRun
  }
  run.operate(
    check,
    {
      page: (report: SetupReport, terminal) => page(report, terminal, applies()),
      fault: (report) => (isSetUp(report) ? null : 'The payment setup is incomplete.'),
    },
    async ({ actions, context, signal }) => actions.checkStripe(context, applies(), signal),
  )
}
