import path from 'node:path'
import type { Command } from 'commander'
import { type CatalogueReport, checkCatalogue } from '../../server/plans/check-catalogue.ts'
import { isShipped } from '../../server/plans/load-catalogue.ts'
import { readCatalogueFile } from '../../server/platform/config.ts'
import { formatCount, formatMoney } from '../../shared/format.ts'
import type { PlanCatalogue } from '../../shared/plans/catalogue.ts'
import type { Terminal } from '../terminal.ts'
import { type OperatorOptions, type OperatorRun, withJson } from './operator-run.ts'
import { plainLine, table } from './output.ts'

const yesOrNo = (flag: boolean): string => (flag ? 'yes' : 'no')

const HEAD = ['PLAN', 'ID', 'PRICE A MONTH', 'SUMMARIES', 'TEXT', 'EXPORTS', 'E-BOOKS', 'ADVANCED', 'HIGHLIGHTED']

function planTable(terminal: Terminal, { plans }: PlanCatalogue): string {
  const rows = plans.map((plan) => [
    plainLine(plan.name),
    plan.id,
    formatMoney(plan.price.amount, plan.price.currency),
    plan.summariesPerMonth === null ? 'unlimited' : formatCount(plan.summariesPerMonth),
    formatCount(plan.textLimitCharacters),
    yesOrNo(plan.exports),
    yesOrNo(plan.ebooks),
    yesOrNo(plan.advanced),
    yesOrNo(plan.highlighted),
  ])
  return table(terminal, HEAD, rows)
}

function remarks(title: string, { file }: CatalogueReport, list: CatalogueReport['faults']): string[] {
  if (list.length === 0) return []
  const lines = list.map(({ line, message }) => `  ${file}${line === null ? '' : `:${line}`} ${plainLine(message)}\n`)
  return [`${title}\n${lines.join('')}`]
}

function page(terminal: Terminal, report: CatalogueReport): string {
  const { file, catalogue } = report
  const verdict =
    catalogue === null ? 'is not a plan catalogue' : `is the plan catalogue "${plainLine(catalogue.name)}"`
  return [
    `${file} ${verdict}.\n`,
    ...(catalogue === null ? [] : [planTable(terminal, catalogue)]),
    ...remarks('Faults', report, report.faults),
    ...remarks('Allowed, but perhaps not meant', report, report.warnings),
  ].join('\n')
}

/** Adds the command that checks a plan catalogue. */
export function addPlanCommands(program: Command, run: OperatorRun): void {
  const plans = program.command('plans').description('look at the plans that are sold')
  const check = plans
    .command('check')
    .description('check a plan catalogue: every fault by its line, and what may not be meant')
    .argument('[FILE]', 'a file, or the name of a catalogue that ships; what PLAN_CATALOGUE names when left out')
  withJson(check, 'precis plans check plans.json').action(
    async (named: string | undefined, options: OperatorOptions) => {
      const work = async (): Promise<CatalogueReport> => {
        if (named === undefined) return checkCatalogue(readCatalogueFile())
        return checkCatalogue(isShipped(named) ? named : path.resolve(run.terminal.folder, named))
      }
      await run.show(
        options,
        work,
        (report) => page(run.terminal, report),
        ({ valid, file }) => (valid ? null : `${file} is not a plan catalogue.`),
      )
    },
  )
}
