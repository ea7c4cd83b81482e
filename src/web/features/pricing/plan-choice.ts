import { type Plan, type PlanCatalogue, planOf, planState } from '../../../shared/plans/catalogue.ts'

/** What a plan's card lets one do. */
type PlanChoice =
  /** Make an account first. */
  | { kind: 'register'; label: string }
  /** Take the free plan. */
  | { kind: 'starter'; label: string }
  /** Pay for it, or confirm the change to it. */
  | { kind: 'pay'; label: string }
  /** What is paid for is changed and ended on a page of its own. */
  | { kind: 'manage'; label: string }
  /** On it already, with nothing to manage. */
  | { kind: 'none' }

/** What stands in the way of a change: the plan is to end, or a payment is due. */
export type Standing = 'ending' | 'owing' | null

export interface CardFacts {
  isOwn: boolean
  /** The one card whose action is the screen's first. */
  isFirst: boolean
  choice: PlanChoice
}

function ownChoice({ name }: Plan, standing: Standing): PlanChoice {
  // What the server does for somebody who chooses the plan they have.
  if (standing === 'ending') return { kind: 'pay', label: `Keep ${name}` }
  return standing === 'owing' ? { kind: 'pay', label: 'Pay Now' } : { kind: 'manage', label: 'Manage Subscription' }
}

function choiceOf(catalogue: PlanCatalogue, plan: Plan, storedPlan: string | null, standing: Standing): PlanChoice {
  const own = planOf(catalogue, storedPlan)
  const isFreePlan = plan.price.amount === 0
  if (planState(catalogue, storedPlan) !== 'paid') {
    if (!isFreePlan) return { kind: 'pay', label: `Upgrade to ${plan.name}` }
    return storedPlan === plan.id ? { kind: 'none' } : { kind: 'starter', label: `Continue with ${plan.name}` }
  }
  if (plan === own) return ownChoice(own, standing)
  // The way back to the free plan is to cancel the paid one.
  if (isFreePlan) return { kind: 'manage', label: `Switch to ${plan.name}` }
  const isAbove = plan.price.amount > own.price.amount
  return { kind: 'pay', label: `${isAbove ? 'Upgrade' : 'Switch'} to ${plan.name}` }
}

/**
 * The plan whose action comes first: one's own where it needs one, else the catalogue's recommendation, or, from there
 * on, the next one up, if any.
 */
function firstOf({ plans }: PlanCatalogue, own: Plan | null, standing: Standing): Plan | undefined {
  const highlighted = plans.find((plan) => plan.highlighted)
  if (own === null) return highlighted
  if (standing !== null && own.price.amount > 0) return own
  const above = plans.slice(plans.indexOf(own) + 1)
  return above.find((plan) => plan === highlighted) ?? (own.price.amount > 0 ? above[0] : undefined)
}

/**
 * What stands on each plan's card.
 *
 * @param storedPlan undefined for visitors; else the person's plan as stored
 */
export function cardFacts(
  catalogue: PlanCatalogue,
  storedPlan: string | null | undefined,
  standing: Standing,
): Map<Plan, CardFacts> {
  const isMember = storedPlan !== undefined
  const isFreeOfChoice = isMember && planState(catalogue, storedPlan) !== 'paid'
  const first = firstOf(catalogue, isMember ? planOf(catalogue, storedPlan) : null, standing)
  return new Map(
    catalogue.plans.map((plan) => [
      plan,
      {
        // Who has not chosen yet has the free plan's rights, but need not feel settled.
        isOwn: isMember && (isFreeOfChoice ? storedPlan === plan.id : plan === planOf(catalogue, storedPlan)),
        isFirst: plan === first,
        choice: isMember
          ? choiceOf(catalogue, plan, storedPlan, standing)
          : { kind: 'register', label: plan.price.amount === 0 ? 'Start free' : `Choose ${plan.name}` },
      },
    ]),
  )
}
