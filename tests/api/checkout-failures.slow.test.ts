import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type UserRow, users } from '../../src/server/db/schema/index.ts'
import { createSubscription } from '../../src/server/features/billing/checkout/create-subscription.ts'
import { ensurePrices, lookupKeyOf } from '../../src/server/features/billing/checkout/prices.ts'
import { verifyPayment } from '../../src/server/features/billing/checkout/verify-payment.ts'
import { loadCatalogue } from '../../src/server/plans/load-catalogue.ts'
import { keepLog } from '../support/log.ts'
import { choosePlan, sessionIdIn, stripeClientOf, subscribe } from '../support/payments.ts'
import { openTestDatabase } from '../support/product.ts'
import { startProductPair } from '../support/product-pair.ts'
import { startTestStripe, type TestStripe } from '../support/stripe.ts'
import { forSuite } from '../support/suite.ts'
import { testContext } from '../support/summaries-context.ts'

const catalogue = loadCatalogue('standard')

type Mood = Parameters<TestStripe['behave']>[0]

const productOf = ({ product }: Stripe.Price): string => (typeof product === 'string' ? product : product.id)

/** Calls payments without routes, and so without retries and password hashing. */
interface Payments {
  stripe: TestStripe
  dashboard: Stripe
  deps: Parameters<typeof createSubscription>[0]
  text: () => string
  /** A user's id and email. */
  join: () => Promise<{ id: string; email: string; row: () => Promise<UserRow> }>
  stop: () => Promise<void>
}

let clients = 0

async function openPayments(): Promise<Payments> {
  const stripe = await startTestStripe()
  stripe.holdEvents(true)
  const database = await openTestDatabase()
  const { db } = database
  const { log, text } = keepLog()
  return {
    stripe,
    dashboard: stripeClientOf(stripe),
    text,
    deps: testContext(db, { clock: stripe.clock, log, catalogue, stripe: stripeClientOf(stripe) }),
    join: async () => {
      const email = `bad-day${(clients += 1)}@example.com`
      const [user] = await db.insert(users).values({ email }).returning()
      const id = user!.id
      return { id, email, row: async () => (await db.select().from(users).where(eq(users.id, id)))[0]! }
    },
    stop: async () => {
      await database.close()
      await stripe.stop()
    },
  }
}

/**
 * Makes all Stripe calls after the first few fail.
 * @returns ends it
 */
function failAfter(stripe: TestStripe, questions: number, mood: Mood): () => void {
  let left: number | null = questions
  const next = async (): Promise<void> => {
    if (left === null) return
    if (left === 0) stripe.behave(mood)
    left -= 1
    if (left >= 0) stripe.meanwhile(next)
  }
  stripe.meanwhile(next)
  return () => {
    left = null
    stripe.behave('well')
  }
}

/** Repeats an action with Stripe failing at each call in turn; returns the number of calls. */
async function failEverywhere(stripe: TestStripe, mood: Mood, work: () => Promise<unknown>): Promise<number> {
  for (let questions = 0; ; questions += 1) {
    const end = failAfter(stripe, questions, mood)
    const outcome = await work().then(
      () => 'done',
      (error: unknown) => error,
    )
    end()
    if (outcome === 'done') return questions
    expect(outcome).toMatchObject({ code: 'unavailable' })
  }
}

