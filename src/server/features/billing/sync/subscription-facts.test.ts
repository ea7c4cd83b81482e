import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { planCatalogueSchema } from '../../../../shared/plans/catalogue-schema.ts'
import standard from '../../../plans/catalogues/standard.json' with { type: 'json' }
import { chooseSubscription, factsOf, isLive } from './subscription-facts.ts'

const catalogue = planCatalogueSchema.parse(standard)

const seconds = (text: string): number => Date.parse(text) / 1000
const now = new Date('2026-03-05T10:00:00Z')
const start = seconds('2026-03-01T10:00:00Z')
const end = seconds('2026-04-01T10:00:00Z')

/** Facts of a subscription with one item. */
function factsWith(
  fields: Partial<Stripe.Subscription>,
  { plan = 'pro', ...item }: Partial<Omit<Stripe.SubscriptionItem, 'plan'>> & { plan?: string } = {},
) {
  const subscription = {
    id: 'sub_1',
    status: 'active',
    created: start,
    start_date: start,
    billing_cycle_anchor: start,
    cancel_at: null,
    cancel_at_period_end: false,
    ...fields,
  } as Stripe.Subscription
  const whole = {
    current_period_start: start,
    current_period_end: end,
    quantity: 1,
    price: { unit_amount: 2900, currency: 'usd' },
    ...item,
  } as Stripe.SubscriptionItem
  return factsOf(subscription, { item: whole, plan }, now)
}

const paidUntil = (...input: Parameters<typeof factsWith>) => factsWith(...input).paidUntil?.toISOString() ?? null

describe('a subscription', () => {
  it.each(['active', 'trialing'] as const)('gives its plan until the end of the period while it is %s', (status) => {
    expect(paidUntil({ status })).toBe('2026-04-01T10:00:00.000Z')
  })

  it('ends on its cancellation date if that comes first', () => {
    expect(paidUntil({ cancel_at: seconds('2026-03-20T00:00:00Z') })).toBe('2026-03-20T00:00:00.000Z')
    expect(paidUntil({ cancel_at: seconds('2026-06-20T00:00:00Z') })).toBe('2026-04-01T10:00:00.000Z')
  })

  it('has a grace period of hours while Stripe has not renewed it yet, unless it is canceled', () => {
    const behind = { current_period_end: seconds('2026-03-05T10:00:00Z') }
    expect(paidUntil({}, behind)).toBe('2026-03-05T16:00:00.000Z')
    expect(paidUntil({ status: 'trialing' }, behind)).toBe('2026-03-05T16:00:00.000Z')
    expect(paidUntil({ cancel_at_period_end: true }, behind)).toBe('2026-03-05T10:00:00.000Z')
    expect(paidUntil({ cancel_at: behind.current_period_end }, behind)).toBe('2026-03-05T10:00:00.000Z')
    expect(paidUntil({ cancel_at: end }, behind)).toBe('2026-03-05T16:00:00.000Z')
    expect(paidUntil({ cancel_at: seconds('2026-03-05T12:00:00Z') }, behind)).toBe('2026-03-05T12:00:00.000Z')
  })

  it('has a grace period of a week after a failed payment, at most until the end of its period', () => {
    expect(paidUntil({ status: 'past_due' })).toBe('2026-03-08T10:00:00.000Z')
    const short = { current_period_end: seconds('2026-03-02T10:00:00Z') }
    expect(paidUntil({ status: 'past_due' }, short)).toBe('2026-03-02T10:00:00.000Z')
    const canceled = { cancel_at: seconds('2026-03-03T10:00:00Z') }
    expect(paidUntil({ status: 'past_due', ...canceled })).toBe('2026-03-03T10:00:00.000Z')
  })

  it.each(['canceled', 'unpaid', 'incomplete', 'incomplete_expired', 'paused', 'an unknown status'])(
    'gives no plan while it is %s',
    (status) => {
      expect(paidUntil({ status })).toBeNull()
    },
  )

  it('counts as ending with its period by either field of Stripe', () => {
    expect(factsWith({}).cancelAtPeriodEnd).toBe(false)
    expect(factsWith({ cancel_at_period_end: true }).cancelAtPeriodEnd).toBe(true)
    expect(factsWith({ cancel_at: end }).cancelAtPeriodEnd).toBe(true)
    expect(factsWith({ cancel_at: end - 1 }).cancelAtPeriodEnd).toBe(true)
    // It renews before that.
    expect(factsWith({ cancel_at: end + 1 }).cancelAtPeriodEnd).toBe(false)
  })

  it('multiplies its price by the quantity; a fractional price is null', () => {
    const price = (unitAmount: number | null) => ({ unit_amount: unitAmount, currency: 'eur' }) as Stripe.Price
    expect(factsWith({}, { price: price(700), quantity: 2 })).toMatchObject({ price: 1400, currency: 'eur' })
    expect(factsWith({}, { price: price(null) })).toMatchObject({ price: null })
  })
})

describe('chooseSubscription', () => {
  const choose = (...all: ReturnType<typeof factsWith>[]) => chooseSubscription(all, catalogue, now)?.id

  it('prefers the highest plan, and an unknown plan least', () => {
    const lite = factsWith({ id: 'lite' }, { plan: 'lite' })
    const elite = factsWith({ id: 'elite', created: start - 1 }, { plan: 'elite' })
    const odd = factsWith({ id: 'odd', created: start + 1 }, { plan: 'platinum' })
    expect(choose(lite, elite, odd)).toBe('elite')
    expect(choose(odd, lite)).toBe('lite')
    expect(choose(odd)).toBe('odd')
  })

  it('prefers a subscription that gives a plan now', () => {
    const unpaid = factsWith({ id: 'unpaid', status: 'unpaid' }, { plan: 'elite' })
    const late = factsWith({ id: 'late', status: 'past_due' }, { plan: 'elite', current_period_start: start - 864_000 })
    const lite = factsWith({ id: 'lite' }, { plan: 'lite' })
    expect(isLive(late, now)).toBe(false)
    expect(choose(unpaid, late, lite)).toBe('lite')
    expect(choose(unpaid, late)).toBe('late')
  })

  it('prefers the longest paid of equal plans, then the newest', () => {
    const older = factsWith({ id: 'older', created: start - 1 })
    const newer = factsWith({ id: 'newer' })
    const longer = factsWith({ id: 'longer', created: start - 2 }, { current_period_end: end + 1 })
    for (const all of [
      [older, newer],
      [newer, older],
    ])
      expect(choose(...all)).toBe('newer')
    expect(choose(older, newer, longer)).toBe('longer')
  })

  it('ignores ended subscriptions', () => {
    expect(choose(factsWith({ status: 'canceled' }), factsWith({ status: 'incomplete_expired' }))).toBeUndefined()
    expect(choose()).toBeUndefined()
  })
})
