import { eq } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { type UserRow, users } from '../../src/server/db/schema/index.ts'
import { choosePlan, sessionIdIn, stripeClientOf, subscribe } from '../support/payments.ts'
import { startTestProduct, type TestClient } from '../support/product.ts'
import { startTestStripe } from '../support/stripe.ts'
import { forSuite } from '../support/suite.ts'

const DAY_MS = 24 * 60 * 60_000

const alreadyOn = (plan: string) => ({ status: 'active', message: `Your ${plan} subscription is already active.` })

describe('paying for a plan', () => {
  let dashboard: Stripe
  const stripe = forSuite(async () => startTestStripe())
  const test = forSuite(async () => {
    // No events are delivered: the product knows only what it has asked for.
    stripe.holdEvents(true)
    dashboard = stripeClientOf(stripe)
    return startTestProduct({ clock: stripe.clock, env: stripe.env })
  })

  let clients = 0
  const join = async (): Promise<{ client: TestClient; email: string; row: () => Promise<UserRow> }> => {
    const email = `payer${(clients += 1)}@example.com`
    const client = await test.register(email)
    const row = async (): Promise<UserRow> => {
      const [found] = await test.database.db.select().from(users).where(eq(users.email, email))
      return found!
    }
    return { client, email, row }
  }
  const details = async (client: TestClient) => (await client.get('/api/subscription/details')).json()
  const openPages = async (customer: string): Promise<Stripe.Checkout.Session[]> =>
    (await dashboard.checkout.sessions.list({ customer, status: 'open' })).data
  /** Advances time, so that cached answers expire. */
  const later = async (ms = 60_000): Promise<void> => stripe.moveTo(new Date(stripe.now().getTime() + ms))

  it('accepts plans for sale, and nothing but their name', async () => {
    const { client, row } = await join()
    const asked = stripe.requests.length
    for (const body of [
      { plan: 'starter' },
      { plan: 'gold' },
      {},
      { plan: 'pro', amount: 1 },
      { plan: 'pro', price: 'price_1' },
    ]) {
      const response = await client.post('/api/create-subscription', body)
      expect([body, response.statusCode, response.json().code]).toEqual([body, 400, 'invalid_input'])
    }
    expect(stripe.requests.length).toBe(asked)
    expect((await row()).stripeCustomerId).toBeNull()
    expect((await test.visitor().post('/api/create-subscription', { plan: 'pro' })).statusCode).toBe(401)
  })

  it('leads to a page with the catalog’s price, and grants the plan on return', async () => {
    const { client, email, row } = await join()
    const page = await choosePlan(client, 'pro')
    expect(page).toMatch(new RegExp(`^${stripe.url}/pay/cs_`))
    const before = await row()
    expect(before).toMatchObject({ subscriptionPlan: null, subscriptionStatus: null })
    const [session] = await openPages(before.stripeCustomerId!)
    expect(session).toMatchObject({
      amount_total: 2900,
      currency: 'usd',
      client_reference_id: before.id,
      cancel_url: 'http://localhost:3000/subscribe?canceled=true',
    })
    expect(await dashboard.customers.retrieve(before.stripeCustomerId!)).toMatchObject({
      email,
      metadata: { userId: before.id, precis_app: 'http://localhost:3000' },
    })
    expect(session!.metadata).toMatchObject({ precis_app: 'http://localhost:3000' })
    const unpaid = await client.post('/api/verify-payment', { sessionId: session!.id })
    expect([unpaid.statusCode, unpaid.json()]).toEqual([200, { success: false, plan: 'Starter' }])

    const { redirectedTo } = await stripe.pay(page)
    const sessionId = sessionIdIn(redirectedTo)
    expect(redirectedTo).toBe(`http://localhost:3000/dashboard?success=true&session_id=${sessionId}`)
    const paid = await client.post('/api/verify-payment', { sessionId })
    expect([paid.statusCode, paid.json()]).toEqual([200, { success: true, plan: 'Pro' }])
    const [subscription] = stripe.subscriptionsOf(before.stripeCustomerId!)
    expect(subscription?.metadata).toEqual({ userId: before.id, precis_app: 'http://localhost:3000' })
    expect((await client.get('/api/auth/user')).json().subscriptionPlan).toBe('pro')
    expect((await client.get('/api/subscription/status')).json()).toEqual({ hasSubscription: true, status: 'active' })
    const { currentPeriodEnd, ...rest } = await details(client)
    const pro = { planType: 'pro', status: 'active', price: 2900, currency: 'usd' }
    expect(rest).toEqual({ ...pro, cancelAtPeriodEnd: false, cancellation: null })
    expect(new Date(currentPeriodEnd).getTime()).toBeGreaterThan(stripe.now().getTime() + 27 * DAY_MS)

    const { updatedAt: _, billingVersion: __, billingSyncedAt: ___, ...once } = await row()
    const again = await client.post('/api/verify-payment', { sessionId })
    expect([again.statusCode, again.json()]).toEqual([200, { success: true, plan: 'Pro' }])
    expect(await row()).toMatchObject(once)
    const more = await client.post('/api/create-subscription', { plan: 'pro' })
    expect([more.statusCode, more.json()]).toEqual([200, alreadyOn('Pro')])
    expect(stripe.subscriptionsOf(once.stripeCustomerId!)).toHaveLength(1)
  })

  it('shows one page per choice, and closes it when another plan is chosen', async () => {
    const { client, row } = await join()
    const page = await choosePlan(client, 'pro')
    expect(await choosePlan(client, 'pro')).toBe(page)
    const other = await choosePlan(client, 'elite')
    expect(other).not.toBe(page)
    const open = await openPages((await row()).stripeCustomerId!)
    expect(open.map(({ url }) => url)).toEqual([other])
    const back = await choosePlan(client, 'pro')
    expect([page, other]).not.toContain(back)
    expect(await openPages((await row()).stripeCustomerId!)).toHaveLength(1)
  })

  it('leads to a page that confirms an upgrade or downgrade with its proration', async () => {
    const { client, row } = await join()
    await subscribe(client, stripe, 'lite')
    const page = await choosePlan(client, 'elite')
    expect(page).toMatch(new RegExp(`^${stripe.url}/portal/`))
    expect((await row()).subscriptionPlan).toBe('lite')
    const { redirectedTo } = await stripe.confirm(page)
    expect(redirectedTo).toBe('http://localhost:3000/manage-subscription?changed=true')
    await later()
    expect(await details(client)).toMatchObject({ planType: 'elite', price: 5900, status: 'active' })
    await stripe.confirm(await choosePlan(client, 'pro'))
    await later()
    expect(await details(client)).toMatchObject({ planType: 'pro', price: 2900 })
    const { stripeCustomerId: customer } = await row()
    expect(stripe.subscriptionsOf(customer!)).toHaveLength(1)
    const { data } = await dashboard.billingPortal.configurations.list({ active: true })
    expect(data.filter(({ metadata }) => metadata?.precis === '1')).toHaveLength(1)
  })

  it('changes nothing when the card is declined for a change', async () => {
    const { client, row } = await join()
    await subscribe(client, stripe, 'lite')
    const page = await choosePlan(client, 'elite')
    await stripe.confirm(page, { card: 'declines' }).catch(() => null)
    await later()
    expect(await details(client)).toMatchObject({ planType: 'lite', price: 900, status: 'active' })
    expect(stripe.subscriptionsOf((await row()).stripeCustomerId!)).toHaveLength(1)
  })

  it('resumes a plan that was set to end when it is chosen again, before any change', async () => {
    const { client, row } = await join()
    await subscribe(client, stripe, 'pro')
    const { stripeSubscriptionId: id } = await row()
    await dashboard.subscriptions.update(id!, { cancel_at_period_end: true })
    await later()
    expect(await details(client)).toMatchObject({ planType: 'pro', cancelAtPeriodEnd: true })
    const other = await client.post('/api/create-subscription', { plan: 'elite' })
    expect([other.statusCode, other.json().code]).toEqual([409, 'subscription_locked'])
    expect(other.json().message).toMatch(/^Your Pro plan ends on [A-Z][a-z]+ \d+, \d{4}\./)
    const answer = await client.post('/api/create-subscription', { plan: 'pro' })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        status: 'active',
        message: expect.stringMatching(/^Your Pro subscription continues\. It won’t end on [A-Z][a-z]+ \d+, \d{4}\.$/),
      },
    ])
    expect((await dashboard.subscriptions.retrieve(id!)).cancel_at_period_end).toBe(false)
    expect(await details(client)).toMatchObject({ planType: 'pro', cancelAtPeriodEnd: false })
  })

  it('leads to an unpaid invoice first', async () => {
    const { client, email, row } = await join()
    await subscribe(client, stripe, 'pro')
    const { stripeCustomerId: customer, stripeSubscriptionId: id } = await row()
    stripe.setCard(customer!, 'declines')
    await later(32 * DAY_MS)
    expect((await dashboard.subscriptions.retrieve(id!)).status).toBe('past_due')
    // Sessions don't last that long.
    await client.post('/api/auth/login', { email, password: 'correct horse' })
    expect(await details(client)).toMatchObject({ planType: 'pro', status: 'past_due' })
    for (const plan of ['pro', 'elite']) {
      expect(await choosePlan(client, plan)).toMatch(new RegExp(`^${stripe.url}/invoice/in_`))
    }
    expect(await openPages(customer!)).toEqual([])
  })

  it('creates a new customer after the operator deleted the old one at Stripe', async () => {
    const { client, row } = await join()
    await subscribe(client, stripe, 'pro')
    const { stripeCustomerId: first } = await row()
    await dashboard.customers.del(first!)
    const page = await choosePlan(client, 'pro')
    const { stripeCustomerId: second, subscriptionPlan } = await row()
    expect(second).not.toBe(first)
    expect(subscriptionPlan).toBeNull()
    const { redirectedTo } = await stripe.pay(page)
    const paid = await client.post('/api/verify-payment', { sessionId: sessionIdIn(redirectedTo) })
    expect(paid.json()).toEqual({ success: true, plan: 'Pro' })
    // Again, within the lifetime of Stripe's idempotency keys.
    await dashboard.customers.del(second!)
    await choosePlan(client, 'pro')
    expect([first, second]).not.toContain((await row()).stripeCustomerId)
  })

  it('finds the subscription of a user whose row comes from an older backup', async () => {
    const { client, email, row } = await join()
    await subscribe(client, stripe, 'pro')
    const { id, stripeCustomerId: customer } = await row()
    await dashboard.customers.create({ email, metadata: { userId: id } })
    await dashboard.customers.create({ email, metadata: { userId: 'somebody else' } })
    await test.database.db
      .update(users)
      .set({ stripeCustomerId: null, stripeSubscriptionId: null, subscriptionPlan: null, subscriptionStatus: null })
      .where(eq(users.id, id))
    const answer = await client.post('/api/create-subscription', { plan: 'pro' })
    expect([answer.statusCode, answer.json()]).toEqual([200, alreadyOn('Pro')])
    expect(await row()).toMatchObject({ stripeCustomerId: customer, subscriptionPlan: 'pro' })
    expect((await dashboard.customers.list({ email })).data).toHaveLength(3)
  })

  it('updates the customer’s email at Stripe', async () => {
    const { client, row } = await join()
    await choosePlan(client, 'pro')
    const { id, stripeCustomerId: customer } = await row()
    await test.database.db.update(users).set({ email: 'moved@example.com' }).where(eq(users.id, id))
    await choosePlan(client, 'pro')
    expect(await dashboard.customers.retrieve(customer!)).toMatchObject({ email: 'moved@example.com' })
  })

  it('is not needed for a plan set by an operator', async () => {
    const { client, email, row } = await join()
    await test.database.db
      .update(users)
      .set({ subscriptionPlan: 'elite', planSource: 'operator' })
      .where(eq(users.email, email))
    const answer = await client.post('/api/create-subscription', { plan: 'elite' })
    expect([answer.statusCode, answer.json()]).toEqual([200, alreadyOn('Elite')])
    expect((await row()).stripeCustomerId).toBeNull()
    expect(await choosePlan(client, 'pro')).toMatch(/\/pay\//)
  })

  it('returns the same for payments of other users, unknown ones and failed ones', async () => {
    const owner = await join()
    const { client } = await join()
    const sessionId = await subscribe(owner.client, stripe, 'pro')
    const theirOpen = sessionIdIn((await stripe.pay(await choosePlan((await join()).client, 'lite'))).redirectedTo)
    await choosePlan(client, 'lite')
    const asked = stripe.requests.length
    const answers = []
    for (const id of [
      sessionId,
      theirOpen,
      'cs_test_unknown',
      'cs_',
      'sub_1',
      '../customers',
      'cs_test_1/../x',
      'cs_test_1?x=y',
    ]) {
      const response = await client.post('/api/verify-payment', { sessionId: id })
      const { requestId: _, ...body } = response.json()
      answers.push({ status: response.statusCode, body })
    }
    for (const answer of answers) {
      expect(answer).toEqual({ status: 404, body: { message: 'This payment does not exist.', code: 'not_found' } })
    }
    // Invalid ids are not sent to Stripe.
    expect(stripe.requests.length - asked).toBe(3)
    expect((await client.get('/api/auth/user')).json().subscriptionPlan).toBeNull()
    expect((await client.post('/api/verify-payment', { sessionId: '' })).statusCode).toBe(400)
    expect((await client.post('/api/verify-payment', { sessionId: `cs_${'a'.repeat(400)}` })).statusCode).toBe(400)
  })

  it('shows no success once the plan has ended', async () => {
    const { client, row } = await join()
    const sessionId = await subscribe(client, stripe, 'pro')
    await dashboard.subscriptions.cancel((await row()).stripeSubscriptionId!)
    const response = await client.post('/api/verify-payment', { sessionId })
    expect(response.json()).toEqual({ success: false, plan: 'Starter' })
    const page = await choosePlan(client, 'pro')
    expect(page).toMatch(/\/pay\//)
  })

  it('asks Stripe for details at most once in ten seconds', async () => {
    const { client } = await join()
    await subscribe(client, stripe, 'pro')
    const look = async (): Promise<number> => {
      const asked = stripe.requests.length
      await Promise.all(Array.from({ length: 5 }, async () => details(client)))
      return stripe.requests.length - asked
    }
    expect(await look()).toBe(0)
    for (let times = 0; times < 2; times += 1) {
      await later()
      // A sync that began with one round of requests may end in the next.
      const questions = await look()
      expect(questions).toBeGreaterThan(0)
      expect(questions).toBeLessThan(5)
    }
  })
})

