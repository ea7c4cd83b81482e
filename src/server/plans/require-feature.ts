import { AppError } from '../../shared/errors.ts'
import { exportRefusal, firstPlanWith, type Plan, type Right } from '../../shared/plans/catalogue.ts'

const names: Record<Right, string> = { exports: 'Exports', ebooks: 'E-books', advanced: 'Advanced summaries' }
const verbs: Record<Exclude<Right, 'exports'>, string> = { ebooks: 'summarize', advanced: 'get' }

/**
 * Requires a feature of a plan.
 * @param plans all plans, to offer one that includes it
 * @throws AppError `upgrade_required` if another plan includes it, `not_included` if none does
 */
export function requireFeature(plans: readonly Plan[], plan: Plan, right: Right): void {
  if (plan[right]) return
  const better = firstPlanWith(plans, right)
  if (better === null) throw new AppError('not_included', `${names[right]} are not available here.`)
  if (right === 'exports') throw new AppError('upgrade_required', exportRefusal(plans))
  const offer = `Upgrade to ${better.name} to ${verbs[right]} them.`
  throw new AppError('upgrade_required', `${names[right]} are not part of your ${plan.name} plan. ${offer}`)
}
