import { type Command, Option } from 'commander'
import type { SuggestionList } from '../../server/operator/suggestions.ts'
import { featureTypes, priorityNames } from '../../shared/suggestions.ts'
import type { Terminal } from '../terminal.ts'
import { count, type OperatorOptions, type OperatorRun } from './operator-run.ts'
import { parseSince, plainLine, shownMoment, table } from './output.ts'

interface ListOptions extends OperatorOptions {
  type?: (typeof featureTypes)[number]
  priority?: (typeof priorityNames)[number]
  since?: Date
  limit: number
}

function page(terminal: Terminal, { suggestions, more }: SuggestionList): string {
  if (suggestions.length === 0) return 'No suggestions.\n'
  const rows = suggestions.map(({ createdAt, type, priority, email, description }) => [
    shownMoment(createdAt),
    type,
    priority,
    plainLine(email),
    plainLine(description),
  ])
  const listed = table(terminal, ['WHEN', 'ABOUT', 'PRIORITY', 'FROM', 'SUGGESTION'], rows)
  return more ? `${listed}\nThere are more: raise --limit.\n` : listed
}

/** Commands for feature suggestions. */
export function addSuggestionCommands(program: Command, run: OperatorRun): void {
  const suggestions = program.command('suggestions').description('what people wish the product did')
  suggestions
    .command('list')
    .description('list suggestions, the newest first')
    .addOption(new Option('--type <TYPE>', 'about this only').choices(featureTypes))
    .addOption(new Option('--priority <PRIORITY>', 'of this priority only').choices(priorityNames))
    .option('--since <DATE>', 'from this day (UTC) or moment on', parseSince)
    .addOption(new Option('--limit <N>', 'at most so many').argParser(count).default(100))
    .option('--json', 'answer with one JSON object')
    .addHelpText('after', '\nExample:\n  precis suggestions list --priority critical --since 2026-11-01')
    .action(async ({ type, priority, since, limit, ...options }: ListOptions) =>
      run.perform(
        options,
        async (context) => {
          const { listSuggestions } = await import('../../server/operator/suggestions.ts')
          return listSuggestions(context, { type, priority, since, limit })
        },
        { page: (list) => page(run.terminal, list) },
      ),
    )
}
