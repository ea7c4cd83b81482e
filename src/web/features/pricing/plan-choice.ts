import { type Plan, type PlanCatalogue, planState } from '../../../shared/plans/catalogue.ts'

/** Button of a plan's card: leads to registration, takes the free plan, pays or confirms a change, or leads to the manage page. */
interface PlanChoice {
  kind: 'register' | 'starter' | 'pay' | 'manage'
  label: string
}

/** State of a subscription that limits changes: it ends with the period, or a payment is due. */
export type Standing = 'ending' | 'owing' | null

export interface CardFacts {
  isOwn: boolean
  /** Whether the card has the screen's primary button. */
  isFirst: boolean
  /** Null if there is nothing to do. */
  choice: PlanChoice | null
}

/**
 * Facts for each plan's card.
 *
 * @param storedPlan undefined for visitors; otherwise the user's plan as stored
 */
export function cardFacts(
  catalogue: PlanCatalogue,
  storedPlan: string | null | undefined,
  standing: Standing,
): Map<Plan, CardFacts> {
  const { plans } = catalogue
  const own = plans.find(({ id }) => id === storedPlan)
  const isPaid = storedPlan !== undefined && planState(catalogue, storedPlan) === 'paid'
  const higher = plans.slice(own === undefined ? 0 : plans.indexOf(own) + 1)
  const next = higher.find(({ highlighted }) => highlighted) ?? (isPaid ? higher[0] : undefined)
  const first = isPaid && standing !== null ? own : next

  const choiceOf = (plan: Plan): PlanChoice | null => {
    const { name } = plan
    const isFreePlan = plan.price.amount === 0
    if (storedPlan === undefined) return { kind: 'register', label: isFreePlan ? 'Start free' : `Choose ${name}` }
    if (!isPaid) {
      if (!isFreePlan) return { kind: 'pay', label: `Upgrade to ${name}` }
      return plan === own ? null : { kind: 'starter', label: `Continue with ${name}` }
    }
    if (plan === own) {
      // Choosing the same plan again withdraws a cancellation, or opens the unpaid invoice.
      if (standing === 'ending') return { kind: 'pay', label: `Keep ${name}` }
      return standing === 'owing' ? { kind: 'pay', label: 'Pay Now' } : { kind: 'manage', label: 'Manage Subscription' }
    }
    // Canceling the paid plan leads back to the free one.
    if (isFreePlan) return { kind: 'manage', label: `Switch to ${name}` }
    return { kind: 'pay', label: `${higher.includes(plan) ? 'Upgrade' : 'Switch'} to ${name}` }
  }
  return new Map(plans.map((plan) => [plan, { isOwn: plan === own, isFirst: plan === first, choice: choiceOf(plan) }]))
}
