import { z } from 'zod'
import { type Engine, newId } from '../engine/engine.ts'
import { emitCustomer, updateCustomer } from '../engine/events.ts'
import { invalid } from '../engine/failure.ts'
import { customerOf, find, isOver, subscriptionsOf } from '../engine/find.ts'
import { newCustomer } from '../engine/hosted-pages.ts'
import { endSubscription } from '../engine/invoices.ts'
import type { Customer, Endpoint } from '../engine/records.ts'
import { toAccount, toCustomer, toDeletedCustomer, toEndpoint } from '../wire.ts'
import { boolean, listing, metadata, pageOf, text, webAddress, withMetadata } from './params.ts'
import { type Route, route } from './route.ts'

const fields = z.strictObject({ email: text.optional(), name: text.optional(), metadata: metadata.optional() })

function fill(customer: Customer, given: z.infer<typeof fields>): void {
  customer.email = given.email ?? customer.email
  customer.name = given.name ?? customer.name
  customer.metadata = withMetadata(customer.metadata, given.metadata)
}

function checkEmail(email: string | undefined): void {
  if (email !== undefined && !z.email().safeParse(email).success) {
    throw invalid(`Invalid email address: ${email}`, 'email', 'email_invalid')
  }
}

/** Ends the customer's subscriptions and deletes the customer (https://docs.stripe.com/api/customers/delete). */
function deleteCustomer(engine: Engine, id: string): object {
  const customer = customerOf(engine.world, id)
  for (const subscription of subscriptionsOf(engine.world, id)) {
    if (!isOver(subscription)) endSubscription(engine, subscription)
  }
  customer.deleted = true
  emitCustomer(engine, 'deleted', customer)
  return toDeletedCustomer(customer)
}

/** https://docs.stripe.com/api/customers */
export const customerRoutes: readonly Route[] = [
  route('POST', '/v1/customers', fields, (engine, given) => {
    checkEmail(given.email)
    const customer = newCustomer(engine, {})
    fill(customer, given)
    emitCustomer(engine, 'created', customer)
    return toCustomer(customer)
  }),
  route('GET', '/v1/customers', listing({ email: text.optional() }), ({ world }, wanted) => {
    const found = Object.values(world.customers).filter(
      ({ deleted, email }) => !deleted && (wanted.email === undefined || email === wanted.email),
    )
    return pageOf(found, wanted, { what: 'customer', url: '/v1/customers', show: toCustomer })
  }),
  route('GET', '/v1/customers/:id', z.strictObject({}), ({ world }, _, id) => {
    const customer = find(world.customers, 'customer', id)
    return customer.deleted ? toDeletedCustomer(customer) : toCustomer(customer)
  }),
  route('POST', '/v1/customers/:id', fields, (engine, given, id) => {
    const customer = customerOf(engine.world, id)
    checkEmail(given.email)
    updateCustomer(engine, customer, () => fill(customer, given))
    return toCustomer(customer)
  }),
  route('DELETE', '/v1/customers/:id', z.strictObject({}), (engine, _, id) => deleteCustomer(engine, id)),
]

const eventTypes = z.array(text).min(1)
const endpointCreation = z.strictObject({
  url: webAddress,
  enabled_events: eventTypes,
  api_version: text.optional(),
  description: text.optional(),
})
const endpointChange = z.strictObject({ enabled_events: eventTypes.optional(), disabled: boolean.optional() })

/** The account and its webhook endpoints, which are recorded only: events go to the receiver of the stand-in. */
export const accountRoutes: readonly Route[] = [
  route('GET', '/v1/account', z.strictObject({}), ({ world }) => toAccount(world)),
  route('POST', '/v1/webhook_endpoints', endpointCreation, ({ world }, { url, enabled_events: enabledEvents }) => {
    const endpoint: Endpoint = { id: newId('we'), created: world.time, url, enabledEvents, enabled: true }
    world.endpoints[endpoint.id] = endpoint
    return { ...toEndpoint(endpoint), secret: newId('whsec') }
  }),
  route('GET', '/v1/webhook_endpoints', listing({}), ({ world }, wanted) => {
    const url = '/v1/webhook_endpoints'
    return pageOf(Object.values(world.endpoints), wanted, { what: 'webhook endpoint', url, show: toEndpoint })
  }),
  route('POST', '/v1/webhook_endpoints/:id', endpointChange, ({ world }, given, id) => {
    const endpoint = find(world.endpoints, 'webhook endpoint', id)
    endpoint.enabledEvents = given.enabled_events ?? endpoint.enabledEvents
    if (given.disabled !== undefined) endpoint.enabled = !given.disabled
    return toEndpoint(endpoint)
  }),
]
