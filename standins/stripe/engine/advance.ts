import { expireCheckout } from './checkout.ts'
import type { Engine } from './engine.ts'
import { emitSubscription } from './events.ts'
import { customerOf, isOver } from './find.ts'
import { chargeInvoice, endSubscription, finalizeInvoice, retryInvoice } from './invoices.ts'
import type { Invoice, Subscription, World } from './records.ts'
import { expireIncomplete, renew } from './renew.ts'
import {
  ANSWER_SECONDS,
  EVENT_SECONDS,
  INCOMPLETE_SECONDS,
  PORTAL_KEPT_SECONDS,
  TRIAL_NOTICE_SECONDS,
} from './terms.ts'

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

function* subscriptionDues(engine: Engine, subscription: Subscription): Generator<Due> {
  if (isOver(subscription)) return
  const { status, created, cancelAt, trialEnd, trialEndTold } = subscription
  if (status === 'incomplete') {
    yield { at: created + INCOMPLETE_SECONDS, happen: () => expireIncomplete(engine, subscription) }
    return
  }
  if (status === 'trialing' && trialEnd !== null && !trialEndTold) {
    const happen = (): void => {
      subscription.trialEndTold = true
      emitSubscription(engine, 'trial_will_end', subscription)
    }
    // Of a trial that is shorter than the notice, it is told at once.
    yield { at: Math.max(created, trialEnd - TRIAL_NOTICE_SECONDS), happen }
  }
  const end = Math.min(...subscription.items.map(({ periodEnd }) => periodEnd))
  if (cancelAt !== null && cancelAt < end) {
    yield { at: cancelAt, happen: () => endSubscription(engine, subscription, 'cancellation_requested') }
  } else yield { at: end, happen: () => renew(engine, subscription) }
}

function* dues(engine: Engine): Generator<Due> {
  const { world } = engine
  // A failed charge ends a subscription before its next period begins at the same moment.
  for (const invoice of Object.values(world.invoices)) yield* invoiceDues(engine, invoice)
  for (const subscription of Object.values(world.subscriptions)) yield* subscriptionDues(engine, subscription)
  for (const session of Object.values(world.sessions)) {
    if (session.status === 'open') yield { at: session.expiresAt, happen: () => expireCheckout(engine, session) }
  }
}

/** The first thing that comes next; of several at once the first of the list. */
function nextDue(engine: Engine): Due | undefined {
  let next: Due | undefined
  for (const due of dues(engine)) if (next === undefined || due.at < next.at) next = due
  return next
}

/** Forgets what Stripe forgets too. */
function forget(world: World): void {
  for (const event of Object.values(world.events)) {
    if (event.created + EVENT_SECONDS < world.time) delete world.events[event.id]
  }
  for (const [key, answer] of Object.entries(world.answers)) {
    if (answer.created + ANSWER_SECONDS < world.time) delete world.answers[key]
  }
  for (const session of Object.values(world.portalSessions)) {
    if (session.created + PORTAL_KEPT_SECONDS < world.time) delete world.portalSessions[session.id]
  }
}

/**
 * Moves the clock forward. All that is due on the way happens in its order, each at its time; a clock never goes back.
 */
export function advance(engine: Engine, to: number): void {
  const { world } = engine
  const cause = engine.cause
  engine.cause = { requestId: null, idempotencyKey: null }
  for (let due = nextDue(engine); due !== undefined && due.at <= to; due = nextDue(engine)) {
    world.time = Math.max(world.time, due.at)
    due.happen()
  }
  world.time = Math.max(world.time, to)
  forget(world)
  engine.cause = cause
}