describe.each(['broken', 'hanging up', 'silent', 'losing answers'] as const)('while Stripe is %s', (mood) => {
  const payments = forSuite(async () => openPayments())

  it('no step is half done, and a repeat leads to the one page, plan and change', async () => {
    const { deps, dashboard, stripe, join } = payments
    const impatient = { ...deps, stripe: stripeClientOf(stripe, mood === 'silent' ? 300 : 5000) }
    const { id, email, row } = await join()
    if (mood !== 'losing answers')
      await ensurePrices({ stripe: dashboard, clock: stripe.clock }, catalogue, { replace: false })
    expect(await failEverywhere(stripe, mood, async () => createSubscription(impatient, id, 'lite'))).toBeGreaterThan(5)
    const answer = await createSubscription(deps, id, 'lite')
    const customers = (await dashboard.customers.list({ email })).data
    expect(customers.map((customer) => customer.id)).toEqual([(await row()).stripeCustomerId])
    const open = (await dashboard.checkout.sessions.list({ customer: customers[0]!.id, status: 'open' })).data
    expect(open.map(({ url }) => ({ url }))).toEqual([answer])
    expect((await dashboard.prices.list({})).data).toHaveLength(3)
    expect((await dashboard.products.list({})).data).toHaveLength(3)

    const { redirectedTo } = await stripe.pay(open[0]!.url!)
    const sessionId = sessionIdIn(redirectedTo)
    await failEverywhere(stripe, mood, async () => {
      try {
        return await verifyPayment(impatient, id, sessionId)
      } catch (error) {
        expect(await row()).toMatchObject({ subscriptionPlan: null, subscriptionStatus: null })
        throw error
      }
    })
    expect(await row()).toMatchObject({ subscriptionPlan: 'lite', subscriptionStatus: 'active' })

    await failEverywhere(stripe, mood, async () => createSubscription(impatient, id, 'pro'))
    expect(await row()).toMatchObject({ subscriptionPlan: 'lite' })
    const { data } = await dashboard.billingPortal.configurations.list({ active: true })
    expect(data).toHaveLength(1)
    expect(stripe.subscriptionsOf(customers[0]!.id)).toHaveLength(1)
  }, 120_000)
})

describe('paying on a page while another plan is chosen', () => {
  const payments = forSuite(async () => openPayments())

  it('creates one subscription, at any point of the operation', async () => {
    const { deps, stripe, join } = payments
    const outcomes = new Set<string>()
    for (let questions = 0; ; questions += 1) {
      const { id, row } = await join()
      const first = await createSubscription(deps, id, 'pro')
      let happened = false
      const next = async (left: number): Promise<void> => {
        if (left > 0) return stripe.meanwhile(async () => next(left - 1))
        happened = true
        await stripe.pay('url' in first ? first.url : '').catch(() => null)
      }
      stripe.meanwhile(async () => next(questions))
      const answer = await createSubscription(deps, id, 'elite')
      stripe.meanwhile(async () => {})
      const customer = (await row()).stripeCustomerId!
      const url = 'url' in answer ? answer.url : ''
      const paid = stripe.subscriptionsOf(customer).length
      outcomes.add(`${paid} paid, then ${new URL(url).pathname.split('/')[1]}`)
      // Paying on any remaining page creates no second subscription.
      if (url.includes('/pay/')) await stripe.pay(url)
      expect(stripe.subscriptionsOf(customer)).toHaveLength(1)
      if (!happened) break
    }
    expect([...outcomes].toSorted((a, b) => a.localeCompare(b))).toEqual(['0 paid, then pay', '1 paid, then portal'])
  }, 60_000)
})

describe('a failure stored under an idempotency key', () => {
  const payments = forSuite(async () => openPayments())

  it('delays a purchase by ten minutes at most', async () => {
    const { deps, dashboard, stripe, join } = payments
    const { id, email } = await join()
    const outlast = async (plan: 'lite' | 'elite', what: string): Promise<void> => {
      stripe.behave('failing', new RegExp(`^POST /v1/${what}$`))
      await expect(createSubscription(deps, id, plan)).rejects.toMatchObject({ code: 'unavailable' })
      stripe.behave('well')
      await expect(createSubscription(deps, id, plan)).rejects.toMatchObject({ code: 'unavailable' })
      await stripe.moveTo(new Date(stripe.now().getTime() + 10 * 60_000))
    }
    for (const what of ['products', 'prices', 'customers', 'checkout/sessions']) await outlast('lite', what)
    const page = await createSubscription(deps, id, 'lite')
    await stripe.pay('url' in page ? page.url : '')
    await outlast('elite', 'billing_portal/configurations')
    expect(await createSubscription(deps, id, 'elite')).toHaveProperty('url')
    expect((await dashboard.customers.list({ email })).data).toHaveLength(1)
  }, 30_000)
})

