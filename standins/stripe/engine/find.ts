import { invalid, missing } from './failure.ts'
import type { Customer, Price, Product, Subscription, World } from './records.ts'

/** The record of an id; undefined for unknown ids and for inherited properties such as `constructor`. */
export const recordAt = <T>(records: Record<string, T>, id: string | null): T | undefined =>
  id !== null && Object.hasOwn(records, id) ? records[id] : undefined

/**
 * The record of an id.
 *
 * @param param name of the parameter with the id; left out where the path has it
 * @throws StripeFailure `resource_missing`
 */
export function find<T>(records: Record<string, T>, what: string, id: string, param?: string): T {
  const record = recordAt(records, id)
  if (record === undefined) throw missing(what, id, param)
  return record
}

export const productOf = (world: World, id: string, param?: string): Product =>
  find(world.products, 'product', id, param)
export const priceOf = (world: World, id: string, param?: string): Price => find(world.prices, 'price', id, param)
export const subscriptionOf = (world: World, id: string, param?: string): Subscription =>
  find(world.subscriptions, 'subscription', id, param)

/** A customer who has not been deleted. */
export function customerOf(world: World, id: string, param?: string): Customer {
  const customer = find(world.customers, 'customer', id, param)
  if (customer.deleted) throw missing('customer', id, param)
  return customer
}

/** A price that can be bought. */
export function activePrice(world: World, id: string, param: string): Price {
  const price = priceOf(world, id, param)
  if (!price.active) throw invalid('The price specified is inactive. This field only accepts active prices.', param)
  return price
}

/** Whether the status of a subscription is final. */
export const isOver = ({ status }: Subscription): boolean => status === 'canceled' || status === 'incomplete_expired'

export const subscriptionsOf = (world: World, customer: string): Subscription[] =>
  Object.values(world.subscriptions).filter((subscription) => subscription.customer === customer)

/** Name and price of what is sold at a price. */
export interface Offer {
  name: string
  price: Price
}

export function offerOf(world: World, priceId: string): Offer {
  const price = priceOf(world, priceId)
  return { name: productOf(world, price.product).name, price }
}
