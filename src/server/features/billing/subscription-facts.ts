import type { Stripe } from 'stripe'
import { graceDays } from '../../../shared/billing.ts'
import type { PlanCatalogue } from '../../../shared/plans/catalogue.ts'
import { days, hours } from '../../../shared/retention.ts'

/**
 * How long a plan that renews itself goes on after its time has run out, while the payment provider still tells of the
 * time before: it moves subscriptions on one by one, some while after their hour, and clocks differ.
 */
export const RENEWAL_HOURS = 6

/** What a subscription means for whoever has it. */
export interface SubscriptionFacts {
  id: string
  /** In the payment provider's word. */
  status: string
  /** A plan of the catalogue, or a value that nobody knows. */
  plan: string
  /** Minor units a month; null where the price is no whole number of them. */
  price: number | null
  currency: string
  cancelAtPeriodEnd: boolean
  /** Until when the plan is paid for, or waited for; null where it gives nothing. */
  paidUntil: Date | null
  /** The day that months are counted from. */
  startedAt: Date
  /** Later ones are larger. */
  created: number
}

const toDate = (seconds: number): Date => new Date(seconds * 1000)

const earliest = (...dates: readonly (Date | null)[]): Date | null =>
  dates.reduce((least, date) => (least === null || (date !== null && date < least) ? date : least), null)

/** Statuses that nothing comes after (https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses). */
const endedStatuses: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired'])

/** Statuses of subscriptions that are paid for, and renew themselves. */
export const paidStatuses: ReadonlySet<string> = new Set(['active', 'trialing'])

/** Whether a subscription is over for good. */
export const hasEnded = ({ status }: { status: string }): boolean => endedStatuses.has(status)

/**
 * Whether somebody has said that a subscription is not to go on after the period of an item of it. One that ends on a
 * later day, which only an operator can have chosen, renews itself before.
 */
export const endsWithPeriod = (
  subscription: Pick<Stripe.Subscription, 'cancel_at' | 'cancel_at_period_end'>,
  { current_period_end: end }: Pick<Stripe.SubscriptionItem, 'current_period_end'>,
): boolean => subscription.cancel_at_period_end || (subscription.cancel_at !== null && subscription.cancel_at <= end)

/**
 * Until when a subscription gives its plan. Payments that are late have some days of grace, and renewals that are some
 * hours. What is not paid for, has ended, or has a status that nobody knows gives nothing.
 */
function paidUntil(subscription: Stripe.Subscription, item: Stripe.SubscriptionItem, now: Date): Date | null {
  const end = toDate(item.current_period_end)
  const cancelAt = subscription.cancel_at === null ? null : toDate(subscription.cancel_at)
  if (paidStatuses.has(subscription.status)) {
    if (end > now || endsWithPeriod(subscription, item)) return earliest(end, cancelAt)
    return earliest(new Date(end.getTime() + hours(RENEWAL_HOURS)), cancelAt)
  }
  if (subscription.status !== 'past_due') return null
  return earliest(end, cancelAt, new Date(toDate(item.current_period_start).getTime() + days(graceDays)))
}

/** The day a subscription's months begin on. With a trial before the first payment that day is still to come. */
function startedAt({ billing_cycle_anchor: anchor, start_date: start }: Stripe.Subscription, now: Date): Date {
  return toDate(anchor * 1000 > now.getTime() ? start : anchor)
}

/** What a subscription says, by the one item of it that holds the plan. */
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

/** Whether a subscription gives its plan at a moment. */
export const isLive = ({ paidUntil: until }: SubscriptionFacts, now: Date): boolean =>
  until !== null && until.getTime() > now.getTime()

/** How much a plan value gives: its place in the catalogue, and nothing for one that is not in it. */
const rankIn = (catalogue: PlanCatalogue, plan: string): number => catalogue.plans.findIndex(({ id }) => id === plan)

const byDate = (a: Date | null, b: Date | null): number => (a?.getTime() ?? 0) - (b?.getTime() ?? 0)

/**
 * The subscription that counts, of all that a customer has: of those that give a plan now the one with the highest,
 * else the newest that is not over.
 */
export function chooseSubscription(
  all: readonly SubscriptionFacts[],
  catalogue: PlanCatalogue,
  now: Date,
): SubscriptionFacts | null {
  const [best] = all
    .filter((facts) => !hasEnded(facts))
    .toSorted(
      (a, b) =>
        Number(isLive(b, now)) - Number(isLive(a, now)) ||
        (isLive(a, now) ? rankIn(catalogue, b.plan) - rankIn(catalogue, a.plan) : 0) ||
        byDate(b.paidUntil, a.paidUntil) ||
        b.created - a.created ||
        b.id.localeCompare(a.id),
    )
  return best ?? null
}
