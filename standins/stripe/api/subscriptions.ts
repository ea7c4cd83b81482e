import { z } from 'zod'
import type { Engine } from '../engine/engine.ts'
import { updateSubscription } from '../engine/events.ts'
import { invalid, missing } from '../engine/failure.ts'
import { find, isOver, subscriptionOf } from '../engine/find.ts'
import { endSubscription } from '../engine/invoices.ts'
import type { Invoice, Subscription } from '../engine/records.ts'
import { applyChange, planChange } from '../engine/subscriptions.ts'
import { toInvoice, toSubscription } from '../wire.ts'
import { boolean, integer, listing, metadata, pageOf, text, withMetadata } from './params.ts'
import { type Route, route } from './route.ts'

const change = z.strictObject({
  items: z
    .array(z.strictObject({ id: text, price: text }))
    .length(1)
    .optional(),
  cancel_at_period_end: boolean.optional(),
  cancel_at: z.union([z.literal(''), integer]).optional(),
  metadata: metadata.optional(),
})
type Change = z.infer<typeof change>

function check({ world }: Engine, subscription: Subscription, given: Change): void {
  if (isOver(subscription) && Object.keys(given).some((name) => name !== 'metadata')) {
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.')
  }
  const { cancel_at: at, cancel_at_period_end: atEnd } = given
  if (at !== undefined && atEnd !== undefined) {
    throw invalid('You may only specify one of these parameters: cancel_at, cancel_at_period_end.', 'cancel_at')
  }
  if (typeof at === 'number' && at <= world.time) throw invalid('`cancel_at` must be in the future.', 'cancel_at')
}

/** Sets when a subscription ends, or removes that. */
function setEnd({ world }: Engine, subscription: Subscription, given: Change): void {
  const { cancel_at: at, cancel_at_period_end: atEnd = false } = given
  if (at === undefined && given.cancel_at_period_end === undefined) return
  subscription.cancelAt = atEnd ? subscription.periodEnd : at === undefined || at === '' ? null : at
  subscription.cancelAtPeriodEnd = atEnd
  subscription.canceledAt = subscription.cancelAt === null ? null : world.time
}

function update(engine: Engine, given: Change, id: string): object {
  const { world } = engine
  const subscription = subscriptionOf(world, id)
  check(engine, subscription, given)
  const [item] = given.items ?? []
  if (item !== undefined) {
    if (item.id !== subscription.itemId) {
      throw invalid(`No such subscription item: '${item.id}'`, 'items', 'resource_missing')
    }
    // Stripe's default proration behavior: the difference waits for the next invoice.
    const planned = planChange(engine, subscription, { price: item.price, billsNow: false })
    applyChange(engine, subscription, planned, { card: null, mustPay: false })
  }
  updateSubscription(engine, subscription, () => {
    setEnd(engine, subscription, given)
    subscription.metadata = withMetadata(subscription.metadata, given.metadata)
  })
  return toSubscription(world, subscription)
}

const wantedSubscriptions = listing({ customer: text.optional(), status: z.literal('all').optional() })

/** https://docs.stripe.com/api/subscriptions */
export const subscriptionRoutes: readonly Route[] = [
  route('GET', '/v1/subscriptions', wantedSubscriptions, ({ world }, { customer, status, ...paging }) => {
    if (customer !== undefined) find(world.customers, 'customer', customer, 'customer')
    const found = Object.values(world.subscriptions).filter(
      (subscription) =>
        (status === 'all' || subscription.status !== 'canceled') &&
        (customer === undefined || subscription.customer === customer),
    )
    const show = (subscription: Subscription): object => toSubscription(world, subscription)
    return pageOf(found, paging, { what: 'subscription', url: '/v1/subscriptions', show })
  }),
  route('GET', '/v1/subscriptions/:id', z.strictObject({}), ({ world }, _, id) =>
    toSubscription(world, subscriptionOf(world, id)),
  ),
  route('POST', '/v1/subscriptions/:id', change, update),
  route('DELETE', '/v1/subscriptions/:id', z.strictObject({}), (engine, _, id) => {
    const subscription = subscriptionOf(engine.world, id)
    if (isOver(subscription)) throw missing('subscription', id)
    subscription.canceledAt = engine.world.time
    endSubscription(engine, subscription)
    return toSubscription(engine.world, subscription)
  }),
]

const wantedInvoices = listing({
  customer: text.optional(),
  subscription: text.optional(),
  status: z.enum(['draft', 'open', 'paid', 'void']).optional(),
})

/** https://docs.stripe.com/api/invoices */
export const invoiceRoutes: readonly Route[] = [
  route('GET', '/v1/invoices', wantedInvoices, ({ world, url }, { customer, subscription, status, ...paging }) => {
    if (customer !== undefined) find(world.customers, 'customer', customer, 'customer')
    const found = Object.values(world.invoices).filter(
      (invoice) =>
        (customer === undefined || invoice.customer === customer) &&
        (subscription === undefined || invoice.subscription === subscription) &&
        (status === undefined || invoice.status === status),
    )
    const show = (invoice: Invoice): object => toInvoice(url, invoice)
    return pageOf(found, paging, { what: 'invoice', url: '/v1/invoices', show })
  }),
  route('GET', '/v1/invoices/:id', z.strictObject({}), ({ world, url }, _, id) =>
    toInvoice(url, find(world.invoices, 'invoice', id)),
  ),
]