describe('prices at Stripe', () => {
  const payments = forSuite(async () => openPayments())

  it('are created once, by any number of processes', async () => {
    const { dashboard, stripe } = payments
    const maker = { stripe: dashboard, clock: stripe.clock }
    const [one, two] = await Promise.all([
      ensurePrices(maker, catalogue, { replace: true }),
      ensurePrices(maker, catalogue, { replace: true }).catch(() => null),
    ])
    expect(one.flatMap(({ faults }) => faults)).toEqual([])
    if (two !== null) expect(two).toEqual(one)
    expect((await dashboard.prices.list({})).data).toHaveLength(3)
  })

  it('require a card, so that payment precedes the plan, and have the displayed currency', async () => {
    const { deps, stripe, join } = payments
    const asking = stripeClientOf(stripe)
    const create = vi.spyOn(asking.checkout.sessions, 'create')
    await createSubscription({ ...deps, stripe: asking }, (await join()).id, 'pro')
    expect(create.mock.calls.map(([params]) => params)).toMatchObject([
      { allowed_payment_method_types: ['card'], currency: 'usd' },
    ])
  })

  it('that differ from the catalog are not sold, and the operator is warned', async () => {
    const { dashboard, deps, join, text } = payments
    const inProduction = { ...deps, config: { ...deps.config, production: true } }
    const [pro] = (await dashboard.prices.list({ lookup_keys: [lookupKeyOf('pro')] })).data
    const change = async (params: Partial<Stripe.PriceCreateParams>) =>
      dashboard.prices.create({
        product: productOf(pro!),
        currency: 'usd',
        unit_amount: 2900,
        recurring: { interval: 'month' },
        lookup_key: lookupKeyOf('pro'),
        transfer_lookup_key: true,
        ...params,
      })
    const { id, row } = await join()
    for (const params of [
      { unit_amount: 3900 },
      { currency: 'eur' },
      { recurring: { interval: 'year' } },
    ] satisfies Partial<Stripe.PriceCreateParams>[]) {
      await change(params)
      await expect(createSubscription(inProduction, id, 'pro')).rejects.toMatchObject({
        code: 'unavailable',
        message: 'The Pro plan cannot be bought at the moment. Nothing was charged. Please try again later.',
      })
    }
    const { data } = await dashboard.prices.list({ lookup_keys: [lookupKeyOf('pro')] })
    expect(data).toHaveLength(1)
    expect(text()).toMatch(/"faults":\["other amount"\].*precis stripe check/)
    expect(text()).toMatch(/"faults":\["other currency"\]/)
    expect(text()).toMatch(/"faults":\["not monthly"\]/)
    expect((await row()).stripeCustomerId).toBeNull()
    // Other plans can be bought, and this one once its price is right.
    expect(await createSubscription(inProduction, id, 'lite')).toHaveProperty('url')
    await change({ unit_amount: 2900 })
    expect(await createSubscription(inProduction, id, 'pro')).toHaveProperty('url')
  })

  it('follow the catalog outside production, and existing subscribers keep theirs', async () => {
    const { dashboard, deps, stripe, join } = payments
    const { id, row } = await join()
    const first = await createSubscription(deps, id, 'pro')
    const { redirectedTo } = await stripe.pay('url' in first ? first.url : '')
    await verifyPayment(deps, id, sessionIdIn(redirectedTo))
    const dearer = structuredClone(catalogue)
    dearer.plans.find((plan) => plan.id === 'pro')!.price.amount = 3100
    const later = { ...deps, catalogue: dearer }
    const second = await join()
    await createSubscription(later, second.id, 'pro')
    const [open] = (
      await dashboard.checkout.sessions.list({ customer: (await second.row()).stripeCustomerId!, status: 'open' })
    ).data
    expect(open?.amount_total).toBe(3100)
    // The plan at its former price still counts, but isn't resumed at a price that was never shown.
    expect(await createSubscription(later, id, 'pro')).toMatchObject({ status: 'active' })
    expect(await row()).toMatchObject({ subscriptionPlan: 'pro', subscriptionPrice: 2900 })
    // They keep it even though new buyers can't get it.
    const wrong = { ...deps, config: { ...deps.config, production: true } }
    expect(await createSubscription(wrong, id, 'pro')).toMatchObject({ status: 'active' })
    await dashboard.subscriptions.update((await row()).stripeSubscriptionId!, { cancel_at_period_end: true })
    await expect(createSubscription(wrong, id, 'pro')).rejects.toMatchObject({ code: 'unavailable' })
    await expect(createSubscription(later, id, 'pro')).rejects.toMatchObject({ code: 'price_changed' })
    await createSubscription(deps, second.id, 'pro')
  })

  it('are not created by buyers in production', async () => {
    const { deps, stripe, stop, join } = await openPayments()
    const { id } = await join()
    await expect(
      createSubscription({ ...deps, config: { ...deps.config, production: true } }, id, 'pro'),
    ).rejects.toMatchObject({
      code: 'unavailable',
    })
    expect(stripe.requests).toEqual(['GET /v1/prices'])
    await stop()
  })
})

