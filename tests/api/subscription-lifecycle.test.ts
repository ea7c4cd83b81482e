import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rowsOf } from '../../src/server/db/rows.ts'
import { type UserRow, users } from '../../src/server/db/schema/index.ts'
import { createStripe } from '../../src/server/features/billing/stripe.ts'
import { sweepCustomers } from '../../src/server/features/billing/sync/jobs.ts'
import { summaryExportPath } from '../../src/shared/api/routes.ts'
import { syncQueue } from '../support/fake-queue.ts'
import { pageOf } from '../support/pages/page-of.ts'
import { choosePlan } from '../support/payments.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../support/product.ts'
import { storeSummaries } from '../support/stored-summaries.ts'
import { startTestStripe, type TestStripe } from '../support/stripe.ts'
import { forSuite } from '../support/suite.ts'
import { testContext } from '../support/summaries-context.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const password = 'correct horse'

const rowOf = async ({ database }: Pick<TestProduct, 'database'>, email: string): Promise<UserRow> =>
  (await database.db.query.users.findFirst({ where: eq(users.email, email) }))!

/** Pays for a plan on the hosted page; events are delivered separately. */
async function pay(stripe: TestStripe, client: TestClient, plan = 'pro'): Promise<void> {
  await stripe.pay(await choosePlan(client, plan))
  await stripe.settled()
}

