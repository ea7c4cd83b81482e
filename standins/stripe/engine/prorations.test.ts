import type { Stripe } from 'stripe'
import { beforeEach, describe, expect, it } from 'vitest'
import { createPrice, stripeClientOf } from '../../../tests/support/payments.ts'
import { startTestStripe } from '../../../tests/support/stripe.ts'
import { forEachTest } from '../../../tests/support/suite.ts'
import { prorated } from './amounts.ts'

const seconds = (iso: string): number => Date.parse(iso) / 1000

describe('the rest of an amount', () => {
  it.each([
    // https://docs.stripe.com/billing/subscriptions/prorations: from 10 USD to 20 USD halfway.
    [1000, '2026-06-01T00:00:00Z', '2026-07-01T00:00:00Z', '2026-06-16T00:00:00Z', 500],
    [2000, '2026-06-01T00:00:00Z', '2026-07-01T00:00:00Z', '2026-06-16T00:00:00Z', 1000],
    // From Stripe's API: "Unused time on monthly widgets after 03 Mar 2017", 1488568488 to 1489449600.
    [1000, '2017-02-14T00:00:00Z', '2017-03-14T00:00:00Z', '2017-03-03T19:14:48Z', 364],
    [2900, '2026-06-01T00:00:00Z', '2026-07-01T00:00:00Z', '2026-06-01T00:00:00Z', 2900],
    [2900, '2026-06-01T00:00:00Z', '2026-07-01T00:00:00Z', '2026-07-01T00:00:00Z', 0],
    [2900, '2026-06-01T00:00:00Z', '2026-07-01T00:00:00Z', '2026-06-30T23:59:59Z', 0],
    // 66.67, to the nearer cent.
    [100, '2026-06-01T00:00:00Z', '2026-07-01T00:00:00Z', '2026-06-11T00:00:00Z', 67],
  ])('of %i from %s to %s after %s is %i', (amount, start, end, at, part) => {
    expect(prorated(amount, { start: seconds(start), end: seconds(end) }, seconds(at))).toBe(part)
  })
})