describe('checkout route', () => {
  const { log, text } = keepLog()
  const stripe = forSuite(async () => startTestStripe())
  const pair = forSuite(async () => startProductPair({ log, clock: stripe.clock, env: stripe.env }, 'web'))
  beforeAll(() => stripe.holdEvents(true))

  it('leads to one page from two concurrent processes', async () => {
    const client = await pair.web.register('two-doors@example.com')
    const other = client.copyTo(pair.other)
    const pages = await Promise.all([client, other, client, other].map(async (door) => choosePlan(door, 'pro')))
    expect(new Set(pages).size).toBe(1)
    const answers = await Promise.all(
      (['lite', 'elite', 'pro', 'lite'] as const).map(async (plan, index) =>
        [client, other][index % 2]!.post('/api/create-subscription', { plan }),
      ),
    )
    const said = answers.map(({ statusCode }) => statusCode)
    expect(said.every((status) => status === 200 || status === 409)).toBe(true)
    const dashboard = stripeClientOf(stripe)
    const [customer, ...more] = (await dashboard.customers.list({ email: 'two-doors@example.com' })).data
    expect(more).toEqual([])
    const { data } = await dashboard.checkout.sessions.list({ customer: customer!.id, status: 'open' })
    expect(data.length).toBeLessThan(2)
  })

  it('explains that Stripe is unavailable, shows the last known state, and reveals no key', async () => {
    const client = await pair.web.register('away@example.com')
    await subscribe(client, stripe, 'pro')
    stripe.behave('broken')
    const refused = await client.post('/api/create-subscription', { plan: 'elite' })
    expect(refused.statusCode).toBe(503)
    expect(refused.json()).toMatchObject({ code: 'unavailable', message: expect.stringMatching(/Nothing was charged/) })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await stripe.moveTo(new Date(stripe.now().getTime() + 60_000))
    stripe.behave('silent')
    const details = await client.get('/api/subscription/details')
    expect([details.statusCode, details.json()]).toMatchObject([
      200,
      { planType: 'pro', status: 'active', price: 2900 },
    ])
    stripe.behave('well')
    await sleep(10)
    expect(text()).toContain('Stripe: ')
    for (const secret of [stripe.env.STRIPE_SECRET_KEY!, stripe.env.STRIPE_WEBHOOK_SECRET!, 'away@example.com']) {
      expect(text()).not.toContain(secret)
      expect(refused.body).not.toContain(secret)
    }
  }, 30_000)
})
