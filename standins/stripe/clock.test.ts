import { afterEach, describe, expect, it } from 'vitest'
import { stripeClientOf } from '../../tests/support/payments.ts'
import { startTestStripe, type TestStripe } from '../../tests/support/stripe.ts'
import { ageWorld } from './clock.ts'

let standin: TestStripe
afterEach(async () => standin.stop())

const seconds = (iso: string): number => Date.parse(iso) / 1000

/** All numbers in a value, by path. */
function numbersOf(value: unknown, place = ''): [string, number][] {
  if (typeof value === 'number') return [[place, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, entry]) => numbersOf(entry, `${place}.${name}`))
}

/** Presses a button of the start page. */
async function letPass(pass: 'renewal' | 'day' | 'week'): Promise<void> {
  const answer = await fetch(`${standin.url}/time`, {
    method: 'POST',
    body: new URLSearchParams({ pass }),
    redirect: 'manual',
  })
  expect(answer.status).toBe(303)
}

const periodOf = (customerId: string) => {
  const [subscription] = standin.subscriptionsOf(customerId)
  const { current_period_start: start, current_period_end: end } = subscription!.items.data[0]!
  return { status: subscription!.status, start, end, anchor: subscription!.billing_cycle_anchor }
}

describe('passing time', () => {
  it('makes every time older and changes no other number', async () => {
    standin = await startTestStripe({ now: new Date('2026-03-01T10:00:00Z') })
    const { customerId, subscriptionId } = await standin.subscribe({ card: 'pays' })
    await standin.subscribe({ trialDays: 20 })
    const stripe = stripeClientOf(standin)
    const [price] = (await stripe.prices.list()).data
    await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customerId,
      line_items: [{ price: price!.id, quantity: 1 }],
      success_url: 'http://localhost/success',
    })
    standin.setCard(customerId, 'declines')
    await standin.moveTo(new Date('2026-04-03T10:00:00Z'))
    await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true })
    const { world } = standin.engine
    world.prices[price!.id]!.unitAmount = 2_000_000_000
    const before = numbersOf(world)
    const week = 7 * 24 * 3600
    const after = new Map(numbersOf(ageWorld(world, week)))
    const times = before.filter(([, value]) => value >= seconds('2020-01-01T00:00:00Z') && value < 2_000_000_000)
    expect(times.length).toBeGreaterThan(100)
    // The current period follows the calendar.
    const byCalendar = /^\.subscriptions\.\w+\.(?:anchor|cancelAt|periodEnd)$/u
    const kept = before.filter(([place]) => !byCalendar.test(place))
    const isTime = new Set(times.map(([place]) => place))
    for (const [place, value] of kept)
      expect([place, after.get(place)]).toEqual([place, isTime.has(place) ? value - week : value])
  })

  it('renews in the past, and keeps periods whole months', async () => {
    standin = await startTestStripe({ now: new Date('2026-01-10T12:00:00Z') })
    const events: string[] = []
    standin.deliverTo(async ({ body }) => {
      events.push((JSON.parse(body) as { type: string }).type)
      return 200
    })
    const { customerId } = await standin.subscribe()
    await standin.settled()
    events.length = 0
    await letPass('renewal')
    expect(standin.now()).toEqual(new Date('2026-01-10T12:00:00Z'))
    // The bill of a renewal is charged an hour after it.
    const start = seconds('2026-01-10T10:59:59Z')
    const end = seconds('2026-02-10T10:59:59Z')
    expect(periodOf(customerId)).toEqual({ status: 'active', start, end, anchor: start })
    expect(events.slice(-1)).toEqual(['customer.subscription.updated'])
    expect(events).toContain('invoice.paid')
    for (let months = 0; months < 12; months += 1) await letPass('renewal')
    expect(periodOf(customerId)).toEqual({ status: 'active', start, end, anchor: start })
    const invoices = (await stripeClientOf(standin).invoices.list({ customer: customerId, limit: 100 })).data
    expect(invoices.map(({ amount_paid }) => amount_paid)).toEqual(Array(14).fill(invoices[0]!.amount_paid))
  })
})
