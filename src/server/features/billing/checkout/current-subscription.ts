import type { Stripe } from 'stripe'
import { type PlanCatalogue, type PlanId, planOf } from '../../../../shared/plans/catalogue.ts'
import { findPlanId } from './prices.ts'

export interface CurrentSubscription {
  subscription: Stripe.Subscription
  /** Its only item; null when an operator has combined several. */
  item: Stripe.SubscriptionItem | null
  planId: PlanId | null
  /** When it ends, in seconds since 1970; null when it renews. */
  endsAt: number | null
}

/**
 * Statuses of subscriptions that have ended or never started: one whose first payment failed expires by itself
 * (https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses).
 */
const notRunningStatuses: ReadonlySet<string> = new Set(['canceled', 'incomplete', 'incomplete_expired'])

type Reader = Pick<Stripe, 'subscriptions' | 'products'>

async function toCurrent(stripe: Reader, subscription: Stripe.Subscription): Promise<CurrentSubscription> {
  const items = subscription.items.data
  const item = items.length === 1 ? (items[0] ?? null) : null
  const periodEnd = item?.current_period_end ?? null
  return {
    subscription,
    item,
    planId: item === null ? null : await findPlanId(stripe, item.price),
    endsAt: subscription.cancel_at ?? (subscription.cancel_at_period_end ? periodEnd : null),
  }
}

export async function listRunningSubscriptions(stripe: Pick<Stripe, 'subscriptions'>, customer: string) {
  // Without a status, Stripe lists all that are not canceled.
  const listed = await Array.fromAsync(stripe.subscriptions.list({ customer, limit: 100 }))
  return listed.filter(({ status }) => !notRunningStatuses.has(status))
}

/** Reads a customer's running subscription; of several, the one to the highest plan; null without one. */
export async function readCurrentSubscription(stripe: Reader, catalogue: PlanCatalogue, customer: string) {
  const rank = ({ planId }: CurrentSubscription): number => catalogue.plans.indexOf(planOf(catalogue, planId))
  const running = await listRunningSubscriptions(stripe, customer)
  const current = await Promise.all(running.map(async (subscription) => toCurrent(stripe, subscription)))
  return current.toSorted((a, b) => rank(b) - rank(a))[0] ?? null
}
