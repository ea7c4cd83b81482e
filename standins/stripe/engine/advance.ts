import { ANSWER_SECONDS, EVENT_SECONDS, INCOMPLETE_SECONDS, PORTAL_KEPT_SECONDS } from './calendar.ts'
import type { Engine } from './engine.ts'
import { customerOf, isOver } from './find.ts'
import { expireCheckout } from './hosted-pages.ts'
import { chargeInvoice, endSubscription, finalizeInvoice, retryInvoice } from './invoices.ts'
import type { Invoice, Subscription, World } from './records.ts'
import { expireIncomplete, renew } from './subscriptions.ts'

/** Something that happens by itself at a time. */
interface Due {
  at: number
  happen: () => void
}

function* invoiceDues(engine: Engine, invoice: Invoice): Generator<Due> {
  const { status, finalizesAt, nextAttempt } = invoice
  if (status === 'draft' && finalizesAt !== null) {
    const happen = (): void => {
      finalizeInvoice(engine, invoice)
      chargeInvoice(engine, invoice, customerOf(engine.world, invoice.customer).card)
    }
    yield { at: finalizesAt, happen }
  }
  if (status === 'open' && nextAttempt !== null) {
    yield { at: nextAttempt, happen: () => retryInvoice(engine, invoice) }
  }
}

function subscriptionDue(engine: Engine, subscription: Subscription): Due {
  const { status, created, cancelAt, periodEnd } = subscription
  if (status === 'incomplete') {
    return { at: created + INCOMPLETE_SECONDS, happen: () => expireIncomplete(engine, subscription) }
  }
  if (cancelAt !== null && cancelAt < periodEnd) {
    return { at: cancelAt, happen: () => endSubscription(engine, subscription) }
  }
  return { at: periodEnd, happen: () => renew(engine, subscription) }
}

function* dues(engine: Engine): Generator<Due> {
  const { world } = engine
  // A failed charge ends a subscription before its next period starts at the same moment.
  for (const invoice of Object.values(world.invoices)) yield* invoiceDues(engine, invoice)
  for (const subscription of Object.values(world.subscriptions)) {
    if (!isOver(subscription)) yield subscriptionDue(engine, subscription)
  }
  for (const session of Object.values(world.sessions)) {
    if (session.status === 'open') yield { at: session.expiresAt, happen: () => expireCheckout(engine, session) }
  }
}

/** The earliest; the first of several at the same time. */
function nextDue(engine: Engine): Due | undefined {
  let next: Due | undefined
  for (const due of dues(engine)) if (next === undefined || due.at < next.at) next = due
  return next
}

function removeOld(records: Record<string, { created: number }>, before: number): void {
  for (const [id, { created }] of Object.entries(records)) if (created < before) delete records[id]
}

/** Removes what Stripe forgets, too. */
function forget({ time, events, answers, portalSessions }: World): void {
  removeOld(events, time - EVENT_SECONDS)
  removeOld(answers, time - ANSWER_SECONDS)
  removeOld(portalSessions, time - PORTAL_KEPT_SECONDS)
}

/** Moves the clock forward, never back. Everything due on the way happens in order, each at its time. */
export function advance(engine: Engine, to: number): void {
  const { world } = engine
  for (let due = nextDue(engine); due !== undefined && due.at <= to; due = nextDue(engine)) {
    world.time = Math.max(world.time, due.at)
    due.happen()
  }
  world.time = Math.max(world.time, to)
  forget(world)
}
