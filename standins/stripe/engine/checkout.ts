import type { Engine } from './engine.ts'
import { emitCustomer, emitSession } from './events.ts'
import { declined, StripeFailure } from './failure.ts'
import { recordAt } from './find.ts'
import { newId, randomText } from './ids.ts'
import type { Card, CheckoutSession, Customer } from './records.ts'
import { startSubscription } from './start-subscription.ts'

/** What came of a visit to a hosted page. */
export type PageOutcome =
  /** Done, now or before: where the person goes on. */
  | { kind: 'done'; redirectTo: string }
  /** The card was refused, in words for the person; they may try another one. */
  | { kind: 'declined'; message: string }
  | { kind: 'expired' }
  | { kind: 'unknown' }

/** The way back, with the session's id where Stripe's placeholder stands. */
const successUrl = (session: CheckoutSession): string =>
  session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id)

export function newCustomer(engine: Engine, given: Partial<Pick<Customer, 'email' | 'name' | 'metadata'>>): Customer {
  const { world } = engine
  const customer: Customer = {
    id: newId('cus'),
    created: world.time,
    deleted: false,
    email: given.email ?? null,
    name: given.name ?? null,
    description: null,
    phone: null,
    metadata: given.metadata ?? {},
    balance: 0,
    currency: null,
    delinquent: false,
    card: null,
    invoicePrefix: randomText(8).toUpperCase(),
    nextInvoice: 1,
  }
  world.customers[customer.id] = customer
  return customer
}

/** Whoever pays: the session's customer, or a new one where it has none. */
function payerOf(engine: Engine, session: CheckoutSession): Customer | undefined {
  if (session.customer !== null) return engine.world.customers[session.customer]
  const customer = newCustomer(engine, { email: session.customerEmail })
  session.customer = customer.id
  emitCustomer(engine, 'created', customer)
  return customer
}

/**
 * Pays for what a checkout session sells. The card becomes the customer's, also for what comes later. Paying again does
 * nothing more than show the way back.
 */
export function completeCheckout(engine: Engine, sessionId: string, card: Card): PageOutcome {
  const { world } = engine
  const session = recordAt(world.sessions, sessionId)
  if (session === undefined) return { kind: 'unknown' }
  if (session.status === 'complete') return { kind: 'done', redirectTo: successUrl(session) }
  if (session.status === 'expired' || session.expiresAt <= world.time) return { kind: 'expired' }
  if (card === 'declines') return { kind: 'declined', message: declined().message }
  const customer = payerOf(engine, session)
  if (customer === undefined || customer.deleted) {
    return { kind: 'declined', message: 'This customer has been deleted.' }
  }
  const before = customer.card
  customer.card = card
  try {
    const subscription = startSubscription(
      engine,
      {
        customer: customer.id,
        items: session.lineItems,
        trialDays: session.trialDays,
        trialEnd: session.trialEnd,
        metadata: session.subscriptionMetadata,
        description: session.subscriptionDescription,
      },
      card,
    )
    session.status = 'complete'
    session.subscription = subscription.id
    session.invoice = subscription.latestInvoice
  } catch (error) {
    // Since the session was made, its price was archived, or the customer began to pay in another currency.
    if (!(error instanceof StripeFailure)) throw error
    customer.card = before
    return { kind: 'declined', message: error.message }
  }
  emitSession(engine, 'completed', session)
  return { kind: 'done', redirectTo: successUrl(session) }
}

/** Ends a session that nobody has paid. */
export function expireCheckout(engine: Engine, session: CheckoutSession): void {
  session.status = 'expired'
  emitSession(engine, 'expired', session)
}
