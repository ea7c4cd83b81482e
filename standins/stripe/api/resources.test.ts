import type { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestStripe, type TestStripe } from '../../../tests/support/stripe.ts'
import { sdkFor, sell } from '../testing/shop.ts'

let standin: TestStripe
let stripe: Stripe
beforeAll(async () => {
  standin = await startTestStripe({ now: new Date('2026-06-01T00:00:00Z') })
  stripe = sdkFor(standin)
})
afterAll(async () => standin.stop())

describe('customers', () => {
  it('are made, read, changed, found by email and deleted with all they pay for', async () => {
    const made = await stripe.customers.create({ email: 'ada@example.com', metadata: { userId: '1', a: 'b' } })
    expect(made).toMatchObject({ object: 'customer', email: 'ada@example.com', metadata: { userId: '1', a: 'b' } })
    const changed = await stripe.customers.update(made.id, { email: '', name: 'Ada', metadata: { a: '' } })
    expect(changed).toMatchObject({ email: null, name: 'Ada', metadata: { userId: '1' } })
    await stripe.customers.update(made.id, { email: 'ada@example.com', metadata: '' })
    const { data } = await stripe.customers.list({ email: 'ada@example.com' })
    expect(data).toEqual([expect.objectContaining({ id: made.id, metadata: {} })])

    const { subscriptionId } = await standin.subscribe({ customerId: made.id })
    const seen = await stripe.customers.retrieve(made.id, { expand: ['subscriptions'] })
    expect(seen).toMatchObject({ currency: 'usd', subscriptions: { data: [{ id: subscriptionId }] } })
    expect(await stripe.customers.del(made.id)).toMatchObject({ id: made.id, deleted: true })
    expect(await stripe.customers.retrieve(made.id)).toEqual(expect.objectContaining({ id: made.id, deleted: true }))
    expect(standin.statusOf(subscriptionId)).toBe('canceled')
    expect((await stripe.customers.list({ email: 'ada@example.com' })).data).toEqual([])
    await expect(stripe.customers.update(made.id, { name: 'x' })).rejects.toMatchObject({ code: 'resource_missing' })
    const types = standin.events.slice(-2).map(({ type }) => type)
    expect(types).toEqual(['customer.subscription.deleted', 'customer.deleted'])
  })

  it('need an email address that is one', async () => {
    await expect(stripe.customers.create({ email: 'ada' })).rejects.toMatchObject({
      code: 'email_invalid',
      param: 'email',
    })
  })
})

describe('products and prices', () => {
  it('are found by lookup key, with their product; one price has a key at a time', async () => {
    const { product, price } = await sell(stripe, 'first', 900)
    const found = await stripe.prices.list({ lookup_keys: ['precis_first_monthly', 'other'], expand: ['data.product'] })
    expect(found.data).toEqual([
      expect.objectContaining({
        id: price.id,
        unit_amount: 900,
        recurring: expect.objectContaining({ interval: 'month', interval_count: 1, usage_type: 'licensed' }),
        product: expect.objectContaining({ id: product.id, metadata: { precis_plan: 'first' } }),
      }),
    ])
    expect(String(found.data[0]?.unit_amount_decimal)).toBe('900')
    const again = { product: product.id, currency: 'USD', unit_amount: 1000, recurring: { interval: 'month' as const } }
    await expect(stripe.prices.create({ ...again, lookup_key: 'precis_first_monthly' })).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      param: 'lookup_key',
    })
    const second = await stripe.prices.create({
      ...again,
      lookup_key: 'precis_first_monthly',
      transfer_lookup_key: true,
    })
    expect(second.currency).toBe('usd')
    expect((await stripe.prices.retrieve(price.id)).lookup_key).toBeNull()
    await stripe.prices.update(price.id, { active: false, nickname: 'old', metadata: { a: '1' } })
    const { data: active } = await stripe.prices.list({ product: product.id, active: true })
    expect(active.map(({ id }) => id)).toEqual([second.id])
  })

  it('can be made with their product, and products be changed and listed', async () => {
    const price = await stripe.prices.create({
      currency: 'eur',
      unit_amount: 100,
      product_data: { name: 'Once', metadata: { k: 'v' } },
    })
    expect(price).toMatchObject({ type: 'one_time', recurring: null })
    const id = price.product as string
    const changed = await stripe.products.update(id, { name: 'Twice', default_price: price.id, active: false })
    expect(changed).toMatchObject({ name: 'Twice', default_price: price.id, active: false, metadata: { k: 'v' } })
    expect((await stripe.products.list({ ids: [id], active: false })).data).toHaveLength(1)
    expect((await stripe.products.list({ ids: [id], active: true })).data).toEqual([])
    expect((await stripe.products.retrieve(id, { expand: ['default_price'] })).default_price).toMatchObject({
      unit_amount: 100,
    })
    await expect(stripe.products.create({ id, name: 'x' })).rejects.toMatchObject({ code: 'resource_already_exists' })
  })

  it('keep what is agreed: the sum of a price never changes', async () => {
    const { price } = await sell(stripe, 'fixed', 900)
    const change = { unit_amount: 1 } as Stripe.PriceUpdateParams
    await expect(stripe.prices.update(price.id, change)).rejects.toMatchObject({ code: 'parameter_unknown' })
  })
})

