import { AppError } from '../../../shared/errors.ts'
import { formatCount } from '../../../shared/format.ts'
import type { Plan } from '../../../shared/plans/catalogue.ts'

/** Number of characters as a person counts them: code points. */
const charactersOf = (text: string): number => Array.from(text).length

/** The spec's words for whose limit it is. */
function whoseLimit(plan: Plan): string {
  if (plan.id === 'elite') return 'Elite'
  return plan.id === 'starter' ? 'free users' : 'your current plan'
}

/**
 * Holds a pasted text against a plan.
 *
 * @param longest the longest text any plan takes, in characters
 * @throws AppError `upgrade_required` where another plan takes it, else `payload_too_large`
 */
export function checkTextLimit(plan: Plan, content: string, longest: number): void {
  const length = charactersOf(content)
  if (length <= plan.textLimitCharacters) return
  const message = `Content exceeds the ${formatCount(plan.textLimitCharacters)} character limit for ${whoseLimit(plan)}.`
  if (length <= longest) throw new AppError('upgrade_required', message)
  throw new AppError('payload_too_large', message)
}
