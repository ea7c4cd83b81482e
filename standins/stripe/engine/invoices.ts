import { formatMoney } from '../../../src/shared/text/format.ts'
import { balanceAfter, dueOf, prorated } from './amounts.ts'
import { DAY } from './calendar.ts'
import { type Engine, newId } from './engine.ts'
import { emitInvoice, emitSubscription, updateCustomer, updateSubscription } from './events.ts'
import { customerOf, offerOf } from './find.ts'
import type { Card, Invoice, Line, Subscription, World } from './records.ts'

/** Days after the first failed charge on which it is retried. */
const RETRY_DAYS = [3, 5, 7]

type Period = Pick<Subscription, 'price' | 'periodStart' | 'periodEnd'>

/** The line of a whole period. */
export function periodLine(world: World, { price: id, periodStart, periodEnd }: Period, isTrial = false): Line {
  const { name, price } = offerOf(world, id)
  const text = `1 × ${name} (at ${formatMoney(price.unitAmount, price.currency)} / ${price.interval})`
  return {
    id: newId('il'),
    amount: isTrial ? 0 : price.unitAmount,
    description: isTrial ? `Trial period for ${name}` : text,
    proration: false,
    periodStart,
    periodEnd,
  }
}

const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** The credit or charge for the rest of a period from now on. */
export function prorationLine(world: World, { price: id, periodStart, periodEnd }: Period, kind: 'credit' | 'charge') {
  const { name, price } = offerOf(world, id)
  const amount = prorated(price.unitAmount, { start: periodStart, end: periodEnd }, world.time)
  return {
    id: newId('il'),
    // Avoids -0.
    amount: kind === 'credit' ? 0 - amount : amount,
    description: `${kind === 'credit' ? 'Unused' : 'Remaining'} time on ${name} after ${dates.format(world.time * 1000)}`,
    proration: true,
    periodStart: world.time,
    periodEnd,
  }
}

/** An invoice that is not recorded yet: pages preview it, `addInvoice` records it. */
export function draftInvoice({ world }: Engine, subscription: Subscription, lines: Line[]): Invoice {
  const customer = customerOf(world, subscription.customer)
  return {
    id: newId('in'),
    number: null,
    customer: customer.id,
    customerEmail: customer.email,
    subscription: subscription.id,
    created: world.time,
    currency: subscription.currency,
    status: 'draft',
    lines,
    startingBalance: customer.balance,
    amountPaid: 0,
    attemptCount: 0,
    retries: 0,
    firstAttempt: null,
    nextAttempt: null,
    finalizesAt: null,
    finalizedAt: null,
  }
}

/** Records a draft; with a time, it is finalized and charged then. */
export function addInvoice(engine: Engine, draft: Invoice, finalizesAt: number | null): void {
  draft.finalizesAt = finalizesAt
  engine.world.invoices[draft.id] = draft
  emitInvoice(engine, 'created', draft)
}

/** Fixes a draft's number and amount, and uses the customer's credit. */
export function finalizeInvoice(engine: Engine, invoice: Invoice): void {
  const customer = customerOf(engine.world, invoice.customer)
  invoice.startingBalance = customer.balance
  invoice.status = 'open'
  invoice.finalizesAt = null
  invoice.finalizedAt = engine.world.time
  invoice.number = `${customer.invoicePrefix}-${String(customer.nextInvoice).padStart(4, '0')}`
  updateCustomer(engine, customer, () => {
    customer.nextInvoice += 1
    customer.balance = balanceAfter(invoice)
  })
  emitInvoice(engine, 'finalized', invoice)
}

function settle(engine: Engine, invoice: Invoice, subscription: Subscription): void {
  invoice.status = 'paid'
  invoice.amountPaid = dueOf(invoice)
  invoice.nextAttempt = null
  emitInvoice(engine, 'paid', invoice)
  emitInvoice(engine, 'payment_succeeded', invoice)
  const waits = ['past_due', 'unpaid', 'incomplete'].includes(subscription.status)
  if (!waits || subscription.latestInvoice !== invoice.id) return
  updateSubscription(engine, subscription, () => {
    subscription.status = (subscription.trialEnd ?? 0) > engine.world.time ? 'trialing' : 'active'
  })
}

/** Time of the next retry; null after the last one. */
function nextRetry(invoice: Invoice): number | null {
  const days = RETRY_DAYS[invoice.retries]
  return days === undefined || invoice.firstAttempt === null ? null : invoice.firstAttempt + days * DAY
}

function fail(engine: Engine, invoice: Invoice, subscription: Subscription, byHand: boolean): void {
  const isFirst = subscription.status === 'incomplete'
  if (!byHand) invoice.nextAttempt = isFirst ? null : nextRetry(invoice)
  emitInvoice(engine, 'payment_failed', invoice)
  // The first invoice waits for its buyer and is not retried.
  if (isFirst || subscription.latestInvoice !== invoice.id) return
  if (subscription.status === 'active' || subscription.status === 'trialing') {
    updateSubscription(engine, subscription, () => {
      subscription.status = 'past_due'
    })
  }
  const isLast = !byHand && invoice.nextAttempt === null && subscription.status === 'past_due'
  if (isLast && engine.settings.afterRetries === 'canceled') endSubscription(engine, subscription)
}

/**
 * Charges an open invoice to a card.
 *
 * @param byHand whether a user pays, apart from the automatic retries
 * @returns whether the invoice is paid
 */
export function chargeInvoice(engine: Engine, invoice: Invoice, card: Card | null, byHand = false): boolean {
  const { world } = engine
  const subscription = world.subscriptions[invoice.subscription]
  if (subscription === undefined) return false
  if (dueOf(invoice) > 0) {
    invoice.attemptCount += 1
    invoice.firstAttempt ??= world.time
  }
  const isPaid = dueOf(invoice) === 0 || card === 'pays'
  if (isPaid) settle(engine, invoice, subscription)
  else fail(engine, invoice, subscription, byHand)
  return isPaid
}

/** Records an invoice and charges it now. */
export function billNow(engine: Engine, draft: Invoice, card: Card | null): void {
  addInvoice(engine, draft, null)
  finalizeInvoice(engine, draft)
  chargeInvoice(engine, draft, card)
}

export function retryInvoice(engine: Engine, invoice: Invoice): void {
  invoice.retries += 1
  chargeInvoice(engine, invoice, customerOf(engine.world, invoice.customer).card)
}

export const withoutPending = ({ pendingLines }: World, { id }: Subscription): World['pendingLines'] =>
  pendingLines.filter(({ subscription }) => subscription !== id)

/** Ends a subscription now. Its open invoices stay open and are not retried. */
export function endSubscription(engine: Engine, subscription: Subscription): void {
  const { world } = engine
  subscription.status = 'canceled'
  subscription.endedAt = world.time
  subscription.canceledAt ??= world.time
  world.pendingLines = withoutPending(world, subscription)
  for (const invoice of Object.values(world.invoices)) {
    if (invoice.subscription !== subscription.id) continue
    invoice.finalizesAt = null
    invoice.nextAttempt = null
  }
  emitSubscription(engine, 'deleted', subscription)
}
