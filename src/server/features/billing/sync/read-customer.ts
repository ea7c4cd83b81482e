import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { Context } from '../../../db/database.ts'
import { findPlanId } from '../checkout/prices.ts'
import { isMissing, nullIfMissing } from '../stripe.ts'
import { factsOf, hasEnded, type SubscriptionFacts } from './subscription-facts.ts'

interface PlanSubscription {
  id: string
  userId: string
  metadata: Stripe.Metadata
}

interface KnownCustomer {
  customer: 'known'
  /** All that have not ended. */
  subscriptions: SubscriptionFacts[]
  /** Subscriptions to our plans whose metadata names a user. */
  planSubscriptions: PlanSubscription[]
  /** User id in the customer's metadata; read only when there is no subscription. */
  owner: string | null
  /** Whether there are ended subscriptions, or ones without an item. */
  hadEnded: boolean
}

/** A customer as stored at Stripe. */
export type CustomerReading =
  | KnownCustomer
  /** Deleted there, with all subscriptions. */
  | { customer: 'deleted' }
  /** Never existed there. */
  | { customer: 'unknown' }

type ReadContext = Context & { stripe: Stripe }

type PlanItem = { item: Stripe.SubscriptionItem; plan: string; isOurs: boolean }

/** The item with the plan; of several, the one with the highest. A price of no plan counts as its lookup key or id. */
async function planItemOf(context: ReadContext, { items }: Stripe.Subscription): Promise<PlanItem | null> {
  let best: PlanItem | null = null
  const rank = ({ plan }: PlanItem): number => context.catalogue.plans.findIndex(({ id }) => id === plan)
  for (const item of items.data) {
    const planId = await findPlanId(context.stripe, item.price)
    const next = { item, plan: planId ?? item.price.lookup_key ?? item.price.id, isOurs: planId !== null }
    if (best === null || rank(next) > rank(best)) best = next
  }
  return best
}

const userIdIn = ({ userId }: Stripe.Metadata): string | null => z.uuid().safeParse(userId).data ?? null

async function readKnown(context: ReadContext, customerId: string, now: Date): Promise<CustomerReading> {
  const { stripe } = context
  const subscriptions: SubscriptionFacts[] = []
  const planSubscriptions: PlanSubscription[] = []
  let hadEnded = false
  for await (const subscription of stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 })) {
    const planItem = hasEnded(subscription) ? null : await planItemOf(context, subscription)
    if (planItem === null) {
      hadEnded = true
      continue
    }
    subscriptions.push(factsOf(subscription, planItem, now))
    const { id, metadata } = subscription
    const userId = userIdIn(metadata)
    if (userId !== null && planItem.isOurs) planSubscriptions.push({ id, userId, metadata })
  }
  const known: KnownCustomer = { customer: 'known', subscriptions, planSubscriptions, owner: null, hadEnded }
  if (subscriptions.length > 0) return known
  // Deleting a customer ends their subscriptions, so only a customer without any can have been deleted.
  const customer = await stripe.customers.retrieve(customerId)
  return customer.deleted === true ? { customer: 'deleted' } : { ...known, owner: userIdIn(customer.metadata) }
}

/**
 * Reads a customer and their subscriptions from Stripe.
 * @throws errors of Stripe's SDK, except for missing customers
 */
export async function readCustomer(context: ReadContext, customerId: string, now: Date): Promise<CustomerReading> {
  try {
    return await readKnown(context, customerId, now)
  } catch (error) {
    if (!isMissing(error)) throw error
    const customer = await nullIfMissing(context.stripe.customers.retrieve(customerId))
    return { customer: customer?.deleted === true ? 'deleted' : 'unknown' }
  }
}
