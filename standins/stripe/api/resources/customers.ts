import { z } from 'zod'
import { newCustomer } from '../../engine/checkout.ts'
import type { Engine } from '../../engine/engine.ts'
import { emitCustomer, updateCustomer } from '../../engine/events.ts'
import { invalid } from '../../engine/failure.ts'
import { anyCustomerOf, customerOf, isOver, subscriptionsOf } from '../../engine/find.ts'
import { endSubscription } from '../../engine/invoices.ts'
import type { Customer } from '../../engine/records.ts'
import { toCustomer, toDeletedCustomer } from '../../wire/customer.ts'
import { pageOf } from '../paging.ts'
import { call, integer, isWithin, listCall, metadata, range, text, unsettable, withMetadata } from '../params.ts'
import { type Route, route } from '../route.ts'

const fields = call({
  email: unsettable.optional(),
  name: unsettable.optional(),
  description: unsettable.optional(),
  phone: unsettable.optional(),
  balance: integer.optional(),
  metadata: metadata.optional(),
})

/** Takes over what was given; texts are unset by empty ones. */
function fill(customer: Customer, given: z.infer<typeof fields>): void {
  if (given.email !== undefined) customer.email = given.email
  if (given.name !== undefined) customer.name = given.name
  if (given.description !== undefined) customer.description = given.description
  if (given.phone !== undefined) customer.phone = given.phone
  if (given.balance !== undefined) customer.balance = given.balance
  customer.metadata = withMetadata(customer.metadata, given.metadata)
}

function checkEmail(email: string | null | undefined): void {
  if (email === undefined || email === null || z.email().safeParse(email).success) return
  throw invalid(`Invalid email address: ${email}`, 'email', 'email_invalid')
}

/** Ends all that a customer pays for, and the customer (https://docs.stripe.com/api/customers/delete). */
function deleteCustomer(engine: Engine, id: string): object {
  const customer = customerOf(engine.world, id)
  for (const subscription of subscriptionsOf(engine.world, id)) {
    if (!isOver(subscription)) endSubscription(engine, subscription, 'cancellation_requested')
  }
  customer.deleted = true
  emitCustomer(engine, 'deleted', customer)
  return toDeletedCustomer(customer)
}

/** https://docs.stripe.com/api/customers */
export const customerRoutes: Route[] = [
  route('POST', '/v1/customers', fields, (engine, given) => {
    checkEmail(given.email)
    const customer = newCustomer(engine, {})
    fill(customer, given)
    emitCustomer(engine, 'created', customer)
    return toCustomer(customer)
  }),
  route(
    'GET',
    '/v1/customers',
    listCall({ email: text.optional(), created: range.optional() }),
    ({ world }, wanted) => {
      const found = Object.values(world.customers).filter(
        ({ deleted, email, created }) =>
          !deleted && (wanted.email === undefined || email === wanted.email) && isWithin(created, wanted.created),
      )
      return pageOf(found, wanted, { what: 'customer', url: '/v1/customers', show: toCustomer })
    },
  ),
  route('GET', '/v1/customers/:id', call({}), ({ world }, _, id) => {
    const customer = anyCustomerOf(world, id)
    return customer.deleted ? toDeletedCustomer(customer) : toCustomer(customer)
  }),
  route('POST', '/v1/customers/:id', fields, (engine, given, id) => {
    const customer = customerOf(engine.world, id)
    checkEmail(given.email)
    updateCustomer(engine, customer, () => fill(customer, given))
    return toCustomer(customer)
  }),
  route('DELETE', '/v1/customers/:id', call({}), (engine, _, id) => deleteCustomer(engine, id)),
]
