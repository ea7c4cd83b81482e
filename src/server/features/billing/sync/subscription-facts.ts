import type { Stripe } from 'stripe'
import { days, hours } from '../../../../shared/account/retention.ts'
import { graceDays, isRunning } from '../../../../shared/account/subscription-status.ts'
import type { PlanCatalogue } from '../../../../shared/plans/catalogue.ts'

/**
 * How long a renewing plan continues after its period while Stripe still reports the previous one: it renews
 * subscriptions some time after their end, and clocks differ.
 */
export const RENEWAL_HOURS = 6

export interface SubscriptionFacts {
  id: string
  /** As named by Stripe. */
  status: string
  /** A plan of the catalogue, or an unrecognized value. */
  plan: string
  /** Minor units per month; null for a fractional price. */
  price: number | null
  currency: string
  cancelAtPeriodEnd: boolean
  /** End of the paid period or of the grace period; null when the subscription gives no plan. */
  paidUntil: Date | null
  startedAt: Date
  /** Seconds since 1970. */
  created: number
}

const toDate = (seconds: number): Date => new Date(seconds * 1000)

const earliest = (...dates: readonly (Date | null)[]): Date | null =>
  dates.reduce((least, date) => (least === null || (date !== null && date < least) ? date : least), null)

/** Final statuses (https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses). */
const endedStatuses: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired'])

export const hasEnded = ({ status }: { status: string }): boolean => endedStatuses.has(status)

/** Returns whether a subscription ends with an item's period. One set to end later, as only an operator can, renews before. */
export const endsWithPeriod = (
  subscription: Pick<Stripe.Subscription, 'cancel_at' | 'cancel_at_period_end'>,
  { current_period_end: end }: Pick<Stripe.SubscriptionItem, 'current_period_end'>,
): boolean => subscription.cancel_at_period_end || (subscription.cancel_at !== null && subscription.cancel_at <= end)

/** End of the plan, with a grace period for late payments and for late renewals; null for any other status. */
function paidUntil(subscription: Stripe.Subscription, item: Stripe.SubscriptionItem, now: Date): Date | null {
  const end = toDate(item.current_period_end)
  const cancelAt = subscription.cancel_at === null ? null : toDate(subscription.cancel_at)
  if (isRunning(subscription.status)) {
    if (end > now || endsWithPeriod(subscription, item)) return earliest(end, cancelAt)
    return earliest(new Date(end.getTime() + hours(RENEWAL_HOURS)), cancelAt)
  }
  if (subscription.status !== 'past_due') return null
  return earliest(end, cancelAt, new Date(toDate(item.current_period_start).getTime() + days(graceDays)))
}

/** Start of the first month. During a trial the billing anchor is in the future. */
function startedAt({ billing_cycle_anchor: anchor, start_date: start }: Stripe.Subscription, now: Date): Date {
  return toDate(anchor * 1000 > now.getTime() ? start : anchor)
}

export function factsOf(
  subscription: Stripe.Subscription,
  { item, plan }: { item: Stripe.SubscriptionItem; plan: string },
  now: Date,
): SubscriptionFacts {
  const { id, status, created } = subscription
  const { price, quantity = 1 } = item
  return {
    id,
    status,
    plan,
    price: price.unit_amount === null ? null : price.unit_amount * quantity,
    currency: price.currency,
    cancelAtPeriodEnd: endsWithPeriod(subscription, item),
    paidUntil: paidUntil(subscription, item, now),
    startedAt: startedAt(subscription, now),
    created,
  }
}

export const isLive = ({ paidUntil: until }: SubscriptionFacts, now: Date): boolean =>
  until !== null && until.getTime() > now.getTime()

const byDate = (a: Date | null, b: Date | null): number => (a?.getTime() ?? 0) - (b?.getTime() ?? 0)

/** Chooses a customer's effective subscription: of those that give a plan now the highest, else the newest that has not ended. */
export function chooseSubscription(all: readonly SubscriptionFacts[], catalogue: PlanCatalogue, now: Date) {
  // -1 for an unrecognized plan.
  const rankOf = ({ plan }: SubscriptionFacts): number => catalogue.plans.findIndex(({ id }) => id === plan)
  const [best] = all
    .filter((facts) => !hasEnded(facts))
    .toSorted(
      (a, b) =>
        Number(isLive(b, now)) - Number(isLive(a, now)) ||
        (isLive(a, now) ? rankOf(b) - rankOf(a) : 0) ||
        byDate(b.paidUntil, a.paidUntil) ||
        b.created - a.created ||
        b.id.localeCompare(a.id),
    )
  return best ?? null
}
