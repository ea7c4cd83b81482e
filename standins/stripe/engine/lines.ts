import { priceOf, productOf } from './find.ts'
import { newId } from './ids.ts'
import type { Line, Price, SubscriptionItem, World } from './records.ts'

const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** A day as Stripe's descriptions write it: 22 Nov 2026. */
export const dayOf = (seconds: number): string => dates.format(seconds * 1000)

/** "$9.00 / month", as Stripe's descriptions write a price. */
export function priceText({ unitAmount, currency, recurring }: Price): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  const sum = format.format(unitAmount / 10 ** digits)
  if (recurring === null) return sum
  const { interval, count } = recurring
  return `${sum} / ${count === 1 ? interval : `every ${count} ${interval}s`}`
}

/** A whole period of an item; free while it is tried. */
export function periodLine(world: World, item: SubscriptionItem, trial: boolean): Line {
  const price = priceOf(world, item.price)
  const { name } = productOf(world, price.product)
  return {
    id: newId('il'),
    amount: trial ? 0 : price.unitAmount * item.quantity,
    description: trial ? `Trial period for ${name}` : `${item.quantity} × ${name} (at ${priceText(price)})`,
    price: price.id,
    quantity: item.quantity,
    subscriptionItem: item.id,
    proration: false,
    periodStart: item.periodStart,
    periodEnd: item.periodEnd,
  }
}

/**
 * The part of a sum that belongs to the rest of a period, by the second, in whole minor units
 * (https://docs.stripe.com/billing/subscriptions/prorations).
 */
export function prorated(sum: number, period: { start: number; end: number }, at: number): number {
  const whole = period.end - period.start
  return whole <= 0 ? 0 : Math.round((sum * (period.end - at)) / whole)
}

/** What is given back, or asked for, for the rest of an item's period from `at` on. */
export function prorationLine(
  world: World,
  item: SubscriptionItem,
  kind: 'unused' | 'remaining',
  {
    at,
    period = { start: item.periodStart, end: item.periodEnd },
  }: { at: number; period?: { start: number; end: number } },
): Line {
  const price = priceOf(world, item.price)
  const { name } = productOf(world, price.product)
  const sum = prorated(price.unitAmount * item.quantity, period, at)
  const quantity = item.quantity === 1 ? '' : `${item.quantity} × `
  return {
    id: newId('il'),
    // Never the 0 below 0.
    amount: kind === 'unused' ? 0 - sum : sum,
    description: `${kind === 'unused' ? 'Unused' : 'Remaining'} time on ${quantity}${name} after ${dayOf(at)}`,
    price: price.id,
    quantity: item.quantity,
    subscriptionItem: item.id,
    proration: true,
    periodStart: at,
    periodEnd: period.end,
  }
}
