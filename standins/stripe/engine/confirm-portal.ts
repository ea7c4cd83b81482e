import { applyChange } from './change-subscription.ts'
import type { PageOutcome } from './checkout.ts'
import type { Engine } from './engine.ts'
import { updateSubscription } from './events.ts'
import { declined, StripeFailure } from './failure.ts'
import { configurationOf, customerOf, isOver, recordAt } from './find.ts'
import { chargeInvoice, endSubscription } from './invoices.ts'
import { findOpen, planFlow, wayBack } from './portal.ts'
import type { Card, Flow, PortalSession } from './records.ts'

/** Sets a subscription to end with its period, or takes that back. */
function setCancelAtPeriodEnd(engine: Engine, subscriptionId: string, cancel: boolean): void {
  const { world } = engine
  const subscription = world.subscriptions[subscriptionId]
  if (subscription === undefined || isOver(subscription)) return
  updateSubscription(engine, subscription, () => {
    subscription.cancelAtPeriodEnd = cancel
    subscription.cancelAt = cancel ? Math.max(...subscription.items.map((item) => item.periodEnd)) : null
    subscription.canceledAt = cancel ? world.time : null
    subscription.reason = cancel ? 'cancellation_requested' : null
  })
}

function confirm(engine: Engine, session: PortalSession, flow: Flow, card: Card | null): void {
  const { world } = engine
  const customer = customerOf(world, session.customer)
  const configuration = configurationOf(world, session.configuration)
  switch (flow.type) {
    case 'subscription_update_confirm': {
      const { subscription, planned } = planFlow(engine, flow, configuration)
      applyChange(engine, subscription, planned, { card, mustPay: true })
      customer.card = card
      return
    }
    case 'payment_method_update':
      // A card that is refused when it is checked is not kept.
      if (card !== 'pays') throw declined()
      customer.card = card
      return
    case 'subscription_cancel': {
      const subscription = world.subscriptions[flow.subscription]
      if (subscription === undefined || isOver(subscription)) return
      if (configuration.cancel.mode === 'immediately') endSubscription(engine, subscription, 'cancellation_requested')
      else setCancelAtPeriodEnd(engine, subscription.id, true)
    }
  }
}

/**
 * Confirms what a portal session asks. Confirming again does nothing more than show the way back; where the card is
 * refused, everything stays as it was.
 *
 * @param card what the sum is charged to, and the customer's from then on; left out: the customer's own
 */
export function confirmPortal(engine: Engine, sessionId: string, card?: Card): PageOutcome {
  const { world } = engine
  const session = findOpen(world, sessionId)
  if (session === 'unknown' || session === 'expired') return { kind: session }
  const redirectTo = wayBack(session) ?? `${engine.url}/portal/${session.id}`
  if (session.done || session.flow === null) return { kind: 'done', redirectTo }
  try {
    confirm(engine, session, session.flow, card ?? customerOf(world, session.customer).card)
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error
    return { kind: 'declined', message: error.message }
  }
  session.done = true
  return { kind: 'done', redirectTo }
}

/** Pays an open bill on its own page; the card becomes the customer's. Paying again does nothing. */
export function payInvoice(engine: Engine, invoiceId: string, card: Card): PageOutcome {
  const { world } = engine
  const invoice = recordAt(world.invoices, invoiceId)
  const customer = invoice === undefined ? undefined : world.customers[invoice.customer]
  if (invoice === undefined || customer === undefined || customer.deleted) return { kind: 'unknown' }
  const redirectTo = `${engine.url}/invoice/${invoice.id}`
  if (invoice.status === 'paid') return { kind: 'done', redirectTo }
  if (invoice.status !== 'open') return { kind: 'expired' }
  if (!chargeInvoice(engine, invoice, card, true)) return { kind: 'declined', message: declined().message }
  customer.card = card
  return { kind: 'done', redirectTo }
}
