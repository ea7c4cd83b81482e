import { toCheckoutSession } from '../wire/checkout-session.ts'
import { toCustomer } from '../wire/customer.ts'
import { toInvoice } from '../wire/invoice.ts'
import { toSubscription } from '../wire/subscription.ts'
import type { Engine } from './engine.ts'
import { newId } from './ids.ts'
import type { CheckoutSession, Customer, Delivery, Invoice, Subscription } from './records.ts'

type Json = Record<string, unknown>

/** A copy as it goes over the wire; what comes later changes nothing of it. */
const snapshot = (object: object): Json => JSON.parse(JSON.stringify(object))

/** Whether an endpoint wants events of a type. */
export const wants = (enabledEvents: readonly string[], type: string): boolean =>
  enabledEvents.includes('*') || enabledEvents.includes(type)

const deliveryTo = (receiver: string, time: number): Delivery => ({
  receiver,
  attempts: 0,
  lastStatus: null,
  nextAt: time,
  delivered: false,
})

/** Tells everybody who listens that something has happened to an object (https://docs.stripe.com/api/events). */
export function emit(engine: Engine, type: string, object: object, previous: Json | null = null): void {
  const { world, cause } = engine
  const endpoints = Object.values(world.endpoints).filter(
    ({ enabled, enabledEvents }) => enabled && wants(enabledEvents, type),
  )
  const id = newId('evt')
  world.events[id] = {
    id,
    type,
    created: world.time,
    object: snapshot(object),
    previous,
    ...cause,
    deliveries: [...engine.receivers, ...endpoints.map((endpoint) => endpoint.id)].map((receiver) =>
      deliveryTo(receiver, world.time),
    ),
  }
}

/** What stood in the fields that have changed. */
function differences(before: Json, after: Json): Json {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return Object.fromEntries(changed.map((name) => [name, before[name] ?? null]))
}

/** Changes something and tells of it, if anything is different afterwards. */
function emitUpdate(engine: Engine, type: string, show: () => object, change: () => void): void {
  const before = snapshot(show())
  change()
  const previous = differences(before, snapshot(show()))
  if (Object.keys(previous).length > 0) emit(engine, type, show(), previous)
}

export const emitCustomer = (engine: Engine, type: 'created' | 'deleted', customer: Customer): void =>
  emit(engine, `customer.${type}`, toCustomer(customer))

export const updateCustomer = (engine: Engine, customer: Customer, change: () => void): void =>
  emitUpdate(engine, 'customer.updated', () => toCustomer(customer), change)

export const emitSubscription = (
  engine: Engine,
  type: 'created' | 'deleted' | 'trial_will_end',
  subscription: Subscription,
): void => emit(engine, `customer.subscription.${type}`, toSubscription(engine.world, subscription))

export const updateSubscription = (engine: Engine, subscription: Subscription, change: () => void): void =>
  emitUpdate(engine, 'customer.subscription.updated', () => toSubscription(engine.world, subscription), change)

export const emitInvoice = (
  engine: Engine,
  type: 'created' | 'finalized' | 'paid' | 'payment_succeeded' | 'payment_failed' | 'voided',
  invoice: Invoice,
): void => emit(engine, `invoice.${type}`, toInvoice(engine.world, engine.url, invoice))

export const emitSession = (engine: Engine, type: 'completed' | 'expired', session: CheckoutSession): void =>
  emit(engine, `checkout.session.${type}`, toCheckoutSession(engine.world, engine.url, session))

export { emitUpdate }
