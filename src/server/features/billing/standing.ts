import type { Stripe } from 'stripe'
import { isOwing } from '../../../shared/billing.ts'
import { type PlanCatalogue, type PlanId, planOf } from '../../../shared/plans/catalogue.ts'
import { findPlanId } from './prices.ts'

/** A subscription that somebody has at Stripe now. */
export interface Standing {
  subscription: Stripe.Subscription
  /** The one thing that is paid for by it; null where an operator has put together something else. */
  item: Stripe.SubscriptionItem | null
  planId: PlanId | null
  /** When it ends of itself, in seconds since 1970; null: it goes on. */
  endsAt: number | null
}

/**
 * Subscriptions that are over, or have never begun: one whose first payment failed ends by itself
 * (https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses).
 */
const overStatuses: ReadonlySet<string> = new Set(['canceled', 'incomplete', 'incomplete_expired'])

export const isOver = ({ status }: Pick<Stripe.Subscription, 'status'>): boolean => overStatuses.has(status)

/** Whether it waits for money. Whatever is to change about it, that comes first. */
export const waitsForMoney = ({ status }: Pick<Stripe.Subscription, 'status'>): boolean => isOwing(status)
export const owes = ({ subscription }: Standing): boolean => waitsForMoney(subscription)

type StandingReader = Pick<Stripe, 'subscriptions' | 'products'>

async function standingOf(stripe: StandingReader, subscription: Stripe.Subscription): Promise<Standing> {
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

/** All subscriptions of a customer that are not over. */
export async function subscriptionsThatRun(
  stripe: Pick<Stripe, 'subscriptions'>,
  customer: string,
): Promise<Stripe.Subscription[]> {
  const found: Stripe.Subscription[] = []
  // Without a status, Stripe lists all that have not been canceled.
  for await (const subscription of stripe.subscriptions.list({ customer, limit: 100 })) {
    if (!isOver(subscription)) found.push(subscription)
  }
  return found
}

/** The subscription that counts of those that run: the one of the highest plan; null where none runs. */
export async function readStanding(
  stripe: StandingReader,
  catalogue: PlanCatalogue,
  customer: string,
): Promise<Standing | null> {
  const rank = ({ planId }: Standing): number => catalogue.plans.indexOf(planOf(catalogue, planId))
  const running = await subscriptionsThatRun(stripe, customer)
  const standings = await Promise.all(running.map(async (subscription) => standingOf(stripe, subscription)))
  return standings.toSorted((a, b) => rank(b) - rank(a))[0] ?? null
}
