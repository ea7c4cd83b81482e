import { formatCount, listOf } from '../text/format.ts'
import type { Plan, PlanCatalogue, PlanFeature, PlanId } from './catalogue-schema.ts'

export type { Plan, PlanCatalogue, PlanFeature, PlanId } from './catalogue-schema.ts'

/** Whether anything is sold here. Without prices, nothing needs Stripe or mentions billing. */
export const hasPrices = ({ plans }: { plans: readonly Plan[] }): boolean => plans.some(({ price }) => price.amount > 0)

/** Meaning of a stored `subscriptionPlan`: a plan of the catalogue, none yet, or an unknown value. */
type PlanState = 'paid' | 'free' | 'unrecognized'

const freeNames: ReadonlySet<string> = new Set(['', 'free', 'starter'])

/** Whether a stored plan value means the free plan in every catalogue. */
export const isFree = (storedPlan: string | null): boolean => storedPlan === null || freeNames.has(storedPlan)

/** Every value is free without prices. The dashboard sends users of an unknown plan to the pricing page. */
export function planState(catalogue: PlanCatalogue, storedPlan: string | null): PlanState {
  if (isFree(storedPlan) || !hasPrices(catalogue)) return 'free'
  return catalogue.plans.some((plan) => plan.id === storedPlan) ? 'paid' : 'unrecognized'
}

/** The plan whose rights a stored plan value gives; Starter for anything that is not a plan of the catalogue. */
export function planOf(catalogue: PlanCatalogue, storedPlan: string | null): Plan {
  const found = catalogue.plans.find((plan) => plan.id === storedPlan)
  if (found !== undefined) return found
  const [starter] = catalogue.plans
  if (starter === undefined) throw new Error('A plan catalogue contains at least one plan.')
  return starter
}

/** Whether there is a plan above a stored one. */
export function canUpgrade(catalogue: PlanCatalogue, storedPlan: string | null): boolean {
  return planOf(catalogue, storedPlan) !== catalogue.plans.at(-1)
}

/** A feature of plans that is counted by the month. */
export type Quota = 'summariesPerMonth' | 'questionsPerMonth' | 'audioMinutesPerMonth'

/** Remaining number this month: never below zero, null when unlimited. */
export function remaining(plan: Plan, quota: Quota, used: number): number | null {
  const limit = plan[quota]
  return limit === null ? null : Math.max(0, limit - used)
}

/** Summaries left this month: never below zero, null when unlimited. */
export const remainingSummaries = (plan: Plan, summariesUsed: number): number | null =>
  remaining(plan, 'summariesPerMonth', summariesUsed)

/** The stored plan in effect: none once its period has ended. Rights depend on this, never on the stored value. */
export function heldPlan(
  { subscriptionPlan, subscriptionExpiresAt }: { subscriptionPlan: string | null; subscriptionExpiresAt: Date | null },
  now: Date,
): string | null {
  const isOver = subscriptionExpiresAt !== null && subscriptionExpiresAt.getTime() <= now.getTime()
  return isOver ? null : subscriptionPlan
}

/** Features that a plan includes or not. */
export type Right = Exclude<PlanFeature, Quota | 'textLimitCharacters'>

/** The cheapest plan that includes something; null where none does. */
export function firstPlanWith(plans: readonly Plan[], right: Right): Plan | null {
  return plans.find((plan) => plan[right]) ?? null
}

/** The cheapest plan without a monthly limit; null where each has one. */
export function firstUnlimitedPlan(plans: readonly Plan[]): Plan | null {
  return plans.find(({ summariesPerMonth }) => summariesPerMonth === null) ?? null
}

/** The next plan above a stored one without a monthly limit; null if there is none. */
export function unlimitedPlanAbove(catalogue: PlanCatalogue, storedPlan: string | null): Plan | null {
  const own = catalogue.plans.indexOf(planOf(catalogue, storedPlan))
  const unlimited = firstUnlimitedPlan(catalogue.plans)
  return unlimited !== null && catalogue.plans.indexOf(unlimited) > own ? unlimited : null
}

/** Names of the plans that include a feature: "Pro and Elite"; null if none does. */
export function plansWith(plans: readonly Plan[], right: Right): string | null {
  const names = plans.filter((plan) => plan[right]).map(({ name }) => name)
  return names.length === 0 ? null : listOf(names)
}

export function exportRefusal(plans: readonly Plan[]): string {
  const names = plansWith(plans, 'exports')
  return names === null ? 'Exports are not available here.' : `Exports are part of ${names}.`
}

/** Plans with a cancel button on the dashboard; the subscription page has one for every paid plan. */
const cancelableOnDashboard: ReadonlySet<PlanId> = new Set(['pro', 'elite'])

export const showsCancel = ({ id }: Plan): boolean => cancelableOnDashboard.has(id)

export const longestTextLimit = (plans: readonly Plan[]): number =>
  Math.max(...plans.map(({ textLimitCharacters }) => textLimitCharacters))

/** Names the plan of the limit, if there are several; the top plan's limit is the highest. */
function whoseLimit(plans: readonly Plan[], plan: Plan): string {
  if (!hasPrices({ plans })) return ''
  if (plan.price.amount === 0) return ' for free users'
  const isLongest = plan.textLimitCharacters === longestTextLimit(plans)
  return ` for ${isLongest && plan.id === plans.at(-1)?.id ? plan.name : 'your current plan'}`
}

/** Message for a text that is too long for a plan, on screens and from the server. */
export function tooLongMessage(plans: readonly Plan[], plan: Plan): string {
  return `Content exceeds the ${formatCount(plan.textLimitCharacters)} character limit${whoseLimit(plans, plan)}.`
}

/** The moment `months` calendar months after a start, on the same day of the month or the month's last day (UTC). */
export function addMonths(start: Date, months: number): Date {
  const day = start.getUTCDate()
  const moved = new Date(start)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(day, lastDay))
  return moved
}

/** The month of a plan that contains a moment. Plans begun on the 31st restart on a shorter month's last day. */
export function usagePeriodAt(planStartedAt: Date, now: Date): { start: Date; end: Date } {
  const rough =
    (now.getUTCFullYear() - planStartedAt.getUTCFullYear()) * 12 + now.getUTCMonth() - planStartedAt.getUTCMonth()
  let months = Math.max(0, rough + 1)
  while (months > 0 && addMonths(planStartedAt, months).getTime() > now.getTime()) months -= 1
  return { start: addMonths(planStartedAt, months), end: addMonths(planStartedAt, months + 1) }
}
