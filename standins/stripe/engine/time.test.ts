import type { Stripe } from 'stripe'
import { beforeEach, describe, expect, it } from 'vitest'
import { stripeClientOf } from '../../../tests/support/payments.ts'
import { startTestStripe, type TestStripe } from '../../../tests/support/stripe.ts'
import { forEachTest } from '../../../tests/support/suite.ts'
import { periodEnd } from './calendar.ts'

const seconds = (iso: string): number => Date.parse(iso) / 1000
const dayOf = (time: number): string => new Date(time * 1000).toISOString().slice(0, 10)

describe('periods', () => {
  it.each([
    // https://docs.stripe.com/billing/subscriptions/billing-cycle
    ['2026-01-31', 'month', ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['2028-01-30', 'month', ['2028-02-29', '2028-03-30']],
    ['2026-12-15', 'month', ['2027-01-15', '2027-02-15']],
    ['2028-02-29', 'year', ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
  ] as const)('from %s by the %s', (from, interval, ends) => {
    const anchor = seconds(`${from}T13:14:15Z`)
    let start = anchor
    for (const end of ends) {
      start = periodEnd(anchor, start, interval)
      expect(new Date(start * 1000).toISOString()).toBe(`${end}T13:14:15.000Z`)
    }
  })
})

describe('time', () => {
  let stripe: Stripe
  let told: string[]
  const standin = forEachTest(async () => startTestStripe({ now: new Date('2026-01-31T10:00:00Z') }))
  beforeEach(async () => {
    stripe = stripeClientOf(standin)
    told = []
    standin.deliverTo(async ({ body }) => {
      const { type, data } = JSON.parse(body)
      if (type !== 'customer.updated') told.push(`${type} ${data.object.status ?? ''}`.trim())
      return 200
    })
  })
  const to = async (iso: string): Promise<void> => standin.moveTo(new Date(iso))
  const read = async (id: string) => {
    const subscription = await stripe.subscriptions.retrieve(id)
    const [item] = subscription.items.data
    const { status, cancel_at_period_end: ends } = subscription
    const invoice = await stripe.invoices.retrieve(subscription.latest_invoice as string)
    return {
      status,
      ends,
      period: `${dayOf(item!.current_period_start)} ${dayOf(item!.current_period_end)}`,
      invoice: invoice.status,
    }
  }

  it('renews for a year, on the last day of shorter months, and charges each month once', async () => {
    const { subscriptionId, customerId } = await standin.subscribe()
    await to('2027-01-31T12:00:00Z')
    expect(await read(subscriptionId)).toEqual({
      status: 'active',
      ends: false,
      period: '2027-01-31 2027-02-28',
      invoice: 'paid',
    })
    const invoices = await stripe.invoices.list({ customer: customerId }).autoPagingToArray({ limit: 100 })
    expect(invoices).toHaveLength(13)
    expect(invoices.every(({ status, amount_paid: paid }) => status === 'paid' && paid === 2900)).toBe(true)
    const starts = invoices.toReversed().map(({ lines }) => dayOf(lines.data[0]!.period.start))
    expect(starts.slice(0, 4)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'])
    const numbers = invoices.map(({ number }) => number)
    expect(new Set(numbers).size).toBe(13)
  })

  it('starts a period immediately and charges it an hour later', async () => {
    const { subscriptionId } = await standin.subscribe()
    told.length = 0
    await to('2026-02-28T10:00:00Z')
    expect(await read(subscriptionId)).toMatchObject({ period: '2026-02-28 2026-03-31', invoice: 'draft' })
    expect(told).toEqual(['customer.subscription.updated active', 'invoice.created draft'])
    await to('2026-02-28T11:00:00Z')
    expect(await read(subscriptionId)).toMatchObject({ status: 'active', invoice: 'paid' })
    expect(told.slice(2)).toEqual(['invoice.finalized open', 'invoice.paid paid', 'invoice.payment_succeeded paid'])
  })

  it('ends in the same state in one step as in many', async () => {
    const many = await standin.subscribe()
    for (let day = 1; day < 100; day += 1) await standin.moveTo(new Date(Date.UTC(2026, 0, 31 + day, 10, 0, 1)))
    const other = await startTestStripe({ now: new Date('2026-01-31T10:00:00Z') })
    const one = await other.subscribe()
    await other.moveTo(standin.now())
    const shape = ({ engine: { world } }: TestStripe) =>
      Object.values(world.events).map(({ type, created }) => `${created} ${type}`)
    expect(shape(other)).toEqual(shape(standin))
    expect(other.statusOf(one.subscriptionId)).toBe(standin.statusOf(many.subscriptionId))
    await other.stop()
  })

  it('retries a failed charge on days 3, 5 and 7, then ends the subscription', async () => {
    const { subscriptionId, customerId } = await standin.subscribe()
    standin.setCard(customerId, 'declines')
    await to('2026-02-28T10:30:00Z')
    expect((await read(subscriptionId)).status).toBe('active')
    told.length = 0
    await to('2026-02-28T11:00:00Z')
    expect(await read(subscriptionId)).toMatchObject({ status: 'past_due', invoice: 'open' })
    expect(told).toEqual([
      'invoice.finalized open',
      'invoice.payment_failed open',
      'customer.subscription.updated past_due',
    ])
    const { data } = await stripe.invoices.list({ customer: customerId, status: 'open' })
    expect(data[0]).toMatchObject({
      attempt_count: 1,
      next_payment_attempt: seconds('2026-03-03T11:00:00Z'),
      amount_remaining: 2900,
      hosted_invoice_url: expect.stringContaining('/invoice/in_'),
    })
    await to('2026-03-07T10:59:59Z')
    expect((await stripe.invoices.retrieve(data[0]!.id)).attempt_count).toBe(3)
    expect((await read(subscriptionId)).status).toBe('past_due')
    await to('2026-03-07T11:00:00Z')
    expect(await stripe.subscriptions.retrieve(subscriptionId)).toMatchObject({
      status: 'canceled',
      ended_at: seconds('2026-03-07T11:00:00Z'),
    })
    await to('2026-06-01T00:00:00Z')
    expect((await stripe.invoices.list({ customer: customerId })).data).toHaveLength(2)
    expect((await stripe.invoices.retrieve(data[0]!.id)).next_payment_attempt).toBeNull()
  })

  it('continues when the card works again, or the invoice is paid by hand', async () => {
    const [first, second] = [await standin.subscribe(), await standin.subscribe()]
    for (const { customerId } of [first, second]) standin.setCard(customerId, 'declines')
    await to('2026-02-28T11:00:00Z')
    const { data } = await stripe.invoices.list({ customer: second.customerId, status: 'open' })
    const page = data[0]!.hosted_invoice_url!
    expect(await standin.pay(page, { card: 'declines' })).toEqual({ redirectedTo: page })
    // Paying by hand doesn't replace an automatic retry.
    expect((await stripe.invoices.retrieve(data[0]!.id)).next_payment_attempt).toBe(seconds('2026-03-03T11:00:00Z'))
    await standin.pay(page)
    expect(await read(second.subscriptionId)).toMatchObject({ status: 'active', invoice: 'paid' })
    await standin.pay(page)
    expect((await stripe.invoices.retrieve(data[0]!.id)).attempt_count).toBe(3)
    standin.setCard(first.customerId, 'pays')
    await to('2026-03-03T11:00:00Z')
    expect(await read(first.subscriptionId)).toMatchObject({ status: 'active', period: '2026-02-28 2026-03-31' })
  })

  it('ends at period end where that is set, unless it is undone', async () => {
    const [ending, resumed] = [await standin.subscribe(), await standin.subscribe()]
    await to('2026-02-10T00:00:00Z')
    for (const { subscriptionId } of [ending, resumed]) {
      const set = await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true })
      expect(set).toMatchObject({
        status: 'active',
        cancel_at_period_end: true,
        cancel_at: seconds('2026-02-28T10:00:00Z'),
        canceled_at: seconds('2026-02-10T00:00:00Z'),
      })
    }
    const back = await stripe.subscriptions.update(resumed.subscriptionId, { cancel_at_period_end: false })
    expect(back).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null })
    await to('2026-02-28T10:00:00Z')
    expect(await stripe.subscriptions.retrieve(ending.subscriptionId)).toMatchObject({
      status: 'canceled',
      cancel_at_period_end: true,
      canceled_at: seconds('2026-02-10T00:00:00Z'),
      ended_at: seconds('2026-02-28T10:00:00Z'),
    })
    expect((await read(resumed.subscriptionId)).period).toBe('2026-02-28 2026-03-31')
    expect((await stripe.subscriptions.list({ customer: ending.customerId })).data).toEqual([])
    expect((await stripe.subscriptions.list({ customer: ending.customerId, status: 'all' })).data).toHaveLength(1)
    const change = { cancel_at_period_end: false }
    await expect(stripe.subscriptions.update(ending.subscriptionId, change)).rejects.toThrow(/canceled subscription/u)
    await expect(stripe.subscriptions.cancel(ending.subscriptionId)).rejects.toMatchObject({ statusCode: 404 })
  })

  it('ends on a set date', async () => {
    const { subscriptionId } = await standin.subscribe()
    const at = seconds('2026-03-10T00:00:00Z')
    await stripe.subscriptions.update(subscriptionId, { cancel_at: at })
    await to('2026-03-09T00:00:00Z')
    expect((await read(subscriptionId)).period).toBe('2026-02-28 2026-03-31')
    await to('2026-04-01T00:00:00Z')
    expect(await stripe.subscriptions.retrieve(subscriptionId)).toMatchObject({ status: 'canceled', ended_at: at })
  })

  it('charges a trial when it ends', async () => {
    const { subscriptionId, customerId } = await standin.subscribe({ trialDays: 14 })
    expect(await read(subscriptionId)).toMatchObject({ status: 'trialing', period: '2026-01-31 2026-02-14' })
    await to('2026-02-14T11:00:00Z')
    expect(await read(subscriptionId)).toMatchObject({
      status: 'active',
      period: '2026-02-14 2026-03-14',
      invoice: 'paid',
    })
    const { data } = await stripe.invoices.list({ customer: customerId })
    expect(data.map(({ amount_paid: paid }) => paid)).toEqual([2900, 0])
  })

  it('expires after 23 hours without a first payment', async () => {
    const { subscriptionId } = await standin.subscribe({ card: 'declines' })
    expect(await read(subscriptionId)).toMatchObject({ status: 'incomplete', invoice: 'open' })
    await to('2026-02-01T09:00:00Z')
    expect(await read(subscriptionId)).toMatchObject({ status: 'incomplete_expired', invoice: 'void' })
    const later = await standin.subscribe({ card: 'declines' })
    const { data } = await stripe.invoices.list({ subscription: later.subscriptionId })
    await standin.pay(data[0]!.hosted_invoice_url!)
    expect((await read(later.subscriptionId)).status).toBe('active')
  })

  it('can leave it past due instead', async () => {
    const other = await startTestStripe({ now: standin.now(), settings: { afterRetries: 'past_due' } })
    const { subscriptionId, customerId } = await other.subscribe()
    other.setCard(customerId, 'declines')
    await other.moveTo(new Date('2026-04-10T00:00:00Z'))
    expect(other.statusOf(subscriptionId)).toBe('past_due')
    const { data } = await stripeClientOf(other).invoices.list({ customer: customerId })
    expect(data.map(({ status }) => status)).toEqual(['open', 'open', 'paid'])
    await other.pay(data[0]!.hosted_invoice_url!)
    expect(other.statusOf(subscriptionId)).toBe('active')
    await other.stop()
  })

  it('never moves backward', async () => {
    await to('2020-01-01T00:00:00Z')
    expect(standin.now()).toEqual(new Date('2026-01-31T10:00:00Z'))
  })
})
