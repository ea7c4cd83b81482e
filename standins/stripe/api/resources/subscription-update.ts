import { z } from 'zod'
import { applyChange, cardOf, planChange } from '../../engine/change-subscription.ts'
import type { Engine } from '../../engine/engine.ts'
import { updateSubscription } from '../../engine/events.ts'
import { invalid } from '../../engine/failure.ts'
import { isOver } from '../../engine/find.ts'
import { billNow, draftInvoice } from '../../engine/invoices.ts'
import { periodLine } from '../../engine/lines.ts'
import { feedbackSchema, prorationBehaviorSchema, type Subscription } from '../../engine/records.ts'
import { nextItems } from '../../engine/renew.ts'
import { boolean, call, integer, metadata, text, unsettable, withMetadata } from '../params.ts'

export const itemChange = z.strictObject({
  id: text.optional(),
  price: text.optional(),
  quantity: integer.optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  deleted: boolean.optional(),
})

export const updateCall = call({
  items: z.array(itemChange).max(20).optional(),
  proration_behavior: prorationBehaviorSchema.optional(),
  proration_date: integer.optional(),
  payment_behavior: z.enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete']).optional(),
  cancel_at_period_end: boolean.optional(),
  cancel_at: z.union([z.enum(['', 'min_period_end', 'max_period_end']), integer]).optional(),
  cancellation_details: z
    .strictObject({ comment: unsettable.optional(), feedback: z.union([z.literal(''), feedbackSchema]).optional() })
    .optional(),
  description: unsettable.optional(),
  metadata: metadata.optional(),
  trial_end: z.union([z.literal('now'), integer]).optional(),
  off_session: boolean.optional(),
})
type Given = z.infer<typeof updateCall>

/** What may still be said of a subscription that is over. */
const lasting = new Set(['cancellation_details', 'metadata', 'expand'])

function check(engine: Engine, subscription: Subscription, given: Given): void {
  const rest = Object.entries(given).filter(([name, value]) => value !== undefined && !lasting.has(name))
  if (isOver(subscription) && rest.length > 0) {
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.')
  }
  if (given.cancel_at_period_end !== undefined && given.cancel_at !== undefined) {
    throw invalid('You may only specify one of these parameters: cancel_at, cancel_at_period_end.', 'cancel_at')
  }
  if (typeof given.cancel_at === 'number' && given.cancel_at <= engine.world.time) {
    throw invalid('`cancel_at` must be in the future.', 'cancel_at')
  }
  if (given.trial_end === undefined) return
  if (subscription.status !== 'trialing') {
    throw invalid('This stand-in moves the end of a trial only while there is one.', 'trial_end')
  }
  if (given.trial_end !== 'now' && given.trial_end <= engine.world.time) {
    throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', 'trial_end')
  }
}

function periodEnds(subscription: Subscription): number[] {
  return subscription.items.map(({ periodEnd }) => periodEnd)
}

/** When a subscription is to end, after a change; undefined: as before. */
function endOf(
  subscription: Subscription,
  { cancel_at_period_end: atEnd, cancel_at: at }: Given,
): number | null | undefined {
  if (atEnd !== undefined) return atEnd ? Math.max(...periodEnds(subscription)) : null
  switch (at) {
    case undefined:
      return undefined
    case '':
      return null
    case 'min_period_end':
      return Math.min(...periodEnds(subscription))
    case 'max_period_end':
      return Math.max(...periodEnds(subscription))
    default:
      return at
  }
}

function setEnd(engine: Engine, subscription: Subscription, given: Given): void {
  const end = endOf(subscription, given)
  if (end === undefined) return
  subscription.cancelAt = end
  subscription.cancelAtPeriodEnd = given.cancel_at_period_end ?? false
  subscription.canceledAt = end === null ? null : engine.world.time
  subscription.reason = end === null ? null : 'cancellation_requested'
}

/** Ends a trial now, with a bill at once, or moves its end. */
function moveTrial(engine: Engine, subscription: Subscription, end: number | 'now'): void {
  const { world } = engine
  const until = end === 'now' ? world.time : end
  const items = subscription.items.map((item) => ({ ...item, periodEnd: until }))
  if (end !== 'now') {
    updateSubscription(engine, subscription, () => {
      Object.assign(subscription, { items, trialEnd: until, anchor: until })
    })
    return
  }
  const paid = nextItems(engine, { ...subscription, items, anchor: until })
  const draft = draftInvoice(engine, {
    subscription,
    lines: paid.map((item) => periodLine(world, item, false)),
    reason: 'subscription_update',
    period: { start: subscription.trialStart ?? until, end: until },
  })
  updateSubscription(engine, subscription, () => {
    subscription.items = paid
    subscription.trialEnd = until
    subscription.anchor = until
    subscription.status = 'active'
    subscription.latestInvoice = draft.id
  })
  billNow(engine, draft, cardOf(engine, subscription))
}

/** https://docs.stripe.com/api/subscriptions/update */
export function updateSubscriptionBy(engine: Engine, subscription: Subscription, given: Given): void {
  check(engine, subscription, given)
  const planned =
    given.items === undefined || given.items.length === 0
      ? null
      : planChange(engine, subscription, {
          items: given.items,
          prorationBehavior: given.proration_behavior ?? 'create_prorations',
          prorationDate: given.proration_date,
        })
  if (planned !== null) {
    const mustPay = given.payment_behavior === 'error_if_incomplete'
    applyChange(engine, subscription, planned, { card: cardOf(engine, subscription), mustPay })
  }
  if (given.trial_end !== undefined) moveTrial(engine, subscription, given.trial_end)
  // A charge that failed may have ended it meanwhile.
  if (isOver(subscription) && given.cancel_at_period_end !== undefined) return
  updateSubscription(engine, subscription, () => {
    setEnd(engine, subscription, given)
    const { comment, feedback } = given.cancellation_details ?? {}
    if (comment !== undefined) subscription.comment = comment
    if (feedback !== undefined) subscription.feedback = feedback === '' ? null : feedback
    if (given.description !== undefined) subscription.description = given.description
    subscription.metadata = withMetadata(subscription.metadata, given.metadata)
  })
}
