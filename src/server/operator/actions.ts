import type { OperatorAction } from './action.ts'
import { backupActions } from './backup-actions.ts'
import { cancellationActions } from './cancellation-actions.ts'
import { jobActions } from './job-actions.ts'
import { stripeActions } from './stripe-actions.ts'
import { suggestionActions } from './suggestion-actions.ts'
import { userActions } from './user-actions.ts'

/** Everything an operator can do with a command. */
export const operatorActions: readonly OperatorAction[] = [
  ...userActions,
  ...cancellationActions,
  ...suggestionActions,
  ...stripeActions,
  ...backupActions,
  ...jobActions,
]
