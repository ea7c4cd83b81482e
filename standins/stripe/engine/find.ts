import { missing } from './failure.ts'
import type { CheckoutSession, Customer, Invoice, Price, Product, Subscription, World } from './records.ts'

/** The record of an id, if there is one; what every object inherits is none. */
export const recordAt = <T>(records: Record<string, T>, id: string): T | undefined =>
  Object.hasOwn(records, id) ? records[id] : undefined

/** The record of an id. Throws Stripe's refusal when there is none; `param` is the parameter that named it. */
function find<T>(records: Record<string, T>, what: string, id: string, param?: string): T {
  const record = recordAt(records, id)
  if (record === undefined) throw missing(what, id, param)
  return record
}

export const productOf = (world: World, id: string, param?: string): Product =>
  find(world.products, 'product', id, param)
export const priceOf = (world: World, id: string, param?: string): Price => find(world.prices, 'price', id, param)
/** A customer, deleted ones too. */
export const anyCustomerOf = (world: World, id: string, param?: string): Customer =>
  find(world.customers, 'customer', id, param)
export const subscriptionOf = (world: World, id: string, param?: string): Subscription =>
  find(world.subscriptions, 'subscription', id, param)
export const invoiceOf = (world: World, id: string, param?: string): Invoice =>
  find(world.invoices, 'invoice', id, param)
export const sessionOf = (world: World, id: string, param?: string): CheckoutSession =>
  find(world.sessions, 'checkout.session', id, param)
export const configurationOf = (world: World, id: string, param?: string) =>
  find(world.configurations, 'configuration', id, param)
export const endpointOf = (world: World, id: string) => find(world.endpoints, 'webhook endpoint', id)
export const eventOf = (world: World, id: string) => find(world.events, 'event', id)

/** A customer who has not been deleted. */
export function customerOf(world: World, id: string, param?: string): Customer {
  const customer = anyCustomerOf(world, id, param)
  if (customer.deleted) throw missing('customer', id, param)
  return customer
}

/** Statuses that a subscription never leaves. */
export const isOver = ({ status }: Subscription): boolean => status === 'canceled' || status === 'incomplete_expired'

export const subscriptionsOf = (world: World, customer: string): Subscription[] =>
  Object.values(world.subscriptions).filter((subscription) => subscription.customer === customer)
