import type { Stripe } from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestStripe, type TestStripe } from '../../../tests/support/stripe.ts'
import { sdkFor, sell } from '../testing/shop.ts'
import { prorated } from './lines.ts'

const seconds = (iso: string): number => Date.parse(iso) / 1000

describe('the rest of a sum', () => {
  it.each([
    // https://docs.stripe.com/billing/subscriptions/prorations: from 10 USD to 20 USD halfway.
    [1000, '2026-06-01T00:00:00Z', '2026-07-01T00:00:00Z', '2026-06-16T00:00:00Z', 500],
    [2000, '2026-06-01T00:00:00Z', '2026-07-01T00:00:00Z', '2026-06-16T00:00:00Z', 1000],
    // Answered by Stripe itself: "Unused time on monthly widgets after 03 Mar 2017", 1488568488 to 1489449600.
    [1000, '2017-02-14T00:00:00Z', '2017-03-14T00:00:00Z', '2017-03-03T19:14:48Z', 364],
    [2900, '2026-06-01T00:00:00Z', '2026-07-01T00:00:00Z', '2026-06-01T00:00:00Z', 2900],
    [2900, '2026-06-01T00:00:00Z', '2026-07-01T00:00:00Z', '2026-07-01T00:00:00Z', 0],
    [2900, '2026-06-01T00:00:00Z', '2026-07-01T00:00:00Z', '2026-06-30T23:59:59Z', 0],
    // 66.67, to the nearer cent.
    [100, '2026-06-01T00:00:00Z', '2026-07-01T00:00:00Z', '2026-06-11T00:00:00Z', 67],
  ])('of %i from %s to %s after %s is %i', (sum, start, end, at, part) => {
    expect(prorated(sum, { start: seconds(start), end: seconds(end) }, seconds(at))).toBe(part)
  })
})

