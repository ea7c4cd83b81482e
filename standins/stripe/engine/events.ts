import { toCheckoutSession, toCustomer, toInvoice, toSubscription } from '../wire.ts'
import { type Engine, newId } from './engine.ts'
import type { CheckoutSession, Customer, Invoice, Subscription } from './records.ts'

type Json = Record<string, unknown>

/** A copy that later changes don't affect. */
const snapshot = (object: object): Json => JSON.parse(JSON.stringify(object))

/** Records an event about an object, for delivery where something receives events (https://docs.stripe.com/api/events). */
export function emit({ world, delivers }: Engine, type: string, object: object): void {
  const id = newId('evt')
  const delivery = { attempts: 0, lastStatus: null, nextAt: world.time, delivered: false }
  world.events[id] = { id, type, created: world.time, object: snapshot(object), delivery: delivers ? delivery : null }
}

/** Makes a change and emits an event if it shows in the object. */
export function emitUpdate(engine: Engine, type: string, show: () => object, change: () => void): void {
  const before = JSON.stringify(show())
  change()
  if (JSON.stringify(show()) !== before) emit(engine, type, show())
}

export const emitCustomer = (engine: Engine, type: 'created' | 'deleted', customer: Customer): void =>
  emit(engine, `customer.${type}`, toCustomer(customer))

export const updateCustomer = (engine: Engine, customer: Customer, change: () => void): void =>
  emitUpdate(engine, 'customer.updated', () => toCustomer(customer), change)

export const emitSubscription = (engine: Engine, type: 'created' | 'deleted' | 'updated', subscription: Subscription) =>
  emit(engine, `customer.subscription.${type}`, toSubscription(engine.world, subscription))

export const updateSubscription = (engine: Engine, subscription: Subscription, change: () => void): void =>
  emitUpdate(engine, 'customer.subscription.updated', () => toSubscription(engine.world, subscription), change)

export const emitInvoice = (
  engine: Engine,
  type: 'created' | 'finalized' | 'paid' | 'payment_succeeded' | 'payment_failed' | 'voided',
  invoice: Invoice,
): void => emit(engine, `invoice.${type}`, toInvoice(engine.url, invoice))

export const emitSession = (engine: Engine, type: 'completed' | 'expired', session: CheckoutSession): void =>
  emit(engine, `checkout.session.${type}`, toCheckoutSession(engine, session))
