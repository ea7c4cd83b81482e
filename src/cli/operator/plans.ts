import path from 'node:path'
import type { Command } from 'commander'
import type { CatalogueReport } from '../../server/plans/check-catalogue.ts'
import { isShipped } from '../../server/plans/load-catalogue.ts'
import { readCatalogueFile } from '../../server/platform/config/config.ts'
import type { Plan, PlanCatalogue, PlanFeature } from '../../shared/plans/catalogue.ts'
import { formatCount, formatMoney } from '../../shared/text/format.ts'
import { type CommandRun, withJson } from '../command-run.ts'
import type { Terminal } from '../terminal.ts'
import { plainLine, table } from './output.ts'

const yesOrNo = (flag: boolean): string => (flag ? 'yes' : 'no')

/** Columns of the plan table by feature: heading and value. */
const columns: Record<PlanFeature | 'highlighted', readonly [string, (plan: Plan) => string]> = {
  summariesPerMonth: [
    'SUMMARIES',
    ({ summariesPerMonth }) => (summariesPerMonth === null ? 'unlimited' : formatCount(summariesPerMonth)),
  ],
  questionsPerMonth: [
    'QUESTIONS',
    ({ questionsPerMonth }) => (questionsPerMonth === null ? 'unlimited' : formatCount(questionsPerMonth)),
  ],
  audioMinutesPerMonth: [
    'MINUTES',
    ({ audioMinutesPerMonth }) => (audioMinutesPerMonth === null ? 'unlimited' : formatCount(audioMinutesPerMonth)),
  ],
  textLimitCharacters: ['TEXT', ({ textLimitCharacters }) => formatCount(textLimitCharacters)],
  exports: ['EXPORTS', (plan) => yesOrNo(plan.exports)],
  ebooks: ['E-BOOKS', ({ ebooks }) => yesOrNo(ebooks)],
  advanced: ['ADVANCED', ({ advanced }) => yesOrNo(advanced)],
  highlighted: ['HIGHLIGHTED', ({ highlighted }) => yesOrNo(highlighted)],
}

function planTable(terminal: Terminal, { plans }: PlanCatalogue): string {
  const shown = Object.values(columns)
  const rows = plans.map((plan) => [
    plainLine(plan.name),
    plan.id,
    formatMoney(plan.price.amount, plan.price.currency),
    ...shown.map(([, value]) => value(plan)),
  ])
  return table(terminal, ['PLAN', 'ID', 'PRICE A MONTH', ...shown.map(([heading]) => heading)], rows)
}

function remarks(title: string, { file }: CatalogueReport, list: CatalogueReport['faults']): string[] {
  if (list.length === 0) return []
  const lines = list.map(({ line, message }) => `  ${file}${line === null ? '' : `:${line}`} ${plainLine(message)}\n`)
  return [`${title}\n${lines.join('')}`]
}

function page(report: CatalogueReport, terminal: Terminal): string {
  const { file, catalogue } = report
  const verdict =
    catalogue === null ? 'is not a plan catalogue' : `is the plan catalogue "${plainLine(catalogue.name)}"`
  return [
    `${file} ${verdict}.\n`,
    ...(catalogue === null ? [] : [planTable(terminal, catalogue)]),
    ...remarks('Errors', report, report.faults),
    ...remarks('Possible mistakes', report, report.warnings),
  ].join('\n')
}

export function addPlanCommands(program: Command, run: CommandRun): void {
  const plans = program.command('plans').description('check plan catalogues')
  const check = plans
    .command('check')
    .description('check a plan catalogue: errors with their lines, and likely mistakes')
    .argument('[FILE]', 'a file, or the name of a built-in catalogue (default: PLAN_CATALOGUE)')
  withJson(check, 'precis plans check plans.json').action(
    async (named: string | undefined, options: { json?: boolean }) => {
      const work = async (): Promise<CatalogueReport> => {
        // No other command needs the YAML parser.
        const { checkCatalogue } = await import('../../server/plans/check-catalogue.ts')
        if (named === undefined) return checkCatalogue(readCatalogueFile())
        return checkCatalogue(isShipped(named) ? named : path.resolve(run.terminal.folder, named))
      }
      await run.show(options, work, page, ({ valid, file }) => (valid ? null : `${file} is not a plan catalogue.`))
    },
  )
}