describe('checkout sessions', () => {
  const page = async (price: string, more: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
    stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price, quantity: 1 }],
      success_url: 'http://localhost:3000/ok',
      ...more,
    })

  it('are listed by customer and status, and can be ended', async () => {
    const { price } = await sell(stripe, 'listed', 900)
    const customer = await stripe.customers.create({})
    const [first, second] = [
      await page(price.id, { customer: customer.id }),
      await page(price.id, { customer: customer.id }),
    ]
    await stripe.checkout.sessions.expire(first.id)
    const list = async (status: 'open' | 'expired') =>
      (await stripe.checkout.sessions.list({ customer: customer.id, status })).data.map(({ id }) => id)
    expect(await list('open')).toEqual([second.id])
    expect(await list('expired')).toEqual([first.id])
    expect((await stripe.checkout.sessions.retrieve(first.id)).url).toBeNull()
    await expect(stripe.checkout.sessions.expire(first.id)).rejects.toThrow(/status in \["open"\]/u)
    expect(standin.events.at(-1)).toMatchObject({
      type: 'checkout.session.expired',
      data: { object: { id: first.id } },
    })
    expect((await stripe.checkout.sessions.listLineItems(second.id)).data).toHaveLength(1)
    // Paying on a page that has ended leads nowhere.
    const url = `${standin.url}/pay/${first.id}`
    expect(await standin.pay(url)).toEqual({ redirectedTo: url })
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([])
  })

  it('make a customer of whoever pays, and begin a trial', async () => {
    const { price } = await sell(stripe, 'tried', 900)
    const { id, url } = await page(price.id, {
      customer_email: 'new@example.com',
      subscription_data: { trial_period_days: 7 },
    })
    await standin.pay(url!)
    const done = await stripe.checkout.sessions.retrieve(id, { expand: ['customer', 'subscription.latest_invoice'] })
    expect(done).toMatchObject({
      payment_status: 'no_payment_required',
      customer: { email: 'new@example.com' },
      subscription: { status: 'trialing', latest_invoice: { status: 'paid', amount_due: 0 } },
    })
  })

  it.each([
    [{ customer: 'cus_unknown' }, { code: 'resource_missing', param: 'customer', statusCode: 400 }],
    [{ line_items: [{ price: 'price_unknown' }] }, { code: 'resource_missing', param: 'line_items[0][price]' }],
    [{ mode: 'payment' as const }, { param: 'mode' }],
    [{ expires_at: 1 }, { param: 'expires_at' }],
    [{ success_url: '/relative' }, { code: 'url_invalid', param: 'success_url' }],
    [{ customer_email: 'nobody' }, { param: 'customer_email' }],
    [{ metadata: { ['k'.repeat(41)]: 'v' } }, { statusCode: 400 }],
    [{ client_reference_id: 'x'.repeat(201) }, { param: 'client_reference_id' }],
  ])('refuse %j', async (wrong, refusal) => {
    const { data } = await stripe.prices.list({ lookup_keys: ['precis_tried_monthly'] })
    await expect(page(data[0]!.id, wrong)).rejects.toMatchObject(refusal)
  })

  it('refuse prices that are archived or paid once', async () => {
    const { price } = await sell(stripe, 'archived', 900)
    await stripe.prices.update(price.id, { active: false })
    await expect(page(price.id)).rejects.toThrow(/inactive/u)
    const once = await stripe.prices.create({ currency: 'usd', unit_amount: 1, product_data: { name: 'Once' } })
    await expect(page(once.id)).rejects.toThrow(/one_time/u)
  })
})

describe('webhook endpoints, account and balance', () => {
  it('tell the secret of an endpoint once', async () => {
    const made = await stripe.webhookEndpoints.create({
      url: 'https://precis.example/api/webhooks/stripe',
      enabled_events: ['customer.deleted'],
    })
    expect(made.secret).toMatch(/^whsec_/u)
    expect((await stripe.webhookEndpoints.retrieve(made.id)).secret).toBeUndefined()
    const changed = await stripe.webhookEndpoints.update(made.id, { enabled_events: ['*'], disabled: true })
    expect(changed).toMatchObject({ enabled_events: ['*'], status: 'disabled' })
    expect((await stripe.webhookEndpoints.list()).data.map(({ id }) => id)).toEqual([made.id])
    await stripe.webhookEndpoints.del(made.id)
    expect((await stripe.webhookEndpoints.list()).data).toEqual([])
  })

  it('say whose key it is', async () => {
    const account = await stripe.accounts.retrieveCurrent()
    expect(account).toMatchObject({ object: 'account', charges_enabled: true })
    expect(await stripe.accounts.retrieve(account.id)).toMatchObject({ id: account.id })
    expect(await stripe.balance.retrieve()).toMatchObject({ object: 'balance', livemode: false })
  })
})

describe('events', () => {
  it('are listed by type and time, and read one by one', async () => {
    const customer = await stripe.customers.create({ email: 'events@example.com' })
    const { data } = await stripe.events.list({ types: ['customer.created', 'customer.deleted'], limit: 1 })
    expect(data).toEqual([
      expect.objectContaining({
        object: 'event',
        api_version: '2026-10-28.endive',
        type: 'customer.created',
        pending_webhooks: 0,
        data: { object: expect.objectContaining({ id: customer.id }) },
        request: { id: customer.lastResponse.requestId, idempotency_key: expect.any(String) },
      }),
    ])
    expect(await stripe.events.retrieve(data[0]!.id)).toMatchObject({ id: data[0]!.id })
    const later = { gt: Math.floor(standin.now().getTime() / 1000) }
    expect((await stripe.events.list({ created: later })).data).toEqual([])
    await stripe.customers.update(customer.id, { name: 'Ada' })
    const { data: updates } = await stripe.events.list({ type: 'customer.updated', limit: 1 })
    expect(updates[0]).toMatchObject({ data: { previous_attributes: { name: null }, object: { name: 'Ada' } } })
  })
})
