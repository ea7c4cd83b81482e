import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestStripe, type TestStripe } from '../../../tests/support/stripe.ts'
import { sdkFor } from '../testing/shop.ts'

const types = path.join(import.meta.dirname, '..', '..', '..', '..', 'node_modules', 'stripe', 'esm', 'resources')

/** The fields of an interface of the SDK, and whether each is always there. */
function fieldsOf(file: string, name: string): Map<string, boolean> {
  const lines = readFileSync(path.join(types, `${file}.d.ts`), 'utf8').split('\n')
  const start = lines.findIndex((line) => line.startsWith(`export interface ${name} `))
  const end = lines.indexOf('}', start)
  expect(start).toBeGreaterThan(-1)
  const fields = new Map<string, boolean>()
  for (const line of lines.slice(start, end)) {
    const [, field, optional] = /^ {4}(\w+)(\??):/u.exec(line) ?? []
    if (field !== undefined) fields.set(field, optional === '')
  }
  return fields
}

let standin: TestStripe
/** An object of each kind, as it goes over the wire. */
const objects = new Map<string, object>()
beforeAll(async () => {
  standin = await startTestStripe()
  const stripe = sdkFor(standin)
  const { customerId, subscriptionId } = await standin.subscribe()
  const { data } = await stripe.prices.list({})
  const [price] = data
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customerId,
    line_items: [{ price: price!.id, quantity: 1 }],
    success_url: 'http://localhost:3000/ok',
    expand: ['line_items'],
  })
  const configuration = await stripe.billingPortal.configurations.create({
    features: { payment_method_update: { enabled: true } },
  })
  const portal = await stripe.billingPortal.sessions.create({ customer: customerId, configuration: configuration.id })
  const endpoint = await stripe.webhookEndpoints.create({ url: 'https://precis.example/x', enabled_events: ['*'] })
  const subscription = await stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] })
  const invoice = subscription.latest_invoice as Stripe.Invoice
  objects.set('Customers Customer', await stripe.customers.retrieve(customerId))
  objects.set('Products Product', await stripe.products.retrieve(price!.product as string))
  objects.set('Prices Price', price!)
  objects.set('Checkout/Sessions Session', session)
  objects.set('LineItems LineItem', session.line_items!.data[0]!)
  objects.set('BillingPortal/Configurations Configuration', configuration)
  objects.set('BillingPortal/Sessions Session', portal)
  objects.set('Subscriptions Subscription', subscription)
  objects.set('SubscriptionItems SubscriptionItem', subscription.items.data[0]!)
  objects.set('Plans Plan', subscription.items.data[0]!.plan)
  objects.set('Invoices Invoice', invoice)
  objects.set('InvoiceLineItems InvoiceLineItem', invoice.lines.data[0]!)
  objects.set('Events EventBase', (await stripe.events.list({ limit: 1 })).data[0]!)
  objects.set('WebhookEndpoints WebhookEndpoint', endpoint)
  objects.set('Accounts Account', await stripe.accounts.retrieveCurrent())
  objects.set('Balance Balance', await stripe.balance.retrieve())
})
afterAll(async () => standin.stop())

it.each([
  ['Customers', 'Customer'],
  ['Products', 'Product'],
  ['Prices', 'Price'],
  ['Checkout/Sessions', 'Session'],
  ['LineItems', 'LineItem'],
  ['BillingPortal/Configurations', 'Configuration'],
  ['BillingPortal/Sessions', 'Session'],
  ['Subscriptions', 'Subscription'],
  ['SubscriptionItems', 'SubscriptionItem'],
  ['Plans', 'Plan'],
  ['Invoices', 'Invoice'],
  ['InvoiceLineItems', 'InvoiceLineItem'],
  ['Events', 'EventBase'],
  ['WebhookEndpoints', 'WebhookEndpoint'],
  ['Accounts', 'Account'],
  ['Balance', 'Balance'],
])("%s: %s has the fields that the version of the SDK's types has, and no others", (file, name) => {
  const fields = fieldsOf(file, name)
  const found = Object.keys(objects.get(`${file} ${name}`)!).filter((field) => field !== 'lastResponse')
  const required = [...fields].filter(([, always]) => always).map(([field]) => field)
  expect(required.length).toBeGreaterThan(3)
  expect(required.filter((field) => !found.includes(field))).toEqual([])
  expect(found.filter((field) => !fields.has(field))).toEqual([])
})

it('has the end of a period on items only', () => {
  expect(objects.get('Subscriptions Subscription')).not.toHaveProperty('current_period_end')
  expect(objects.get('SubscriptionItems SubscriptionItem')).toHaveProperty('current_period_end')
})
