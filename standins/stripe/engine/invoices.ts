import { DAY } from './calendar.ts'
import type { Engine } from './engine.ts'
import { emitInvoice, emitSubscription, updateCustomer, updateSubscription } from './events.ts'
import { customerOf } from './find.ts'
import { newId } from './ids.ts'
import { balanceAfter, dueOf } from './money.ts'
import type { Card, Customer, Invoice, Line, Subscription } from './records.ts'

export interface NewInvoice {
  subscription: Subscription
  lines: Line[]
  reason: Invoice['billingReason']
  /** Of the time that the invoice is about. */
  period: { start: number; end: number }
}

/** An invoice that nobody has been told of: what a preview shows, and what `openInvoice` begins with. */
export function draftInvoice({ world }: Engine, { subscription, lines, reason, period }: NewInvoice): Invoice {
  const customer = customerOf(world, subscription.customer)
  return {
    id: newId('in'),
    number: null,
    customer: customer.id,
    customerEmail: customer.email,
    customerName: customer.name,
    subscription: subscription.id,
    created: world.time,
    currency: subscription.currency,
    status: 'draft',
    billingReason: reason,
    periodStart: period.start,
    periodEnd: period.end,
    lines,
    startingBalance: customer.balance,
    endingBalance: null,
    amountPaid: 0,
    attemptCount: 0,
    retries: 0,
    firstAttempt: null,
    nextAttempt: null,
    autoAdvance: true,
    finalizesAt: null,
    finalizedAt: null,
    paidAt: null,
    voidedAt: null,
    uncollectibleAt: null,
    metadata: {},
  }
}

/** Makes an invoice the subscription's latest; null or a time says when it becomes a bill by itself. */
export function addInvoice(engine: Engine, draft: Invoice, finalizesAt: number | null): Invoice {
  draft.finalizesAt = finalizesAt
  engine.world.invoices[draft.id] = draft
  emitInvoice(engine, 'created', draft)
  return draft
}

/** Makes a bill of a draft: its number and sum are final, the customer's credit is used. */
export function finalizeInvoice(engine: Engine, invoice: Invoice): void {
  const customer = customerOf(engine.world, invoice.customer)
  invoice.startingBalance = customer.balance
  invoice.endingBalance = balanceAfter(invoice)
  invoice.status = 'open'
  invoice.finalizesAt = null
  invoice.finalizedAt = engine.world.time
  invoice.number = `${customer.invoicePrefix}-${String(customer.nextInvoice).padStart(4, '0')}`
  updateCustomer(engine, customer, () => {
    customer.nextInvoice += 1
    customer.balance = invoice.endingBalance ?? 0
  })
  emitInvoice(engine, 'finalized', invoice)
}

/** Whether a customer still owes something. */
const owes = (engine: Engine, customer: Customer): boolean =>
  Object.values(engine.world.invoices).some(
    ({ customer: id, status, attemptCount }) => id === customer.id && status === 'open' && attemptCount > 0,
  )

function settle(engine: Engine, invoice: Invoice, subscription: Subscription, customer: Customer): void {
  invoice.status = 'paid'
  invoice.amountPaid = dueOf(invoice)
  invoice.paidAt = engine.world.time
  invoice.nextAttempt = null
  emitInvoice(engine, 'paid', invoice)
  emitInvoice(engine, 'payment_succeeded', invoice)
  updateCustomer(engine, customer, () => {
    customer.delinquent = owes(engine, customer)
  })
  const waits = ['past_due', 'unpaid', 'incomplete'].includes(subscription.status)
  if (!waits || subscription.latestInvoice !== invoice.id) return
  updateSubscription(engine, subscription, () => {
    subscription.status =
      subscription.trialEnd !== null && subscription.trialEnd > engine.world.time ? 'trialing' : 'active'
  })
}

/** The next day on which a charge that has failed is tried again; null: it was the last one. */
function nextTry({ settings }: Engine, invoice: Invoice): number | null {
  const days = settings.retryDays[invoice.retries]
  return days === undefined || invoice.firstAttempt === null ? null : invoice.firstAttempt + days * DAY
}

/** Ends what nobody pays for, as the settings have it. */
function giveUp(engine: Engine, subscription: Subscription): void {
  const { afterRetries } = engine.settings
  if (afterRetries === 'canceled') endSubscription(engine, subscription, 'payment_failed')
  else {
    updateSubscription(engine, subscription, () => {
      subscription.status = afterRetries
    })
  }
}

function fail(engine: Engine, invoice: Invoice, subscription: Subscription, customer: Customer, byHand: boolean): void {
  const first = subscription.status === 'incomplete'
  if (!byHand) invoice.nextAttempt = first || !invoice.autoAdvance ? null : nextTry(engine, invoice)
  emitInvoice(engine, 'payment_failed', invoice)
  updateCustomer(engine, customer, () => {
    customer.delinquent = true
  })
  // What is bought for the first time waits for its buyer, and is not tried again.
  if (first || subscription.latestInvoice !== invoice.id) return
  if (subscription.status === 'active' || subscription.status === 'trialing') {
    updateSubscription(engine, subscription, () => {
      subscription.status = 'past_due'
    })
  }
  if (subscription.status === 'past_due' && !byHand && invoice.autoAdvance && invoice.nextAttempt === null) {
    giveUp(engine, subscription)
  }
}

/**
 * Charges a bill to a card. Returns whether it is paid.
 *
 * @param byHand a person tries, beside the days on which Stripe does
 */
export function chargeInvoice(engine: Engine, invoice: Invoice, card: Card | null, byHand = false): boolean {
  const { world } = engine
  const customer = customerOf(world, invoice.customer)
  const subscription = world.subscriptions[invoice.subscription]
  if (subscription === undefined) return false
  if (dueOf(invoice) > 0) {
    invoice.attemptCount += 1
    invoice.firstAttempt ??= world.time
  }
  const paid = dueOf(invoice) === 0 || card === 'pays'
  if (paid) settle(engine, invoice, subscription, customer)
  else fail(engine, invoice, subscription, customer, byHand)
  return paid
}

/** Makes a bill at once and charges it. */
export function billNow(engine: Engine, draft: Invoice, card: Card | null): boolean {
  addInvoice(engine, draft, null)
  finalizeInvoice(engine, draft)
  return chargeInvoice(engine, draft, card)
}

/** Tries a bill again on one of the days for it. */
export function retryInvoice(engine: Engine, invoice: Invoice): void {
  invoice.retries += 1
  chargeInvoice(engine, invoice, customerOf(engine.world, invoice.customer).card)
}

export function voidInvoice(engine: Engine, invoice: Invoice): void {
  invoice.status = 'void'
  invoice.voidedAt = engine.world.time
  invoice.nextAttempt = null
  invoice.finalizesAt = null
  emitInvoice(engine, 'voided', invoice)
}

/** Ends a subscription now. Its open bills stay open, and are not tried any more. */
export function endSubscription(
  engine: Engine,
  subscription: Subscription,
  reason: NonNullable<Subscription['reason']>,
): void {
  const { world } = engine
  subscription.status = 'canceled'
  subscription.endedAt = world.time
  subscription.canceledAt ??= world.time
  subscription.reason = reason
  world.pendingLines = world.pendingLines.filter((pending) => pending.subscription !== subscription.id)
  for (const invoice of Object.values(world.invoices)) {
    if (invoice.subscription !== subscription.id || !['draft', 'open'].includes(invoice.status)) continue
    invoice.autoAdvance = false
    invoice.finalizesAt = null
    invoice.nextAttempt = null
  }
  emitSubscription(engine, 'deleted', subscription)
}
