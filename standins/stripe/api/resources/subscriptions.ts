import { z } from 'zod'

import type { Engine } from '../../engine/engine.ts'
import { declined, invalid, missing } from '../../engine/failure.ts'
import { anyCustomerOf, customerOf, isOver, subscriptionOf } from '../../engine/find.ts'
import { endSubscription } from '../../engine/invoices.ts'
import { feedbackSchema, type Subscription } from '../../engine/records.ts'
import { recurringPrice, startSubscription } from '../../engine/start-subscription.ts'
import { toSubscription } from '../../wire/subscription.ts'
import { pageOf } from '../paging.ts'
import { call, integer, isWithin, listCall, metadata, range, text, unsettable, withMetadata } from '../params.ts'
import { type Route, route } from '../route.ts'
import { updateCall, updateSubscriptionBy } from './subscription-update.ts'

const cancellationDetails = z.strictObject({
  comment: unsettable.optional(),
  feedback: feedbackSchema.optional(),
})

const creation = call({
  customer: text,
  items: z
    .array(z.strictObject({ price: text, quantity: integer.optional(), metadata: metadata.optional() }))
    .min(1)
    .max(20),
  metadata: metadata.optional(),
  description: text.optional(),
  trial_period_days: integer.optional(),
  trial_end: integer.optional(),
  payment_behavior: z.enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete']).optional(),
})

function createSubscription(engine: Engine, given: z.infer<typeof creation>): object {
  const { world } = engine
  const customer = customerOf(world, given.customer, 'customer')
  const { trial_period_days: trialDays = null, trial_end: trialEnd = null, payment_behavior: behavior } = given
  if (customer.card === null && behavior !== 'default_incomplete') {
    throw invalid(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
      undefined,
      'resource_missing',
    )
  }
  const prices = given.items.map(({ price }, index) => recurringPrice(world, price, `items[${index}][price]`))
  const free = trialDays !== null || trialEnd !== null || prices.every(({ unitAmount }) => unitAmount === 0)
  if (behavior === 'error_if_incomplete' && !free && customer.card !== 'pays') throw declined()
  const wanted = {
    customer: customer.id,
    items: given.items.map((item) => ({
      price: item.price,
      quantity: item.quantity ?? 1,
      metadata: withMetadata({}, item.metadata),
    })),
    trialDays,
    trialEnd,
    metadata: withMetadata({}, given.metadata),
    description: given.description ?? null,
  }
  // What waits for its buyer is not charged to a card that is there.
  const card = behavior === 'default_incomplete' ? null : customer.card
  return toSubscription(world, startSubscription(engine, wanted, card))
}

/** https://docs.stripe.com/api/subscriptions/cancel */
const cancellation = call({ cancellation_details: cancellationDetails.optional() })

function cancelNow(engine: Engine, given: z.infer<typeof cancellation>, id: string): object {
  const subscription = subscriptionOf(engine.world, id)
  // One that is over cannot be found any more by those who want to end it.
  if (isOver(subscription)) throw missing('subscription', id)
  subscription.comment = given.cancellation_details?.comment ?? subscription.comment
  subscription.feedback = given.cancellation_details?.feedback ?? subscription.feedback
  subscription.canceledAt = engine.world.time
  endSubscription(engine, subscription, 'cancellation_requested')
  return toSubscription(engine.world, subscription)
}

const listing = listCall({
  customer: text.optional(),
  price: text.optional(),
  status: z
    .enum([
      'active',
      'all',
      'canceled',
      'ended',
      'incomplete',
      'incomplete_expired',
      'past_due',
      'paused',
      'trialing',
      'unpaid',
    ])
    .optional(),
  created: range.optional(),
  current_period_start: range.optional(),
  current_period_end: range.optional(),
})

function hasStatus(subscription: Subscription, wanted: z.infer<typeof listing>['status']): boolean {
  switch (wanted) {
    case undefined:
      return subscription.status !== 'canceled'
    case 'all':
      return true
    case 'ended':
      return isOver(subscription)
    case 'active':
    case 'canceled':
    case 'incomplete':
    case 'incomplete_expired':
    case 'past_due':
    case 'paused':
    case 'trialing':
    case 'unpaid':
      return subscription.status === wanted
  }
}

function listSubscriptions({ world }: Engine, wanted: z.infer<typeof listing>): object {
  if (wanted.customer !== undefined) anyCustomerOf(world, wanted.customer, 'customer')
  const found = Object.values(world.subscriptions).filter(
    (subscription) =>
      hasStatus(subscription, wanted.status) &&
      (wanted.customer === undefined || subscription.customer === wanted.customer) &&
      (wanted.price === undefined || subscription.items.some(({ price }) => price === wanted.price)) &&
      isWithin(subscription.created, wanted.created) &&
      subscription.items.some(({ periodStart }) => isWithin(periodStart, wanted.current_period_start)) &&
      subscription.items.some(({ periodEnd }) => isWithin(periodEnd, wanted.current_period_end)),
  )
  const show = (subscription: Subscription): object => toSubscription(world, subscription)
  return pageOf(found, wanted, { what: 'subscription', url: '/v1/subscriptions', show })
}

/** https://docs.stripe.com/api/subscriptions */
export const subscriptionRoutes: Route[] = [
  route('POST', '/v1/subscriptions', creation, createSubscription),
  route('GET', '/v1/subscriptions', listing, listSubscriptions),
  route('GET', '/v1/subscriptions/:id', call({}), ({ world }, _, id) =>
    toSubscription(world, subscriptionOf(world, id)),
  ),
  route('POST', '/v1/subscriptions/:id', updateCall, (engine, given, id) => {
    const subscription = subscriptionOf(engine.world, id)
    updateSubscriptionBy(engine, subscription, given)
    return toSubscription(engine.world, subscription)
  }),
  route('DELETE', '/v1/subscriptions/:id', cancellation, cancelNow),
]
