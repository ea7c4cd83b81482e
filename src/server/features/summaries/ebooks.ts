import { AppError } from '../../../shared/errors.ts'
import type { Plan } from '../../../shared/plans/catalogue.ts'

/** @throws AppError `upgrade_required` where a plan does not include e-books */
export function requireEbooks(plan: Plan): void {
  if (!plan.ebooks)
    throw new AppError('upgrade_required', `E-books are not part of your ${plan.name} plan. Upgrade to summarize them.`)
}