describe('lifecycle of a plan', () => {
  let test: TestProduct
  let dashboard: ReturnType<typeof createStripe>
  /** How far the product's clock is ahead of Stripe's. */
  let ahead = 0
  const stripe = forSuite(async () => startTestStripe({ now: new Date('2026-01-31T10:00:00Z') }))
  beforeAll(async () => {
    dashboard = createStripe({ secretKey: stripe.env.STRIPE_SECRET_KEY!, apiUrl: stripe.url })
    const clock = { now: () => new Date(stripe.now().getTime() + ahead) }
    test = await startTestProduct({ env: stripe.env, clock })
    stripe.deliverInto(test)
  })
  afterAll(async () => test.close())
  beforeEach(() => {
    stripe.behave('well')
    stripe.holdEvents(false)
    ahead = 0
  })

  const move = async (ms: number): Promise<void> => stripe.moveTo(new Date(stripe.now().getTime() + ms))
  const planOf = async (client: TestClient) => (await client.get('/api/auth/user')).json().subscriptionPlan
  const asks = (): number => stripe.requests.filter((line) => line.startsWith('GET /v1/subscriptions')).length
  /** Signs in again: sessions don't last as long as plans. */
  const signIn = async (email: string): Promise<{ client: TestClient; plan: string | null }> => {
    const client = test.visitor()
    const response = await client.post('/api/auth/login', { email, password })
    return { client, plan: response.json().subscriptionPlan }
  }
  const become = async (email: string, plan = 'pro'): Promise<{ client: TestClient; end: Date }> => {
    const client = await test.register(email)
    await pay(stripe, client, plan)
    await expect.poll(async () => planOf(client), { timeout: 10_000 }).toBe(plan)
    return { client, end: (await rowOf(test, email)).subscriptionExpiresAt! }
  }
  /** Drops events until then; later changes are noticed only by asking Stripe. */
  const silentlyUntil = async (date: Date): Promise<void> => {
    stripe.holdEvents(true)
    // Jobs of earlier events have run.
    const pending = sql`select id from jobs.job where name = 'sync-customer' and state in ('created', 'retry', 'active')`
    await expect.poll(async () => rowsOf(test.database.db, pending), { timeout: 20_000 }).toEqual([])
    await stripe.moveTo(date)
    stripe.loseHeld()
  }

  it('continues after a renewal with a late event: the user’s request syncs it once', async () => {
    const email = 'renews@one.example'
    const { end } = await become(email)
    await silentlyUntil(new Date(end.getTime() + 2 * HOUR_MS))
    const before = asks()
    const { client, plan } = await signIn(email)
    expect(plan).toBe('pro')
    const plans = await Promise.all(Array.from({ length: 5 }, async () => planOf(client)))
    expect([new Set(plans), asks() - before]).toEqual([new Set(['pro']), 1])
    expect((await rowOf(test, email)).subscriptionExpiresAt!.getTime()).toBeGreaterThan(end.getTime() + 27 * DAY_MS)
  })

  it('continues when Stripe itself renews late, and syncs again within the hour', async () => {
    const email = 'behind@one.example'
    const { end } = await become(email)
    await silentlyUntil(new Date(end.getTime() - 30_000))
    ahead = 60_000
    const { client, plan } = await signIn(email)
    expect([plan, await planOf(client)]).toEqual(['pro', 'pro'])
    expect((await rowOf(test, email)).billingSyncedAt!.getTime()).toBeGreaterThan(end.getTime())
    await silentlyUntil(new Date(end.getTime() + 2 * HOUR_MS))
    expect(await planOf(client)).toBe('pro')
    const again: string[] = []
    const {
      database: { db },
    } = test
    const queue = syncQueue((customerId) => again.push(customerId))
    await sweepCustomers(testContext(db, { clock: stripe.clock, stripe: dashboard, queue }))
    const { stripeCustomerId } = await rowOf(test, email)
    expect(again.filter((id) => id === stripeCustomerId)).toHaveLength(1)
    await sweepCustomers(testContext(db, { clock: stripe.clock, stripe: dashboard, queue }))
    expect(again.filter((id) => id === stripeCustomerId)).toHaveLength(1)
    // The grace hours are over without a renewal: every request syncs again.
    await silentlyUntil(new Date(end.getTime() + 7 * HOUR_MS))
    expect((await signIn(email)).plan).toBe('pro')
    expect((await rowOf(test, email)).subscriptionExpiresAt!.getTime()).toBeGreaterThan(end.getTime() + 27 * DAY_MS)
  })

  it('continues for a week after a failed renewal, then ends', async () => {
    const email = 'late@one.example'
    const { end } = await become(email, 'elite')
    const { stripeCustomerId } = await rowOf(test, email)
    stripe.setCard(stripeCustomerId!, 'declines')
    await stripe.moveTo(new Date(end.getTime() + 2 * HOUR_MS))
    const grace = new Date(end.getTime() + 7 * DAY_MS)
    await expect
      .poll(async () => rowOf(test, email), { timeout: 10_000 })
      .toMatchObject({ subscriptionStatus: 'past_due', subscriptionExpiresAt: grace, subscriptionPlan: 'elite' })
    await silentlyUntil(new Date(grace.getTime() - 1000))
    expect((await signIn(email)).plan).toBe('elite')
    await silentlyUntil(grace)
    expect((await signIn(email)).plan).toBeNull()
  })

  it('gets no second week while Stripe keeps it unpaid over the next renewal', async () => {
    const email = 'unpaid@one.example'
    const { end } = await become(email)
    const { stripeCustomerId } = await rowOf(test, email)
    stripe.setCard(stripeCustomerId!, 'declines')
    const { settings } = stripe.engine
    Object.assign(settings, { afterRetries: 'past_due' })
    const grace = new Date(end.getTime() + 7 * DAY_MS)
    const unpaid = { subscriptionStatus: 'past_due', subscriptionExpiresAt: grace }
    await stripe.moveTo(new Date(end.getTime() + 2 * HOUR_MS))
    await expect.poll(async () => rowOf(test, email), { timeout: 10_000 }).toMatchObject(unpaid)
    const before = asks()
    await stripe.moveTo(new Date(end.getTime() + 32 * DAY_MS))
    await expect.poll(asks, { timeout: 10_000 }).toBeGreaterThan(before)
    await silentlyUntil(stripe.now())
    expect(await rowOf(test, email)).toMatchObject(unpaid)
    expect((await signIn(email)).plan).toBeNull()
    Object.assign(settings, { afterRetries: 'canceled' })
  })

  it('ends by itself when its time is over, with its features and quota', async () => {
    const email = 'ends@one.example'
    const { client: early, end } = await become(email)
    const { stripeSubscriptionId, id: userId } = await rowOf(test, email)
    await dashboard.subscriptions.update(stripeSubscriptionId!, { cancel_at_period_end: true })
    await stripe.settled()
    await expect.poll(async () => (await rowOf(test, email)).cancelAtPeriodEnd, { timeout: 10_000 }).toBe(true)
    const used = { summariesUsed: 3, usagePeriodStart: end }
    const page = pageOf({ gist: 'All of it.' })
    const [id = ''] = await storeSummaries(test.database.db, [{ userId, title: 'A', page }])
    expect((await early.get(summaryExportPath(id, 'markdown'))).statusCode).toBe(200)
    await silentlyUntil(new Date(end.getTime() - 1000))
    expect((await signIn(email)).plan).toBe('pro')
    await silentlyUntil(end)
    await test.database.db.update(users).set(used).where(eq(users.email, email))
    const { client, plan } = await signIn(email)
    expect(plan).toBeNull()
    expect((await client.get('/api/subscription/status')).json()).toMatchObject({ hasSubscription: false })
    for (const refused of [
      await client.get(summaryExportPath(id, 'markdown')),
      await client.post('/api/summaries', { content: 'One more of many words.' }),
    ]) {
      expect([refused.statusCode, refused.json().requiresUpgrade]).toEqual([403, true])
    }
    expect((await client.get('/api/subscription/details')).json()).toMatchObject({
      planType: 'starter',
      status: 'canceled',
      price: null,
      cancelAtPeriodEnd: false,
      currentPeriodEnd: null,
    })
  })

  it('waits some seconds at most for Stripe, and asks at most once a minute', async () => {
    const email = 'silent@one.example'
    const { end } = await become(email)
    await silentlyUntil(new Date(end.getTime() + 2 * HOUR_MS))
    stripe.behave('silent', /subscriptions/)
    const before = asks()
    const startedAt = performance.now()
    const { client, plan } = await signIn(email)
    expect(plan).toBeNull()
    const waited = performance.now() - startedAt
    expect(waited).toBeGreaterThan(2500)
    expect(waited).toBeLessThan(8000)
    expect(await Promise.all([planOf(client), planOf(client)])).toEqual([null, null])
    expect(asks() - before).toBe(1)
    stripe.behave('well')
    await move(61_000)
    expect(await planOf(client)).toBe('pro')
  })

  it('is canceled with the account, and cannot begin after it', async () => {
    const email = 'leaves@one.example'
    const client = await test.register(email)
    const { url } = (await client.post('/api/create-subscription', { plan: 'pro' })).json()
    const { stripeCustomerId: customer } = await rowOf(test, email)
    stripe.holdEvents(true)
    // An unknown subscription, and an open checkout page.
    await stripe.subscribe({ customerId: customer!, userId: (await rowOf(test, email)).id })
    stripe.loseHeld()
    const remove = async () => (await client.post('/api/account/delete', { currentPassword: password })).statusCode
    // A sync that finds the subscription meanwhile changes the account, and the user is asked to try again.
    await expect.poll(remove).toBe(204)
    await expect
      .poll(() => stripe.subscriptionsOf(customer!).map(({ status }) => status), { timeout: 10_000 })
      .toEqual(['canceled'])
    const open = async () => (await dashboard.checkout.sessions.list({ customer: customer!, status: 'open' })).data
    await expect.poll(open).toEqual([])
    await stripe.pay(url).catch(() => {})
    expect(stripe.subscriptionsOf(customer!)).toHaveLength(1)
  })
})
