import type { Price } from './records.ts'

const HOUR = 3600
export const DAY = 24 * HOUR

/** Renewal invoices stay drafts for about an hour (https://docs.stripe.com/billing/invoices/subscription). */
export const DRAFT_SECONDS = HOUR
/** https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses */
export const INCOMPLETE_SECONDS = 23 * HOUR
/** How long Stripe retries the delivery of an event (https://docs.stripe.com/webhooks#retries). */
export const DELIVERY_SECONDS = 3 * DAY
/** Lifetime of a checkout page (https://docs.stripe.com/api/checkout/sessions/create). */
export const CHECKOUT_SECONDS = DAY
/** Lifetime of a portal page; Stripe counts an hour from the last visit. */
export const PORTAL_SECONDS = HOUR
/** How long a portal page can still show that it has expired or is done. */
export const PORTAL_KEPT_SECONDS = DAY
/** Lifetime of an idempotency key (https://docs.stripe.com/api/idempotent_requests). */
export const ANSWER_SECONDS = DAY
/** Lifetime of an event (https://docs.stripe.com/api/events). */
export const EVENT_SECONDS = 30 * DAY

/** The same day and time `months` later; the last day of a month that is shorter. */
function addMonths(seconds: number, months: number): number {
  const from = new Date(seconds * 1000)
  const first = new Date(from)
  first.setUTCDate(1)
  first.setUTCMonth(from.getUTCMonth() + months)
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(from.getUTCDate(), last))
  return Math.floor(first.getTime() / 1000)
}

const monthsIn = { month: 1, year: 12 } as const

/**
 * End of the period that begins at `start`: the first multiple of the interval after it, counted from the anchor
 * (https://docs.stripe.com/billing/subscriptions/billing-cycle), so that a short month doesn't shorten later periods.
 */
export function periodEnd(anchor: number, start: number, interval: Price['interval']): number {
  let periods = 1
  while (addMonths(anchor, monthsIn[interval] * periods) <= start) periods += 1
  return addMonths(anchor, monthsIn[interval] * periods)
}
