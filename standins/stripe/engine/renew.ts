import { periodEnd } from './calendar.ts'
import { pendingOf } from './change-subscription.ts'
import type { Engine } from './engine.ts'
import { updateSubscription } from './events.ts'
import { priceOf } from './find.ts'
import { addInvoice, draftInvoice, endSubscription, voidInvoice } from './invoices.ts'
import { periodLine } from './lines.ts'
import type { Subscription, SubscriptionItem } from './records.ts'
import { DRAFT_SECONDS } from './terms.ts'

/** The items of a subscription, one period on. */
export const nextItems = ({ world }: Engine, subscription: Subscription): SubscriptionItem[] =>
  subscription.items.map((item) => {
    const { recurring } = priceOf(world, item.price)
    if (recurring === null) return item
    return {
      ...item,
      periodStart: item.periodEnd,
      periodEnd: periodEnd(subscription.anchor, item.periodEnd, recurring),
    }
  })

/** The bill of the next period, as a preview or for real. */
export const renewalDraft = (engine: Engine, subscription: Subscription, items: SubscriptionItem[]) =>
  draftInvoice(engine, {
    subscription,
    lines: [...pendingOf(engine, subscription), ...items.map((item) => periodLine(engine.world, item, false))],
    reason: 'subscription_cycle',
    // About the time that has passed.
    period: { start: subscription.items[0]?.periodStart ?? 0, end: subscription.items[0]?.periodEnd ?? 0 },
  })

/**
 * Begins the next period, or ends the subscription where that is settled. The bill is a draft for an hour, in which
 * the subscription is active already (https://docs.stripe.com/billing/invoices/subscription).
 */
export function renew(engine: Engine, subscription: Subscription): void {
  const { world } = engine
  const end = subscription.items[0]?.periodEnd ?? world.time
  if (subscription.cancelAtPeriodEnd || (subscription.cancelAt !== null && subscription.cancelAt <= end)) {
    endSubscription(engine, subscription, 'cancellation_requested')
    return
  }
  const items = nextItems(engine, subscription)
  const draft = renewalDraft(engine, subscription, items)
  world.pendingLines = world.pendingLines.filter((pending) => pending.subscription !== subscription.id)
  updateSubscription(engine, subscription, () => {
    subscription.items = items
    subscription.latestInvoice = draft.id
    if (subscription.status === 'trialing') subscription.status = 'active'
  })
  // Nobody is charged for what is unpaid for good; its bills are drafts that stay.
  draft.autoAdvance = subscription.status !== 'unpaid'
  addInvoice(engine, draft, draft.autoAdvance ? world.time + DRAFT_SECONDS : null)
}

/** Ends what was bought and never paid. */
export function expireIncomplete(engine: Engine, subscription: Subscription): void {
  updateSubscription(engine, subscription, () => {
    subscription.status = 'incomplete_expired'
    subscription.endedAt = engine.world.time
  })
  const invoice = engine.world.invoices[subscription.latestInvoice ?? '']
  if (invoice?.status === 'open') voidInvoice(engine, invoice)
}
