import { type Command, Option } from 'commander'
import { featureTypes, priorityNames } from '../../shared/account/suggestions.ts'
import { type CommandRun, limitOption, type ResultOf, withJson } from '../command-run.ts'
import type { Terminal } from '../terminal.ts'
import { listing, parseSince, plainLine, shownMoment } from './output.ts'

interface ListOptions {
  type?: (typeof featureTypes)[number]
  priority?: (typeof priorityNames)[number]
  since?: Date
  limit: number
}

function page({ suggestions, more }: ResultOf<'listSuggestions'>, terminal: Terminal): string {
  const rows = suggestions.map(({ createdAt, type, priority, email, description }) => [
    shownMoment(createdAt),
    type,
    priority,
    plainLine(email),
    plainLine(description),
  ])
  const head = ['WHEN', 'ABOUT', 'PRIORITY', 'FROM', 'SUGGESTION']
  return listing(terminal, head, rows, { empty: 'No suggestions.', more })
}

export function addSuggestionCommands(program: Command, run: CommandRun): void {
  const suggestions = program.command('suggestions').description('feature suggestions of users')
  const list = suggestions
    .command('list')
    .description('list suggestions, newest first')
    .addOption(new Option('--type <TYPE>', 'only suggestions about this').choices(featureTypes))
    .addOption(new Option('--priority <PRIORITY>', 'only suggestions of this priority').choices(priorityNames))
    .option('--since <DATE>', 'since this day (UTC) or time', parseSince)
    .addOption(limitOption())
  withJson(list, 'precis suggestions list --priority critical --since 2026-11-01')
  run.operate(list, page, async ({ actions, context }, { type, priority, since, limit }: ListOptions) =>
    actions.listSuggestions(context, { type, priority, since, limit }),
  )
}
