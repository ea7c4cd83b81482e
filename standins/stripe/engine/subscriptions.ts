import { dueOf } from './amounts.ts'
import { DAY, DRAFT_SECONDS, periodEnd } from './calendar.ts'
import { type Engine, newId } from './engine.ts'
import { emitInvoice, emitSubscription, updateCustomer, updateSubscription } from './events.ts'
import { declined, invalid } from './failure.ts'
import { activePrice, customerOf, priceOf } from './find.ts'
import {
  addInvoice,
  billNow,
  draftInvoice,
  endSubscription,
  periodLine,
  prorationLine,
  withoutPending,
} from './invoices.ts'
import type { Card, Invoice, Line, Metadata, Price, Subscription, World } from './records.ts'

/** @throws StripeFailure where the customer pays in another currency */
export function checkCurrency(world: World, customer: string, price: Price): void {
  const { currency } = customerOf(world, customer, 'customer')
  if (currency === null || currency === price.currency) return
  throw invalid(
    `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${currency}.`,
  )
}

interface NewSubscription {
  customer: string
  price: string
  trialDays?: number | undefined
  metadata: Metadata
}

/**
 * Starts a subscription and charges its first period; a trial is free. Without a payment it is incomplete, and expires
 * after 23 hours.
 *
 * @throws StripeFailure where the price is archived or in another currency than the customer's
 */
export function startSubscription(engine: Engine, wanted: NewSubscription, card: Card | null): Subscription {
  const { world } = engine
  const { time } = world
  const price = activePrice(world, wanted.price, 'items[0][price]')
  checkCurrency(world, wanted.customer, price)
  const trialEnd = wanted.trialDays === undefined ? null : time + wanted.trialDays * DAY
  const subscription: Subscription = {
    id: newId('sub'),
    itemId: newId('si'),
    customer: wanted.customer,
    price: price.id,
    status: trialEnd === null ? 'incomplete' : 'trialing',
    created: time,
    anchor: trialEnd ?? time,
    periodStart: time,
    periodEnd: trialEnd ?? periodEnd(time, time, price.interval),
    currency: price.currency,
    cancelAtPeriodEnd: false,
    cancelAt: null,
    canceledAt: null,
    endedAt: null,
    trialEnd,
    metadata: wanted.metadata,
    latestInvoice: null,
  }
  const draft = draftInvoice(engine, subscription, [periodLine(world, subscription, trialEnd !== null)])
  subscription.latestInvoice = draft.id
  world.subscriptions[subscription.id] = subscription
  const customer = customerOf(world, wanted.customer)
  updateCustomer(engine, customer, () => {
    customer.currency = price.currency
  })
  emitSubscription(engine, 'created', subscription)
  billNow(engine, draft, card)
  return subscription
}

const pendingOf = ({ pendingLines }: World, { id }: Subscription): Line[] =>
  pendingLines.filter(({ subscription }) => subscription === id).map(({ line }) => line)

/**
 * Starts the next period, or ends the subscription where it is set to end. The invoice is a draft for an hour, during
 * which the subscription is active already (https://docs.stripe.com/billing/invoices/subscription).
 */
export function renew(engine: Engine, subscription: Subscription): void {
  const { world } = engine
  const { periodEnd: start, anchor, cancelAt, price } = subscription
  if (subscription.cancelAtPeriodEnd || (cancelAt !== null && cancelAt <= start)) {
    endSubscription(engine, subscription)
    return
  }
  const period = { price, periodStart: start, periodEnd: periodEnd(anchor, start, priceOf(world, price).interval) }
  const lines = [...pendingOf(world, subscription), periodLine(world, period)]
  const draft = draftInvoice(engine, subscription, lines)
  world.pendingLines = withoutPending(world, subscription)
  updateSubscription(engine, subscription, () => {
    Object.assign(subscription, period)
    subscription.latestInvoice = draft.id
    if (subscription.status === 'trialing') subscription.status = 'active'
  })
  addInvoice(engine, draft, world.time + DRAFT_SECONDS)
}

/** Ends a subscription whose first invoice was never paid. */
export function expireIncomplete(engine: Engine, subscription: Subscription): void {
  updateSubscription(engine, subscription, () => {
    subscription.status = 'incomplete_expired'
    subscription.endedAt = engine.world.time
  })
  const invoice = engine.world.invoices[subscription.latestInvoice ?? '']
  if (invoice?.status !== 'open') return
  invoice.status = 'void'
  emitInvoice(engine, 'voided', invoice)
}

/** A change of price that has not been made yet. */
interface PlannedChange {
  price: string
  lines: Line[]
  /** Charged immediately; null where the lines wait for the next invoice. */
  invoice: Invoice | null
}

/**
 * Plans a change to another price, from now on (https://docs.stripe.com/billing/subscriptions/prorations).
 *
 * @throws StripeFailure where the price is archived, or in another currency or interval
 */
export function planChange(
  engine: Engine,
  subscription: Subscription,
  change: { price: string; billsNow: boolean },
): PlannedChange {
  const { world } = engine
  const price = activePrice(world, change.price, 'items[0][price]')
  if (price.currency !== subscription.currency || price.interval !== priceOf(world, subscription.price).interval) {
    throw invalid('This stand-in changes prices within one currency and billing interval only.', 'items[0][price]')
  }
  // A trial is free, so there is nothing to credit.
  const isFree = subscription.status === 'trialing' || subscription.status === 'unpaid'
  const lines =
    isFree || price.id === subscription.price
      ? []
      : [
          prorationLine(world, subscription, 'credit'),
          prorationLine(world, { ...subscription, price: price.id }, 'charge'),
        ]
  const bills = change.billsNow && lines.length > 0
  const invoice = bills ? draftInvoice(engine, subscription, [...pendingOf(world, subscription), ...lines]) : null
  return { price: price.id, lines, invoice }
}

/**
 * Makes a planned change.
 *
 * @throws StripeFailure `card_declined` where it must be paid and the card is declined
 */
export function applyChange(
  engine: Engine,
  subscription: Subscription,
  { price, lines, invoice }: PlannedChange,
  { card, mustPay }: { card: Card | null; mustPay: boolean },
): void {
  const { world } = engine
  if (mustPay && invoice !== null && dueOf(invoice) > 0 && card !== 'pays') throw declined()
  if (invoice === null) world.pendingLines.push(...lines.map((line) => ({ subscription: subscription.id, line })))
  else world.pendingLines = withoutPending(world, subscription)
  updateSubscription(engine, subscription, () => {
    subscription.price = price
    if (invoice !== null) subscription.latestInvoice = invoice.id
  })
  if (invoice !== null) billNow(engine, invoice, card)
}
