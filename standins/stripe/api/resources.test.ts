import type { Stripe } from 'stripe'
import { beforeAll, describe, expect, it } from 'vitest'
import { createPrice, stripeClientOf } from '../../../tests/support/payments.ts'
import { startTestStripe } from '../../../tests/support/stripe.ts'
import { forSuite } from '../../../tests/support/suite.ts'

let stripe: Stripe
const standin = forSuite(async () => startTestStripe({ now: new Date('2026-06-01T00:00:00Z') }))
beforeAll(async () => {
  stripe = stripeClientOf(standin)
})

describe('customers', () => {
  it('need a valid email address', async () => {
    await expect(stripe.customers.create({ email: 'ada' })).rejects.toMatchObject({
      code: 'email_invalid',
      param: 'email',
    })
  })
})

describe('products and prices', () => {
  it('are found by lookup key, with their product; one price has a key at a time', async () => {
    const { product, price } = await createPrice(stripe, 'first', 900)
    const found = await stripe.prices.list({ lookup_keys: ['precis_first_monthly', 'other'], expand: ['data.product'] })
    expect(found.data).toEqual([
      expect.objectContaining({
        id: price.id,
        unit_amount: 900,
        recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed' },
        product: expect.objectContaining({ id: product.id, metadata: { precis_plan: 'first' } }),
      }),
    ])
    const again = { product: product.id, currency: 'usd', unit_amount: 1000, recurring: { interval: 'month' as const } }
    await expect(stripe.prices.create({ ...again, lookup_key: 'precis_first_monthly' })).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      param: 'lookup_key',
    })
    await stripe.prices.create({ ...again, lookup_key: 'precis_first_monthly', transfer_lookup_key: true })
    expect((await stripe.prices.retrieve(price.id)).lookup_key).toBeNull()
    expect((await stripe.products.list({ active: true })).data.map(({ id }) => id)).toContain(product.id)
  })

  it('never change their amount', async () => {
    const { price } = await createPrice(stripe, 'fixed', 900)
    const change = { unit_amount: 1 } as Stripe.PriceUpdateParams
    await expect(stripe.prices.update(price.id, change)).rejects.toMatchObject({ code: 'parameter_unknown' })
  })
})

describe('checkout sessions', () => {
  let price: string
  beforeAll(async () => {
    price = (await createPrice(stripe, 'listed', 900)).price.id
  })
  const page = async (price: string, customer: string, more: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
    stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price, quantity: 1 }],
      success_url: 'http://localhost:3000/ok',
      ...more,
    })

  it.each([
    [{ customer: 'cus_unknown' }, { code: 'resource_missing', param: 'customer', statusCode: 400 }],
    [{ line_items: [{ price: 'price_unknown' }] }, { code: 'resource_missing', param: 'line_items[0][price]' }],
    [{ mode: 'payment' as const }, { param: 'mode' }],
    [{ currency: 'eur' }, { param: 'currency' }],
    [{ success_url: '/relative' }, { param: 'success_url' }],
    [{ metadata: { ['k'.repeat(41)]: 'v' } }, { statusCode: 400 }],
    [{ client_reference_id: 'x'.repeat(201) }, { param: 'client_reference_id' }],
  ])('refuse %j', async (wrong, refusal) => {
    const customer = await stripe.customers.create({})
    await expect(page(price, customer.id, wrong)).rejects.toMatchObject(refusal)
  })

  it('refuse archived prices', async () => {
    const { price } = await createPrice(stripe, 'archived', 900)
    await stripe.prices.update(price.id, { active: false })
    const customer = await stripe.customers.create({})
    await expect(page(price.id, customer.id)).rejects.toThrow(/inactive/u)
  })
})

it('returns the secret of a webhook endpoint only when it is created', async () => {
  const url = 'https://precis.example/api/webhooks/stripe'
  const made = await stripe.webhookEndpoints.create({ url, enabled_events: ['customer.deleted'] })
  expect(made.secret).toMatch(/^whsec_/u)
  const changed = await stripe.webhookEndpoints.update(made.id, { enabled_events: ['*'], disabled: true })
  expect(changed).toMatchObject({ enabled_events: ['*'], status: 'disabled' })
  const { data } = await stripe.webhookEndpoints.list()
  expect(data.map(({ id, secret }) => [id, secret])).toEqual([[made.id, undefined]])
})
