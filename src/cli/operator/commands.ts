import type { Command } from 'commander'
import { addBackupCommands } from './backups.ts'
import { addCancellationCommands } from './cancellations.ts'
import { addJobCommands } from './jobs.ts'
import type { OperatorRun } from './operator-run.ts'
import { addPlanCommands } from './plans.ts'
import { addStripeCommands } from './stripe.ts'
import { addSuggestionCommands } from './suggestions.ts'
import { addUserCommands } from './users.ts'

/** Adds what operators of a server do: there is no page for it. */
export function addOperatorCommands(program: Command, run: OperatorRun): void {
  addUserCommands(program, run)
  addCancellationCommands(program, run)
  addSuggestionCommands(program, run)
  addPlanCommands(program, run)
  addStripeCommands(program, run)
  addBackupCommands(program, run)
  addJobCommands(program, run)
}
