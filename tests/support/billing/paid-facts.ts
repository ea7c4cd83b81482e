import { expect } from 'vitest'
import type { UserRow } from '../../../src/server/db/schema/index.ts'
import { heldPlan } from '../../../src/shared/plans/catalogue.ts'
import type { StripeSubscription } from '../../../standins/stripe/wire.ts'

const DAY_SECONDS = 86_400
const plansByRank = ['lite', 'pro', 'elite']

interface Facts {
  id: string
  status: string
  plan: string
  price: number | null
  ends: boolean
  /** Seconds since 1970; 0: no plan. */
  until: number
  /** First day of the billing months, in seconds since 1970. */
  day: number
}

/** Plan of one subscription, computed from the product's rules independently of its code. */
function factsOf(subscription: StripeSubscription, now: number): Facts {
  const { id, status, cancel_at: cancelAt, cancel_at_period_end: atEnd } = subscription
  const item = subscription.items.data[0]!
  const last = Math.min(item.current_period_end, cancelAt ?? Number.POSITIVE_INFINITY)
  const grace = Math.min(last, item.current_period_start + 7 * DAY_SECONDS)
  const until: Record<string, number> = { active: last, trialing: last, past_due: grace }
  return {
    id,
    status,
    plan: String(item.price.metadata.precis_plan),
    price: item.price.unit_amount,
    // A later day was set manually, and the next period is still to be paid.
    ends: atEnd || (cancelAt !== null && cancelAt <= item.current_period_end),
    until: until[status] ?? 0,
    day: subscription.billing_cycle_anchor > now ? subscription.start_date : subscription.billing_cycle_anchor,
  }
}

const isOver = ({ status }: { status: string }): boolean => status === 'canceled' || status === 'incomplete_expired'

/** The grace period doesn't restart with Stripe's periods; its end, in seconds. */
function graceLeft({ id, status }: Facts, row: UserRow): number {
  const began = row.stripeSubscriptionId === id && status === 'past_due' && row.subscriptionStatus === 'past_due'
  if (!began || row.planSource !== 'stripe' || row.subscriptionExpiresAt === null) return Number.POSITIVE_INFINITY
  return row.subscriptionExpiresAt.getTime() / 1000
}

const boundedBy = (row: UserRow, facts: Facts): Facts => ({
  ...facts,
  until: Math.min(facts.until, graceLeft(facts, row)),
})

/**
 * Compares a user's row with Stripe's state: plan, end, price, and first day of the billing months.
 * @param all every subscription that the customer has ever had
 */
export function expectRowAsStripeSays(row: UserRow, all: readonly StripeSubscription[], at: Date): void {
  const now = at.getTime() / 1000
  const facts = all.filter((one) => !isOver(one)).map((one) => boundedBy(row, factsOf(one, now)))
  const paid = facts.filter(({ until }) => until > now)
  const rank = Math.max(...paid.map(({ plan }) => plansByRank.indexOf(plan)))
  const best = paid.filter(({ plan }) => plansByRank.indexOf(plan) === rank)
  const chosen = (paid.length > 0 ? best : facts).find(({ id }) => id === row.stripeSubscriptionId)
  const seen = {
    plan: heldPlan(row, at),
    source: row.planSource,
    status: row.subscriptionStatus,
    price: row.subscriptionPrice,
    ends: row.cancelAtPeriodEnd,
    until: paid.length > 0 ? row.subscriptionExpiresAt : null,
    day: paid.length > 0 ? row.planStartedAt : null,
    subscription: row.stripeSubscriptionId,
  }
  if (facts.length === 0) {
    const status = all.length === 0 ? null : 'canceled'
    const none = { plan: null, source: null, price: null, ends: false, until: null, day: null, subscription: null }
    expect(seen).toEqual({ ...none, status })
    return
  }
  const lasts = paid.length > 0
  expect(seen).toEqual({
    plan: lasts ? plansByRank[rank] : null,
    source: lasts ? 'stripe' : row.planSource,
    status: chosen?.status,
    price: chosen?.price,
    ends: chosen?.ends,
    until: lasts ? new Date(Math.max(...best.map(({ until }) => until)) * 1000) : null,
    day: lasts ? new Date(chosen!.day * 1000) : null,
    subscription: chosen?.id,
  })
}
