import { balanceAfter, dueOf, totalOf } from './amounts.ts'
import { PORTAL_SECONDS } from './calendar.ts'
import { type Engine, newId, randomText } from './engine.ts'
import { emitSession } from './events.ts'
import { declined, StripeFailure } from './failure.ts'
import { customerOf, isOver, type Offer, offerOf, recordAt } from './find.ts'
import { chargeInvoice } from './invoices.ts'
import type { Card, CheckoutSession, Customer, Flow, PortalSession, World } from './records.ts'
import { applyChange, planChange, startSubscription } from './subscriptions.ts'

/** Result of submitting a hosted page. */
export type PageOutcome =
  /** Done now or before; the browser goes on to `redirectTo`. */
  | { kind: 'done'; redirectTo: string }
  /** Declined with a message for the user, who may try another card. */
  | { kind: 'declined'; message: string }
  | { kind: 'expired' }
  | { kind: 'unknown' }

export function newCustomer(
  { world }: Engine,
  given: Partial<Pick<Customer, 'email' | 'name' | 'metadata'>>,
): Customer {
  const customer: Customer = {
    id: newId('cus'),
    created: world.time,
    deleted: false,
    email: given.email ?? null,
    name: given.name ?? null,
    metadata: given.metadata ?? {},
    balance: 0,
    currency: null,
    card: null,
    invoicePrefix: randomText(8).toUpperCase(),
    nextInvoice: 1,
  }
  world.customers[customer.id] = customer
  return customer
}

/** The success URL with the session's id in place of Stripe's placeholder. */
export const successUrl = (session: CheckoutSession): string =>
  session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id)

export const isExpired = ({ status, expiresAt }: CheckoutSession, { time }: World): boolean =>
  status === 'expired' || (status === 'open' && expiresAt <= time)

/** Runs an operation; a refusal becomes the message of the page. */
function attempt(work: () => string): PageOutcome {
  try {
    return { kind: 'done', redirectTo: work() }
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error
    return { kind: 'declined', message: error.message }
  }
}

/** Pays for a checkout session; the card becomes the customer's. Paying again only redirects. */
export function completeCheckout(engine: Engine, sessionId: string, card: Card): PageOutcome {
  const { world } = engine
  const session = recordAt(world.sessions, sessionId)
  if (session === undefined) return { kind: 'unknown' }
  if (session.status === 'complete') return { kind: 'done', redirectTo: successUrl(session) }
  if (isExpired(session, world)) return { kind: 'expired' }
  return attempt(() => {
    if (card === 'declines') throw declined()
    const customer = customerOf(world, session.customer)
    const { price, subscriptionMetadata: metadata } = session
    const subscription = startSubscription(engine, { customer: customer.id, price, metadata }, card)
    customer.card = card
    session.status = 'complete'
    session.subscription = subscription.id
    emitSession(engine, 'completed', session)
    return successUrl(session)
  })
}

/** Expires an open checkout session. */
export function expireCheckout(engine: Engine, session: CheckoutSession): void {
  session.status = 'expired'
  emitSession(engine, 'expired', session)
}

/** Pays an open invoice on its page; the card becomes the customer's. Paying again does nothing. */
export function payInvoice(engine: Engine, invoiceId: string, card: Card): PageOutcome {
  const { world } = engine
  const invoice = recordAt(world.invoices, invoiceId)
  const customer = recordAt(world.customers, invoice?.customer ?? null)
  if (invoice === undefined || customer === undefined || customer.deleted) return { kind: 'unknown' }
  const redirectTo = `${engine.url}/invoice/${invoice.id}`
  if (invoice.status === 'paid') return { kind: 'done', redirectTo }
  if (invoice.status !== 'open') return { kind: 'expired' }
  if (!chargeInvoice(engine, invoice, card, true)) return { kind: 'declined', message: declined().message }
  customer.card = card
  return { kind: 'done', redirectTo }
}

/** Content of a portal page. Amounts are in minor units, times are seconds since 1970. */
export type PortalView =
  | { kind: 'unknown' }
  | { kind: 'expired' }
  | { kind: 'done'; redirectTo: string }
  /** No longer possible, with a message for the user. */
  | { kind: 'refused'; message: string; backTo: string }
  | {
      kind: 'subscription_update_confirm'
      backTo: string
      email: string | null
      current: Offer
      next: Offer
      lines: { description: string; amount: number }[]
      /** Earlier credit that is used, as a negative number. */
      credit: number
      dueNow: number
      /** Credit towards later invoices, as a negative number. */
      creditAfter: number
      periodEnd: number
      /** When the subscription ends; null where it renews. */
      endsAt: number | null
    }
  | { kind: 'payment_method_update'; backTo: string; email: string | null; card: Card | null }

function findOpen(world: World, sessionId: string): PortalSession | 'unknown' | 'expired' {
  const session = recordAt(world.portalSessions, sessionId)
  if (session === undefined || world.customers[session.customer]?.deleted !== false) return 'unknown'
  return !session.done && session.created + PORTAL_SECONDS <= world.time ? 'expired' : session
}

function planFlow(engine: Engine, flow: Extract<Flow, { type: 'subscription_update_confirm' }>) {
  const subscription = engine.world.subscriptions[flow.subscription]
  if (subscription === undefined || isOver(subscription)) {
    const message = 'This subscription has ended, so it cannot be changed any more.'
    throw new StripeFailure(400, 'invalid_request_error', message)
  }
  return { subscription, planned: planChange(engine, subscription, { price: flow.price, billsNow: true }) }
}

/** The content of a portal session's page. Changes nothing. */
export function previewPortal(engine: Engine, sessionId: string): PortalView {
  const { world } = engine
  const session = findOpen(world, sessionId)
  if (session === 'unknown' || session === 'expired') return { kind: session }
  const { flow, returnUrl: backTo, doneUrl } = session
  if (session.done) return { kind: 'done', redirectTo: doneUrl }
  const { email, card } = customerOf(world, session.customer)
  if (flow.type === 'payment_method_update') return { kind: flow.type, backTo, email, card }
  try {
    const { subscription, planned } = planFlow(engine, flow)
    const bill = planned.invoice ?? { lines: [], startingBalance: 0 }
    return {
      kind: flow.type,
      backTo,
      email,
      current: offerOf(world, subscription.price),
      next: offerOf(world, planned.price),
      lines: bill.lines,
      credit: Math.max(bill.startingBalance, -Math.max(totalOf(bill), 0)),
      dueNow: dueOf(bill),
      creditAfter: balanceAfter(bill),
      periodEnd: subscription.periodEnd,
      endsAt: subscription.cancelAt,
    }
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error
    return { kind: 'refused', message: error.message, backTo }
  }
}

/**
 * Confirms a portal page. Confirming again only redirects; a declined card changes nothing.
 *
 * @param card charged now and kept as the customer's; left out: the customer's own
 */
export function confirmPortal(engine: Engine, sessionId: string, card?: Card): PageOutcome {
  const { world } = engine
  const session = findOpen(world, sessionId)
  if (session === 'unknown' || session === 'expired') return { kind: session }
  const { flow, doneUrl } = session
  if (session.done) return { kind: 'done', redirectTo: doneUrl }
  const customer = customerOf(world, session.customer)
  const used = card ?? customer.card
  return attempt(() => {
    if (flow.type === 'subscription_update_confirm') {
      const { subscription, planned } = planFlow(engine, flow)
      applyChange(engine, subscription, planned, { card: used, mustPay: true })
    } else if (used !== 'pays') throw declined()
    customer.card = used
    session.done = true
    return doneUrl
  })
}
