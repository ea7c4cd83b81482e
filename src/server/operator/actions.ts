import type { OperatorAction } from './action.ts'
import { backupActions } from './backup-actions.ts'
import { cancellationActions } from './cancellation-actions.ts'
import { jobActions } from './job-actions.ts'
import { stripeActions } from './stripe-actions.ts'
import { suggestionActions } from './suggestion-actions.ts'
import { userActions } from './user-actions.ts'

/**
 * Everything an operator can do. A command does it itself or has the running server do it; there is no other way to do
 * any of it.
 */
export const operatorActions: readonly OperatorAction[] = [
  ...userActions,
  ...cancellationActions,
  ...suggestionActions,
  ...stripeActions,
  ...backupActions,
  ...jobActions,
]