describe('the free plan', () => {
  const test = forSuite(async () => startTestProduct({ env: { RATE_LIMIT_FACTOR: '1' } }))

  const setRow = async (email: string, row: Partial<UserRow>): Promise<void> =>
    void (await test.database.db.update(users).set(row).where(eq(users.email, email)))
  const plan = async (client: TestClient) => (await client.get('/api/auth/user')).json().subscriptionPlan

  it('is chosen permanently', async () => {
    const client = await test.register()
    for (let times = 0; times < 2; times += 1) {
      const response = await client.post('/api/signup-starter')
      expect([response.statusCode, response.json()]).toEqual([
        200,
        { success: true, message: 'You are on the Starter plan.' },
      ])
      expect(await plan(client)).toBe('starter')
    }
    expect((await test.visitor().post('/api/signup-starter')).statusCode).toBe(401)
  })

  it('does not replace a paid plan, but an unknown one', async () => {
    const client = await test.register('with@example.com')
    await setRow('with@example.com', { subscriptionPlan: 'pro' })
    const refused = await client.post('/api/signup-starter')
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'plan_paid'])
    expect(refused.json().message).toMatch(/^You have the Pro plan\./)
    await setRow('with@example.com', { subscriptionPlan: 'gold', stripeSubscriptionId: 'sub_gold' })
    expect((await client.post('/api/signup-starter')).statusCode).toBe(409)
    await setRow('with@example.com', { stripeSubscriptionId: null, planSource: 'operator' })
    expect((await client.post('/api/signup-starter')).statusCode).toBe(200)
    expect(await plan(client)).toBe('starter')
    await setRow('with@example.com', { subscriptionPlan: 'pro', subscriptionExpiresAt: new Date(0) })
    expect((await client.post('/api/signup-starter')).statusCode).toBe(200)
    expect(await plan(client)).toBeNull()
  })

  it('is rate limited', async () => {
    const client = await test.register()
    const ask = async () => client.post('/api/subscription/cancel-request', { reason: 'None.' })
    for (let times = 0; times < 10; times += 1) expect((await ask()).statusCode).toBe(409)
    const refused = await ask()
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await client.post('/api/signup-starter')).statusCode).toBe(200)
  })

  it('is the only one where payments are not set up', async () => {
    const client = await test.register()
    for (const [path, body] of [
      ['/api/create-subscription', { plan: 'pro' }],
      ['/api/verify-payment', { sessionId: 'cs_test_1' }],
    ] as const) {
      const response = await client.post(path, body)
      expect([path, response.statusCode, response.json().code]).toEqual([path, 503, 'unavailable'])
    }
    expect((await client.post('/api/webhooks/stripe', {})).statusCode).toBe(404)
    expect((await client.get('/api/subscription/status')).json()).toEqual({ hasSubscription: false, status: null })
    expect((await client.get('/api/subscription/details')).json()).toEqual({
      planType: 'starter',
      status: null,
      price: null,
      currency: null,
      cancelAtPeriodEnd: false,
      currentPeriodEnd: null,
      cancellation: null,
    })
  })
})
