import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { BillingDeps } from './billing-deps.ts'
import { findPlanId } from './prices.ts'
import { isMissing, unlessMissing } from './stripe-errors.ts'
import { factsOf, hasEnded, type SubscriptionFacts } from './subscription-facts.ts'

/** A subscription, and the id of the person for whom it was begun. */
export interface BegunSubscription {
  id: string
  userId: string
  metadata: Stripe.Metadata
}

interface KnownCustomer {
  customer: 'known'
  /** All that are not over. */
  subscriptions: SubscriptionFacts[]
  /** Those to plans of ours that were begun for somebody. */
  begun: BegunSubscription[]
  /** Whose customer it was made for, where that had to be asked: no subscription says so. */
  madeFor: string | null
  /** Whether there have been others. */
  hadOthers: boolean
}

/** What the payment provider says of one of its customers. */
export type CustomerReading =
  | KnownCustomer
  /** Was deleted there, with all its subscriptions. */
  | { customer: 'deleted' }
  /** Has never been there. */
  | { customer: 'unknown' }

type ReadDeps = Pick<BillingDeps, 'catalogue'> & { stripe: Stripe }

/** The plan that a price is for; where nothing says so, the name or the id of the price, which is no plan at all. */
async function planOf({ stripe }: ReadDeps, price: Stripe.Price): Promise<{ plan: string; isOurs: boolean }> {
  const planId = await findPlanId(stripe, price)
  return { plan: planId ?? price.lookup_key ?? price.id, isOurs: planId !== null }
}

type PlanItem = { item: Stripe.SubscriptionItem; plan: string; isOurs: boolean }

/** The item that holds the plan: of several, the one with the highest. */
async function planItemOf(deps: ReadDeps, { items }: Stripe.Subscription): Promise<PlanItem | null> {
  let best: PlanItem | null = null
  const rank = ({ plan }: PlanItem): number => deps.catalogue.plans.findIndex(({ id }) => id === plan)
  for (const item of items.data) {
    const next = { item, ...(await planOf(deps, item.price)) }
    if (best === null || rank(next) > rank(best)) best = next
  }
  return best
}

const idOf = ({ userId }: Stripe.Metadata): string | null => z.uuid().safeParse(userId).data ?? null

async function readKnown(deps: ReadDeps, customerId: string, now: Date): Promise<CustomerReading> {
  const { stripe } = deps
  const subscriptions: SubscriptionFacts[] = []
  const begun: BegunSubscription[] = []
  let hadOthers = false
  for await (const subscription of stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 })) {
    const planItem = hasEnded(subscription) ? null : await planItemOf(deps, subscription)
    if (planItem === null) {
      hadOthers = true
      continue
    }
    subscriptions.push(factsOf(subscription, planItem, now))
    const { id, metadata } = subscription
    const userId = idOf(metadata)
    if (userId !== null && planItem.isOurs) begun.push({ id, userId, metadata })
  }
  const known: KnownCustomer = { customer: 'known', subscriptions, begun, madeFor: null, hadOthers }
  if (subscriptions.length > 0) return known
  // With a customer ends all that they had, so only one without anything can have been deleted.
  const customer = await stripe.customers.retrieve(customerId)
  return customer.deleted === true ? { customer: 'deleted' } : { ...known, madeFor: idOf(customer.metadata) }
}

/**
 * Asks the payment provider for all that it has of a customer.
 *
 * @throws what the payment provider's SDK throws, but for customers that do not exist
 */
export async function readCustomer(deps: ReadDeps, customerId: string, now: Date): Promise<CustomerReading> {
  try {
    return await readKnown(deps, customerId, now)
  } catch (error) {
    if (!isMissing(error)) throw error
    const customer = await unlessMissing(deps.stripe.customers.retrieve(customerId))
    return { customer: customer?.deleted === true ? 'deleted' : 'unknown' }
  }
}