describe('a change of plan', () => {
  let stripe: Stripe
  let lite: Stripe.Price
  let pro: Stripe.Price
  let configuration: string
  let subscriptionId: string
  let customerId: string
  let item: string

  const configure = async (prices: readonly Stripe.Price[]): Promise<string> => {
    const made = await stripe.billingPortal.configurations.create({
      features: {
        payment_method_update: { enabled: true },
        subscription_update: {
          enabled: true,
          default_allowed_updates: ['price'],
          proration_behavior: 'always_invoice',
          products: prices.map(({ id, product }) => ({ product: product as string, prices: [id] })),
        },
      },
      metadata: { precis: '1' },
    })
    return made.id
  }

  /** Halfway through a month of the lite plan. */
  const standin = forEachTest(async () => startTestStripe({ now: new Date('2026-06-01T00:00:00Z') }))
  beforeEach(async () => {
    stripe = stripeClientOf(standin)
    pro = (await createPrice(stripe, 'pro', 2000)).price
    lite = (await createPrice(stripe, 'lite', 1000)).price
    configuration = await configure([lite, pro])
    ;({ subscriptionId, customerId } = await standin.subscribe({ plan: 'lite' }))
    item = (await stripe.subscriptions.retrieve(subscriptionId)).items.data[0]!.id
    await standin.moveTo(new Date('2026-06-16T00:00:00Z'))
  })

  const visit = async (
    flow: Stripe.BillingPortal.SessionCreateParams.FlowData,
    more: Partial<Stripe.BillingPortal.SessionCreateParams> = {},
  ): Promise<string> => {
    const session = await stripe.billingPortal.sessions.create({
      customer: customerId,
      configuration,
      return_url: 'http://localhost:3000/back',
      flow_data: {
        after_completion: { type: 'redirect', redirect: { return_url: 'http://localhost:3000/changed' } },
        ...flow,
      },
      ...more,
    })
    return session.url
  }
  const confirmation = (price: string): Stripe.BillingPortal.SessionCreateParams.FlowData => ({
    type: 'subscription_update_confirm',
    subscription_update_confirm: { subscription: subscriptionId, items: [{ id: item, price, quantity: 1 }] },
  })
  const newest = async (limit = 1): Promise<Stripe.Invoice[]> =>
    (await stripe.invoices.list({ customer: customerId, limit })).data
  const priceNow = (): string => standin.subscriptionsOf(customerId)[0]!.items.data[0]!.price.id

  it('is charged immediately in the portal', async () => {
    await standin.confirm(await visit(confirmation(pro.id)))
    expect(standin.subscriptionsOf(customerId)[0]!.items.data[0]).toMatchObject({
      id: item,
      price: { id: pro.id },
      current_period_end: seconds('2026-07-01T00:00:00Z'),
    })
    const [invoice] = await newest()
    expect(invoice).toMatchObject({ status: 'paid', total: 500, amount_paid: 500 })
    expect(invoice!.lines.data.map(({ description, amount }) => [description, amount])).toEqual([
      ['Unused time on Precis lite after 16 Jun 2026', -500],
      ['Remaining time on Precis pro after 16 Jun 2026', 1000],
    ])
    await standin.moveTo(new Date('2026-07-01T01:00:00Z'))
    expect((await newest(10)).map(({ amount_paid: paid }) => paid)).toEqual([2000, 500, 1000])
  })

  it('waits for the next invoice when an operator makes it', async () => {
    await stripe.subscriptions.update(subscriptionId, { items: [{ id: item, price: pro.id }] })
    expect(await newest(10)).toHaveLength(1)
    await standin.moveTo(new Date('2026-07-01T01:00:00Z'))
    const [invoice] = await newest()
    expect(invoice).toMatchObject({ amount_paid: 2500 })
    expect(invoice!.lines.data).toHaveLength(3)
  })

  it('to a cheaper plan gives a credit, which reduces the next invoices', async () => {
    await standin.confirm(await visit(confirmation(pro.id)))
    await standin.confirm(await visit(confirmation(lite.id)))
    expect((await newest())[0]).toMatchObject({ status: 'paid', total: -500, amount_due: 0 })
    expect(await stripe.customers.retrieve(customerId)).toMatchObject({ balance: -500 })
    await standin.moveTo(new Date('2026-08-01T01:00:00Z'))
    expect((await newest(2)).map(({ amount_paid: paid, starting_balance: from }) => [paid, from])).toEqual([
      [1000, 0],
      [500, -500],
    ])
  })

  it.each([
    [{ items: [{ id: 'si_unknown', price: 'P' }] }, { code: 'resource_missing', param: 'items' }],
    [{ items: [{ id: 'I', price: 'price_unknown' }] }, { code: 'resource_missing', param: 'items[0][price]' }],
    [{ items: [{ id: 'I', deleted: true }] }, { statusCode: 400 }],
    [{ cancel_at: 1 }, { param: 'cancel_at' }],
    [{ cancel_at_period_end: true, cancel_at: 2_000_000_000 }, { param: 'cancel_at' }],
  ])('refuses %j', async (wrong, refusal) => {
    const text = JSON.stringify(wrong).replaceAll('"I"', `"${item}"`).replaceAll('"P"', `"${pro.id}"`)
    await expect(stripe.subscriptions.update(subscriptionId, JSON.parse(text))).rejects.toMatchObject(refusal)
  })

  it('is confirmed once; a declined card changes nothing and another can be tried', async () => {
    const url = await visit(confirmation(pro.id))
    expect(await standin.confirm(url, { card: 'declines' })).toEqual({ redirectedTo: url })
    expect(priceNow()).toBe(lite.id)
    for (const again of [1, 2, 3]) {
      expect([again, await standin.confirm(url)]).toEqual([again, { redirectedTo: 'http://localhost:3000/changed' }])
    }
    expect((await newest(10)).map(({ amount_paid: paid }) => paid)).toEqual([500, 1000])
    expect(priceNow()).toBe(pro.id)
  })

  it('is not possible an hour later, or after the subscription has ended', async () => {
    const early = await visit(confirmation(pro.id))
    await standin.moveTo(new Date('2026-06-16T01:00:00Z'))
    expect(await standin.confirm(early)).toEqual({ redirectedTo: early })
    const url = await visit(confirmation(pro.id))
    await stripe.subscriptions.cancel(subscriptionId)
    expect(await standin.confirm(url)).toEqual({ redirectedTo: url })
    expect(await newest(10)).toHaveLength(1)
  })

  it('takes another card unless it is declined', async () => {
    const url = await visit({ type: 'payment_method_update' })
    await standin.confirm(url, { card: 'declines' })
    expect(standin.engine.world.customers[customerId]!.card).toBe('pays')
    standin.setCard(customerId, 'declines')
    await standin.confirm(url, { card: 'pays' })
    expect(standin.engine.world.customers[customerId]!.card).toBe('pays')
  })

  it('is refused where the configuration, the customer or the price does not fit', async () => {
    const { id: none } = await stripe.billingPortal.configurations.create({
      features: { invoice_history: { enabled: true } },
    })
    await expect(visit({ type: 'payment_method_update' }, { configuration: none })).rejects.toThrow(/disabled/u)
    await expect(visit(confirmation(pro.id), { configuration: none })).rejects.toThrow(/list of products/u)
    await expect(visit(confirmation(lite.id))).rejects.toThrow(/would not change/u)
    const stranger = await stripe.customers.create({})
    await expect(visit(confirmation(pro.id), { customer: stranger.id })).rejects.toMatchObject({
      code: 'resource_missing',
    })
  })

  it('follows changes of the configuration', async () => {
    const { price: other } = await createPrice(stripe, 'other', 3000)
    await expect(visit(confirmation(other.id))).rejects.toThrow(/list of products/u)
    await stripe.billingPortal.configurations.update(configuration, {
      features: {
        subscription_update: {
          enabled: true,
          default_allowed_updates: ['price'],
          proration_behavior: 'always_invoice',
          products: [{ product: other.product as string, prices: [other.id] }],
        },
      },
    })
    await standin.confirm(await visit(confirmation(other.id)))
    expect(priceNow()).toBe(other.id)
    expect((await stripe.billingPortal.configurations.list({ active: true })).data).toHaveLength(1)
  })
})
