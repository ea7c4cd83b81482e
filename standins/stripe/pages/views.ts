import { DAY } from '../engine/calendar.ts'
import { isOver, priceOf, productOf, subscriptionsOf } from '../engine/find.ts'
import type { Offer } from '../engine/portal.ts'
import type { CheckoutSession, Invoice, StoredEvent, World } from '../engine/records.ts'
import { DRAFT_SECONDS } from '../engine/terms.ts'
import type { CheckoutView } from './checkout-page.ts'
import type { EventRow, Leap, Overview } from './start-page.ts'

const SHOWN_CUSTOMERS = 50
const SHOWN_EVENTS = 40

const offersOf = (world: World, items: readonly { price: string; quantity: number }[]): Offer[] =>
  items.map(({ price: id, quantity }) => {
    const price = priceOf(world, id)
    return { name: productOf(world, price.product).name, price, quantity }
  })

/** A checkout session as its page shows it. */
export function viewCheckout(world: World, session: CheckoutSession): CheckoutView {
  const { status, expiresAt, lineItems, currency, customer, customerEmail, trialDays, trialEnd } = session
  const over = status === 'open' && expiresAt <= world.time
  return {
    status: over ? 'expired' : status,
    offers: offersOf(world, lineItems),
    currency,
    freeUntil: trialEnd ?? (trialDays === null ? null : world.time + trialDays * DAY),
    email: (customer === null ? undefined : world.customers[customer]?.email) ?? customerEmail,
    cancelUrl: session.cancelUrl,
    successUrl: session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id),
  }
}

/** Where the customer of an invoice came from when they subscribed; null where nobody knows. */
export function homeOf(world: World, { customer }: Invoice): string | null {
  const session = Object.values(world.sessions).findLast((one) => one.customer === customer)
  return session === undefined ? null : new URL('/', session.successUrl).href
}

/** When the next period ends; null where none runs. */
function nextRenewal(world: World): number | null {
  const ends = Object.values(world.subscriptions)
    .filter((subscription) => !isOver(subscription))
    .flatMap(({ items }) => items.map(({ periodEnd }) => periodEnd))
    .filter((end) => end > world.time)
  return ends.length === 0 ? null : Math.min(...ends)
}

/** How many seconds a leap takes. A renewal is over when its bill has been charged. */
export function secondsOf(world: World, leap: Leap): number {
  switch (leap) {
    case 'day':
      return DAY
    case 'week':
      return 7 * DAY
    case 'renewal':
      return Math.max(0, (nextRenewal(world) ?? world.time) - world.time + DRAFT_SECONDS + 1)
  }
}

function whoOf(world: World, { type, object }: StoredEvent): EventRow['who'] {
  const id = type.startsWith('customer.') && object.object === 'customer' ? object.id : object.customer
  return typeof id === 'string' ? (world.customers[id]?.email ?? id) : null
}

/** What the start page shows. */
export function viewOverview(world: World): Overview {
  const customers = Object.values(world.customers).filter(({ deleted }) => !deleted)
  const rows = customers.slice(-SHOWN_CUSTOMERS).toReversed()
  const events = Object.values(world.events).slice(-SHOWN_EVENTS).toReversed()
  return {
    now: world.time,
    customers: rows.map((customer) => ({
      customer,
      subscriptions: subscriptionsOf(world, customer.id).map((subscription) => ({
        subscription,
        offers: offersOf(world, subscription.items),
      })),
    })),
    moreCustomers: customers.length - rows.length,
    events: events.map((event) => ({ event, who: whoOf(world, event) })),
    nextRenewal: nextRenewal(world),
  }
}
