import type { Engine } from '../engine/engine.ts'
import { invalid } from '../engine/failure.ts'
import { recordAt, subscriptionsOf } from '../engine/find.ts'
import { toCheckoutSession, toLineItems } from '../wire/checkout-session.ts'
import { toCustomer, toDeletedCustomer } from '../wire/customer.ts'
import { toPrice, toProduct } from '../wire/goods.ts'
import { toInvoice } from '../wire/invoice.ts'
import { wholeList } from '../wire/list.ts'
import { toConfiguration } from '../wire/portal.ts'
import { toSubscription } from '../wire/subscription.ts'

type Json = Record<string, unknown>

const MAX_DEPTH = 4

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object of an id, of whatever kind. */
function objectOf({ world, url }: Engine, id: string): object | undefined {
  const customer = recordAt(world.customers, id)
  if (customer !== undefined) return customer.deleted ? toDeletedCustomer(customer) : toCustomer(customer)
  const subscription = recordAt(world.subscriptions, id)
  if (subscription !== undefined) return toSubscription(world, subscription)
  const invoice = recordAt(world.invoices, id)
  if (invoice !== undefined) return toInvoice(world, url, invoice)
  const session = recordAt(world.sessions, id)
  if (session !== undefined) return toCheckoutSession(world, url, session)
  const price = recordAt(world.prices, id)
  if (price !== undefined) return toPrice(price)
  const product = recordAt(world.products, id)
  if (product !== undefined) return toProduct(product)
  const configuration = recordAt(world.configurations, id)
  return configuration === undefined ? undefined : toConfiguration(configuration)
}

/** What an object has only for those who ask for it. */
function included({ world }: Engine, owner: Json, name: string): object | undefined {
  const id = String(owner.id)
  const session = recordAt(world.sessions, id)
  if (owner.object === 'checkout.session' && name === 'line_items' && session !== undefined) {
    return toLineItems(world, session)
  }
  if (owner.object === 'customer' && name === 'subscriptions') {
    const live = subscriptionsOf(world, id).filter(({ status }) => status !== 'canceled')
    const shown = live.map((subscription) => toSubscription(world, subscription))
    return wholeList(shown, `/v1/customers/${id}/subscriptions`)
  }
  return undefined
}

const copy = (object: object): Json => JSON.parse(JSON.stringify(object))

function expandAt(engine: Engine, owner: unknown, [name = '', ...rest]: readonly string[], path: string): void {
  if (Array.isArray(owner)) {
    for (const one of owner) expandAt(engine, one, [name, ...rest], path)
    return
  }
  if (!isJson(owner)) return
  const value = owner[name]
  const found = typeof value === 'string' ? objectOf(engine, value) : included(engine, owner, name)
  if (found !== undefined) owner[name] = copy(found)
  else if (value === undefined || typeof value === 'string') {
    throw invalid(
      `This property cannot be expanded (${path}). You may want to try expanding another property.`,
      'expand',
    )
  }
  if (rest.length > 0) expandAt(engine, owner[name], rest, path)
}

/** Puts objects where ids stand, as `expand` wants it (https://docs.stripe.com/api/expanding_objects). */
export function expandIn(engine: Engine, object: object, paths: readonly string[]): Json {
  const whole = copy(object)
  for (const path of paths) {
    const names = path.split('.')
    if (names.length > MAX_DEPTH) {
      throw invalid(`You cannot expand more than ${MAX_DEPTH} levels of a property. Property: ${path}`, 'expand')
    }
    expandAt(engine, whole, names, path)
  }
  return whole
}
