import { listOf } from '../format.ts'
import { type Plan, type PlanCatalogue, type PlanId, planOf } from './catalogue.ts'

/** What a plan includes or not. */
type Right = 'exports' | 'ebooks' | 'advanced'

/** The cheapest plan that includes something; null where none does. */
export function firstPlanWith(plans: readonly Plan[], right: Right): Plan | null {
  return plans.find((plan) => plan[right]) ?? null
}

/** The cheapest plan without a monthly limit; null where each has one. */
export function firstUnlimitedPlan(plans: readonly Plan[]): Plan | null {
  return plans.find(({ summariesPerMonth }) => summariesPerMonth === null) ?? null
}

/** The plan above a stored one that does away with the monthly limit; null where there is none. */
export function unlimitedPlanAbove(catalogue: PlanCatalogue, storedPlan: string | null): Plan | null {
  const own = catalogue.plans.indexOf(planOf(catalogue, storedPlan))
  const unlimited = firstUnlimitedPlan(catalogue.plans)
  return unlimited !== null && catalogue.plans.indexOf(unlimited) > own ? unlimited : null
}

/** The plans that include something, as a sentence says them: "Pro and Elite"; null where none does. */
export function plansWith(plans: readonly Plan[], right: Right): string | null {
  const names = plans.filter((plan) => plan[right]).map(({ name }) => name)
  return names.length === 0 ? null : listOf(names)
}

/** Why somebody gets no export whose plan includes none. */
export function exportRefusal(plans: readonly Plan[]): string {
  const names = plansWith(plans, 'exports')
  return names === null ? 'No plan here includes exports.' : `Exports are part of ${names}.`
}

/** Plans whose people are offered on the dashboard to cancel; on the page of their plan everybody who pays is. */
const cancelableOnDashboard: ReadonlySet<PlanId> = new Set(['pro', 'elite'])

/** Whether the dashboard offers to cancel a plan. */
export const showsCancel = ({ id }: Plan): boolean => cancelableOnDashboard.has(id)
