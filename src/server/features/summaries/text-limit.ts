import { AppError } from '../../../shared/errors.ts'
import type { Plan } from '../../../shared/plans/catalogue.ts'
import { longestTextLimit, tooLongMessage } from '../../../shared/plans/entitlements.ts'

/** Number of characters as a person counts them: code points. */
const charactersOf = (text: string): number => Array.from(text).length

/**
 * Holds a pasted text against a plan.
 *
 * @param plans all that there are: whether an upgrade would help
 * @throws AppError `upgrade_required` where another plan takes it, else `payload_too_large`
 */
export function checkTextLimit(plans: readonly Plan[], plan: Plan, content: string): void {
  const length = charactersOf(content)
  if (length <= plan.textLimitCharacters) return
  const code = length <= longestTextLimit(plans) ? 'upgrade_required' : 'payload_too_large'
  throw new AppError(code, tooLongMessage(plans, plan))
}