describe('a change of plan', () => {
  let standin: TestStripe
  let stripe: Stripe
  let lite: Stripe.Price
  let pro: Stripe.Price
  let subscriptionId: string
  let customerId: string
  let item: string
  /** Halfway through a month that lite is paid for. */
  beforeEach(async () => {
    standin = await startTestStripe({ now: new Date('2026-06-01T00:00:00Z') })
    stripe = sdkFor(standin)
    pro = (await sell(stripe, 'pro', 2000)).price
    lite = (await sell(stripe, 'lite', 1000)).price
    ;({ subscriptionId, customerId } = await standin.subscribe({ plan: 'lite' }))
    item = (await stripe.subscriptions.retrieve(subscriptionId)).items.data[0]!.id
    await standin.moveTo(new Date('2026-06-16T00:00:00Z'))
  })
  afterEach(async () => standin.stop())

  const change = async (price: string, behavior: Stripe.SubscriptionUpdateParams.ProrationBehavior) =>
    stripe.subscriptions.update(subscriptionId, {
      items: [{ id: item, price }],
      proration_behavior: behavior,
      expand: ['latest_invoice'],
    })
  const linesOf = (invoice: Stripe.Invoice | string | null) =>
    typeof invoice === 'object' && invoice !== null
      ? invoice.lines.data.map(({ description, amount }) => [description, amount])
      : []

  it('is billed at once with always_invoice', async () => {
    const changed = await change(pro.id, 'always_invoice')
    expect(changed.items.data[0]).toMatchObject({
      id: item,
      price: { id: pro.id },
      current_period_end: seconds('2026-07-01T00:00:00Z'),
    })
    expect(changed.latest_invoice).toMatchObject({
      status: 'paid',
      billing_reason: 'subscription_update',
      total: 500,
      amount_paid: 500,
    })
    expect(linesOf(changed.latest_invoice)).toEqual([
      ['Unused time on Precis lite after 16 Jun 2026', -500],
      ['Remaining time on Precis pro after 16 Jun 2026', 1000],
    ])
    await standin.moveTo(new Date('2026-07-01T01:00:00Z'))
    const { data } = await stripe.invoices.list({ customer: customerId })
    expect(data.map(({ amount_paid: paid }) => paid)).toEqual([2000, 500, 1000])
  })

  it('waits for the next bill with create_prorations', async () => {
    const changed = await change(pro.id, 'create_prorations')
    expect(changed.latest_invoice).toMatchObject({ billing_reason: 'subscription_create' })
    await standin.moveTo(new Date('2026-07-01T01:00:00Z'))
    const { data } = await stripe.invoices.list({ customer: customerId, limit: 1 })
    expect(data[0]).toMatchObject({ billing_reason: 'subscription_cycle', amount_paid: 2500 })
    expect(data[0]!.lines.data).toHaveLength(3)
  })

  it('costs nothing now or later with none', async () => {
    await change(pro.id, 'none')
    await standin.moveTo(new Date('2026-07-01T01:00:00Z'))
    const { data } = await stripe.invoices.list({ customer: customerId, limit: 1 })
    expect(data[0]).toMatchObject({ amount_paid: 2000 })
  })

  it('downwards gives a credit, which the next bills use up', async () => {
    await change(pro.id, 'always_invoice')
    const down = await change(lite.id, 'always_invoice')
    expect(down.latest_invoice).toMatchObject({ status: 'paid', total: -500, amount_due: 0, ending_balance: -500 })
    expect(await stripe.customers.retrieve(customerId)).toMatchObject({ balance: -500 })
    await standin.moveTo(new Date('2026-08-01T01:00:00Z'))
    const { data } = await stripe.invoices.list({ customer: customerId, limit: 2 })
    expect(data.map(({ amount_paid: paid, starting_balance: from }) => [paid, from])).toEqual([
      [1000, 0],
      [500, -500],
    ])
  })

  it('to another interval, or from nothing to something, begins a period of its own', async () => {
    const { price: yearly } = await sell(stripe, 'year', 24_000, 'year')
    const changed = await change(yearly.id, 'always_invoice')
    expect(changed.billing_cycle_anchor).toBe(seconds('2026-06-16T00:00:00Z'))
    expect(changed.items.data[0]!.current_period_end).toBe(seconds('2027-06-16T00:00:00Z'))
    expect(changed.latest_invoice).toMatchObject({ total: 24_000 - 500 })
  })

  it('that cannot be paid leaves it past due, or undone where nothing may be left unpaid', async () => {
    standin.setCard(customerId, 'declines')
    const strict = stripe.subscriptions.update(subscriptionId, {
      items: [{ id: item, price: pro.id }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
    })
    await expect(strict).rejects.toMatchObject({ code: 'card_declined' })
    expect(standin.subscriptionsOf(customerId)[0]!.items.data[0]!.price.id).toBe(lite.id)
    const changed = await change(pro.id, 'always_invoice')
    expect(changed).toMatchObject({ status: 'past_due', latest_invoice: { status: 'open', amount_due: 500 } })
    const { id } = changed.latest_invoice as Stripe.Invoice
    expect(await stripe.invoices.voidInvoice(id)).toMatchObject({ status: 'void' })
  })

  it.each([
    [{ items: [{ id: 'si_unknown', price: 'P' }] }, { code: 'resource_missing', param: 'items' }],
    [{ items: [{ id: 'I', price: 'price_unknown' }] }, { code: 'resource_missing', param: 'items[0][price]' }],
    [{ items: [{ id: 'I', deleted: true }] }, { param: 'items' }],
    [{ items: [{ id: 'I', price: 'P' }], proration_date: 1 }, { param: 'proration_date' }],
    [{ cancel_at: 1 }, { param: 'cancel_at' }],
    [{ cancel_at_period_end: true, cancel_at: 'min_period_end' as const }, { param: 'cancel_at' }],
    [{ trial_end: 'now' as const }, { param: 'trial_end' }],
  ])('of %j is refused', async (wrong, refusal) => {
    const text = JSON.stringify(wrong).replaceAll('"I"', `"${item}"`).replaceAll('"P"', `"${pro.id}"`)
    await expect(stripe.subscriptions.update(subscriptionId, JSON.parse(text))).rejects.toMatchObject(refusal)
  })

  it('can be looked at before: the preview is the bill', async () => {
    const preview = await stripe.invoices.createPreview({
      subscription: subscriptionId,
      subscription_details: { items: [{ id: item, price: pro.id }], proration_behavior: 'always_invoice' },
    })
    expect(preview).toMatchObject({ status: 'draft', total: 500, amount_due: 500 })
    expect(Object.keys(standin.engine.world.invoices)).not.toContain(preview.id)
    const changed = await change(pro.id, 'always_invoice')
    expect(linesOf(changed.latest_invoice)).toEqual(linesOf(preview))
    const next = await stripe.invoices.createPreview({ customer: customerId })
    expect(next).toMatchObject({ total: 2000, period_end: seconds('2026-07-01T00:00:00Z') })
    await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true })
    await expect(stripe.invoices.createPreview({ customer: customerId })).rejects.toMatchObject({
      code: 'invoice_upcoming_none',
    })
  })

  describe('in the portal', () => {
    const configure = async (more: object = {}) =>
      stripe.billingPortal.configurations.create({
        features: {
          payment_method_update: { enabled: true },
          subscription_cancel: { enabled: true, mode: 'at_period_end' },
          subscription_update: {
            enabled: true,
            default_allowed_updates: ['price'],
            proration_behavior: 'always_invoice',
            products: [lite, pro].map(({ id, product }) => ({ product: product as string, prices: [id] })),
          },
        },
        metadata: { precis: '1' },
        ...more,
      })
    const visit = async (
      flow: Stripe.BillingPortal.SessionCreateParams.FlowData,
      configuration?: string,
    ): Promise<Stripe.BillingPortal.Session> =>
      stripe.billingPortal.sessions.create({
        customer: customerId,
        configuration: configuration ?? (await configure()).id,
        return_url: 'http://localhost:3000/back',
        flow_data: {
          after_completion: { type: 'redirect', redirect: { return_url: 'http://localhost:3000/changed' } },
          ...flow,
        },
      })
    const confirmation = (price: string): Stripe.BillingPortal.SessionCreateParams.FlowData => ({
      type: 'subscription_update_confirm',
      subscription_update_confirm: { subscription: subscriptionId, items: [{ id: item, price, quantity: 1 }] },
    })

    it('is confirmed once, with the sum that is due', async () => {
      const { url, flow } = await visit(confirmation(pro.id))
      expect(flow).toMatchObject({
        type: 'subscription_update_confirm',
        after_completion: { redirect: { return_url: 'http://localhost:3000/changed' } },
      })
      // A card that is refused changes nothing, and can be tried again.
      expect(await standin.confirm(url, { card: 'declines' })).toEqual({ redirectedTo: url })
      expect(standin.subscriptionsOf(customerId)[0]!.items.data[0]!.price.id).toBe(lite.id)
      for (const again of [1, 2, 3]) {
        expect([again, await standin.confirm(url)]).toEqual([again, { redirectedTo: 'http://localhost:3000/changed' }])
      }
      const { data } = await stripe.invoices.list({ customer: customerId })
      expect(data.map(({ amount_paid: paid }) => paid)).toEqual([500, 1000])
      expect(standin.subscriptionsOf(customerId)[0]!.items.data[0]!.price.id).toBe(pro.id)
    })

    it('is not there an hour later, nor when the subscription has ended', async () => {
      const early = await visit(confirmation(pro.id))
      await standin.moveTo(new Date('2026-06-16T01:00:00Z'))
      expect(await standin.confirm(early.url)).toEqual({ redirectedTo: early.url })
      const { url } = await visit(confirmation(pro.id))
      await stripe.subscriptions.cancel(subscriptionId)
      expect(await standin.confirm(url)).toEqual({ redirectedTo: url })
      expect((await stripe.invoices.list({ customer: customerId })).data).toHaveLength(1)
    })

    it('takes another card, and sets an end', async () => {
      const card = await visit({ type: 'payment_method_update' })
      await standin.confirm(card.url, { card: 'declines' })
      expect(standin.engine.world.customers[customerId]!.card).toBe('pays')
      standin.setCard(customerId, 'declines')
      await standin.confirm(card.url, { card: 'pays' })
      expect(standin.engine.world.customers[customerId]!.card).toBe('pays')
      const end: Stripe.BillingPortal.SessionCreateParams.FlowData = {
        type: 'subscription_cancel',
        subscription_cancel: { subscription: subscriptionId },
      }
      await standin.confirm((await visit(end)).url)
      expect(standin.subscriptionsOf(customerId)[0]).toMatchObject({ status: 'active', cancel_at_period_end: true })
      await expect(visit(end)).rejects.toThrow(/already set to be canceled/u)
    })

    it('is refused where it was not allowed, is of another customer or would change nothing', async () => {
      const none = await configure({ features: { invoice_history: { enabled: true } } })
      await expect(visit(confirmation(pro.id), none.id)).rejects.toThrow(/disabled/u)
      await expect(visit({ type: 'payment_method_update' }, none.id)).rejects.toThrow(/disabled/u)
      await expect(visit(confirmation(lite.id))).rejects.toThrow(/would not change/u)
      const { price: other } = await sell(stripe, 'unsold', 1)
      await expect(visit(confirmation(other.id))).rejects.toThrow(/not in the portal configuration/u)
      const stranger = await stripe.customers.create({})
      const { id: configuration } = await configure()
      const session = { customer: stranger.id, configuration, flow_data: confirmation(pro.id) }
      await expect(stripe.billingPortal.sessions.create(session)).rejects.toMatchObject({ code: 'resource_missing' })
      await expect(stripe.billingPortal.sessions.create({ customer: stranger.id })).rejects.toThrow(
        /No configuration provided/u,
      )
    })

    it('has configurations that are listed and changed', async () => {
      const made = await configure()
      const url = 'https://precis.example/privacy'
      const changed = await stripe.billingPortal.configurations.update(made.id, {
        business_profile: { privacy_policy_url: url },
        features: { subscription_cancel: { enabled: false } },
      })
      expect(changed).toMatchObject({
        business_profile: { privacy_policy_url: url },
        features: { subscription_cancel: { enabled: false }, subscription_update: { enabled: true } },
      })
      expect((await stripe.billingPortal.configurations.list({ active: true })).data).toHaveLength(1)
      const wrong = { features: { subscription_update: { enabled: true, products: '' as const } } }
      await expect(configure(wrong)).rejects.toThrow(/must provide `products`/u)
      await expect(stripe.billingPortal.configurations.update(made.id, wrong)).rejects.toThrow(/products/u)
      expect((await stripe.billingPortal.configurations.retrieve(made.id)).features.subscription_update.enabled).toBe(
        true,
      )
    })
  })
})
