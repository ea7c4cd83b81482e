import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../src/server/db/database.ts'
import { type UserRow, users } from '../../src/server/db/schema/index.ts'
import { findUserById, insertUser, toUser } from '../../src/server/features/accounts/users-repo.ts'
import { insertAccountDeleted } from '../../src/server/features/billing/repo.ts'
import { createStripe } from '../../src/server/features/billing/stripe.ts'
import { sweepCustomers } from '../../src/server/features/billing/sync/jobs.ts'
import { syncCustomer } from '../../src/server/features/billing/sync/sync-customer.ts'
import { loadCatalogue } from '../../src/server/plans/load-catalogue.ts'
import { reserveSummary } from '../../src/server/plans/quota-repo.ts'
import { readOperatorConfig } from '../../src/server/platform/config/config.ts'
import { heldPlan } from '../../src/shared/plans/catalogue.ts'
import { syncQueue } from '../support/fake-queue.ts'
import { keepLog } from '../support/log.ts'
import { openTestDatabase } from '../support/product.ts'
import { startTestStripe } from '../support/stripe.ts'
import { forSuite } from '../support/suite.ts'
import { testContext } from '../support/summaries-context.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const nobody = '00000000-0000-4000-8000-000000000000'

describe('syncing a customer from Stripe', () => {
  const { log, text } = keepLog()
  let database: Database
  let dashboard: ReturnType<typeof createStripe>
  const stripe = forSuite(async () => startTestStripe({ now: new Date('2026-01-31T10:00:00Z') }))
  beforeAll(async () => {
    const { STRIPE_SECRET_KEY: secretKey = '', STRIPE_API_URL: apiUrl = '' } = stripe.env
    dashboard = createStripe({ secretKey, apiUrl }, { timeoutMs: 5000, retries: 0 })
    database = await openTestDatabase()
  })
  afterAll(async () => database.close())
  beforeEach(() => stripe.behave('well'))

  const deps = () => ({
    db: database.db,
    clock: stripe.clock,
    log,
    stripe: dashboard,
    catalogue: loadCatalogue('standard'),
    config: readOperatorConfig({ APP_URL: 'https://Precis.example/' }),
  })
  const sync = async (customerId: string): Promise<void> => syncCustomer(deps(), customerId)
  const rowOf = async (userId: string): Promise<UserRow> => (await findUserById(database.db, userId))!
  const set = async (userId: string, fields: Partial<UserRow>): Promise<void> =>
    void (await database.db.update(users).set(fields).where(eq(users.id, userId)))
  const move = async (ms: number): Promise<void> => stripe.moveTo(new Date(stripe.now().getTime() + ms))

  let clients = 0
  const join = async (): Promise<string> => {
    const email = `customer${(clients += 1)}@example.com`
    const row = await insertUser(database.db, { email, password: 'x', firstName: 'A', lastName: 'B' }, stripe.now())
    return row!.id
  }
  /** A user linked to a Stripe customer, with the plan they pay for. */
  const payer = async (plan: 'lite' | 'pro' | 'elite' = 'pro') => {
    const userId = await join()
    const { customerId, subscriptionId } = await stripe.subscribe({ userId, plan })
    await set(userId, { stripeCustomerId: customerId })
    return { userId, customerId, subscriptionId }
  }

  it('writes the paid plan and its period once', async () => {
    await move(10 * DAY_MS)
    const { userId, customerId, subscriptionId } = await payer('elite')
    await sync(customerId)
    const row = await rowOf(userId)
    const begun = stripe.now()
    expect(row).toMatchObject({
      subscriptionPlan: 'elite',
      planSource: 'stripe',
      subscriptionStatus: 'active',
      subscriptionPrice: 5900,
      subscriptionCurrency: 'usd',
      cancelAtPeriodEnd: false,
      stripeSubscriptionId: subscriptionId,
      planStartedAt: begun,
      usagePeriodStart: begun,
      billingSyncedAt: begun,
      billingVersion: 1,
      updatedAt: begun,
    })
    expect(row.subscriptionExpiresAt).toEqual(new Date('2026-03-10T10:00:00Z'))
    await move(1000)
    await sync(customerId)
    expect(await rowOf(userId)).toEqual({ ...row, billingSyncedAt: stripe.now(), billingVersion: 2 })
  })

  it("ends with Stripe's state, whatever runs concurrently", async () => {
    const { userId, customerId, subscriptionId } = await payer()
    // Between Stripe's response and the write, the subscription ends, and another sync writes that.
    stripe.meanwhile(async () => {
      await dashboard.subscriptions.cancel(subscriptionId)
      await sync(customerId)
    }, 'after')
    await Promise.all(Array.from({ length: 6 }, async () => sync(customerId)))
    const row = await rowOf(userId)
    expect(row).toMatchObject({ subscriptionPlan: null, subscriptionStatus: 'canceled', stripeSubscriptionId: null })
    expect(row).toMatchObject({ subscriptionPrice: null, subscriptionCurrency: null, planSource: null })
    expect(row.billingVersion).toBe(7)
  })

  it('applies the highest of several plans, and warns the operator', async () => {
    const { userId, customerId, subscriptionId } = await payer('elite')
    await stripe.subscribe({ customerId, plan: 'lite' })
    await sync(customerId)
    expect(await rowOf(userId)).toMatchObject({ subscriptionPlan: 'elite', stripeSubscriptionId: subscriptionId })
    expect(text()).toContain('user pays for several subscriptions')
    await dashboard.subscriptions.cancel(subscriptionId)
    await sync(customerId)
    expect(await rowOf(userId)).toMatchObject({ subscriptionPlan: 'lite', subscriptionStatus: 'active' })
  })

  it('recognizes the plan of an archived price, and no plan of an unknown price', async () => {
    const { userId, customerId } = await payer('lite')
    const [old] = (await dashboard.prices.list({ lookup_keys: ['precis_lite_monthly'] })).data
    const product = old!.product as string
    const recurring = { interval: 'month' } as const
    const terms = { product, currency: 'usd', unit_amount: 1000, recurring }
    await dashboard.prices.create({ ...terms, lookup_key: 'precis_lite_monthly', transfer_lookup_key: true })
    await dashboard.prices.update(old!.id, { metadata: { precis_plan: '' } })
    await sync(customerId)
    expect(await rowOf(userId)).toMatchObject({ subscriptionPlan: 'lite', subscriptionPrice: 900 })

    const strange = await dashboard.products.create({ name: 'Something else' })
    const itemId = stripe.subscriptionsOf(customerId)[0]!.items.data[0]!.id
    const change = async (price: { id: string }): Promise<void> => {
      const [subscription] = stripe.subscriptionsOf(customerId)
      await dashboard.subscriptions.update(subscription!.id, { items: [{ id: itemId, price: price.id }] })
      await sync(customerId)
    }
    const named = await dashboard.prices.create({ ...terms, product: strange.id, lookup_key: 'team_monthly' })
    await change(named)
    expect(await rowOf(userId)).toMatchObject({ subscriptionPlan: 'team_monthly', subscriptionStatus: 'active' })
    const nameless = await dashboard.prices.create({ ...terms, product: strange.id })
    await change(nameless)
    expect(await rowOf(userId)).toMatchObject({ subscriptionPlan: nameless.id, subscriptionPrice: 1000 })
    expect(text()).toContain('subscription to a plan that is not in the catalogue')
  })

  it('ends the plan of a customer deleted at Stripe, and unlinks the customer', async () => {
    const { userId, customerId } = await payer()
    await sync(customerId)
    await dashboard.customers.del(customerId)
    await sync(customerId)
    const none = { subscriptionPlan: null, subscriptionExpiresAt: null, stripeSubscriptionId: null, planSource: null }
    expect(await rowOf(userId)).toMatchObject({ ...none, stripeCustomerId: null, subscriptionStatus: 'canceled' })
    // The customer was theirs, but deleted customers are not linked again.
    await sync(customerId)
    expect((await rowOf(userId)).stripeCustomerId).toBeNull()
  })

  it("keeps the plan of a customer unknown to Stripe, since the key may be another account's", async () => {
    const { userId, customerId } = await payer()
    await sync(customerId)
    await set(userId, { stripeCustomerId: 'cus_of_another_account' })
    const before = await rowOf(userId)
    await sync('cus_of_another_account')
    const { billingVersion } = before
    expect(await rowOf(userId)).toEqual({
      ...before,
      billingVersion: billingVersion + 1,
      billingSyncedAt: stripe.now(),
    })
    expect(text()).toContain('is STRIPE_SECRET_KEY that of another account?')
    await sync('cus_of_nobody')
  })

  it('keeps a plan set by an operator, unless something is paid for', async () => {
    const { userId, customerId, subscriptionId } = await payer('lite')
    await sync(customerId)
    await dashboard.subscriptions.cancel(subscriptionId)
    await sync(customerId)
    const given = { subscriptionPlan: 'elite', planSource: 'operator', subscriptionExpiresAt: null } as const
    await set(userId, given)
    await sync(customerId)
    expect(await rowOf(userId)).toMatchObject({ ...given, subscriptionStatus: null, subscriptionPrice: null })
    await stripe.subscribe({ customerId, plan: 'lite' })
    await sync(customerId)
    expect(await rowOf(userId)).toMatchObject({
      subscriptionPlan: 'lite',
      planSource: 'stripe',
      subscriptionStatus: 'active',
    })
  })

  it('keeps the free plan of a user who has chosen it', async () => {
    const { userId, customerId, subscriptionId } = await payer('lite')
    await dashboard.subscriptions.cancel(subscriptionId)
    await set(userId, { subscriptionPlan: 'starter' })
    await sync(customerId)
    expect(await rowOf(userId)).toMatchObject({ subscriptionPlan: 'starter', subscriptionStatus: 'canceled' })
  })

  it('counts months from the first day of a trial, then from the first payment', async () => {
    const userId = await join()
    const begun = stripe.now()
    const { customerId } = await stripe.subscribe({ userId, trialDays: 7 })
    await sync(customerId)
    expect(await rowOf(userId)).toMatchObject({ subscriptionStatus: 'trialing', planStartedAt: begun })
    await move(7 * DAY_MS + 2 * HOUR_MS)
    await sync(customerId)
    const paid = new Date(begun.getTime() + 7 * DAY_MS)
    expect(await rowOf(userId)).toMatchObject({
      subscriptionStatus: 'active',
      planStartedAt: paid,
      usagePeriodStart: stripe.now(),
    })
  })

  it('resets usage once when the plan changes in the middle of a billing month', async () => {
    const { userId, customerId, subscriptionId } = await payer('lite')
    await sync(customerId)
    const { planStartedAt } = await rowOf(userId)
    await move(5 * DAY_MS)
    const reserve = async () =>
      database.db.transaction(async (tx) => reserveSummary(tx, loadCatalogue('standard'), userId, stripe.now()))
    const usedNow = async (): Promise<number> => toUser(await rowOf(userId), stripe.now()).summariesUsed
    await reserve()
    expect(await usedNow()).toBe(1)
    await stripe.subscribe({ userId: await join(), plan: 'pro' })
    const [pro] = (await dashboard.prices.list({ lookup_keys: ['precis_pro_monthly'] })).data
    const itemId = stripe.subscriptionsOf(customerId)[0]!.items.data[0]!.id
    await dashboard.subscriptions.update(subscriptionId, { items: [{ id: itemId, price: pro!.id }] })
    await sync(customerId)
    expect(await rowOf(userId)).toMatchObject({ subscriptionPlan: 'pro', planStartedAt })
    expect(await usedNow()).toBe(0)
    await reserve()
    await sync(customerId)
    expect(await usedNow()).toBe(1)
  })

  it('links a customer again to the user it was created for', async () => {
    const userId = await join()
    const { customerId } = await stripe.subscribe({ userId, plan: 'pro' })
    await Promise.all([sync(customerId), sync(customerId), sync(customerId)])
    expect(await rowOf(userId)).toMatchObject({ stripeCustomerId: customerId, subscriptionPlan: 'pro' })
    // A second customer of the user needs a human decision.
    const second = await stripe.subscribe({ userId, plan: 'elite' })
    await sync(second.customerId)
    expect(await rowOf(userId)).toMatchObject({ stripeCustomerId: customerId, subscriptionPlan: 'pro' })
    expect(stripe.subscriptionsOf(second.customerId)).toMatchObject([{ status: 'active' }])
    expect(text()).toContain('user pays as two Stripe customers')
  })

  it('cancels subscriptions of a deleted user, and expires open checkout pages', async () => {
    const { customerId } = await stripe.subscribe({ userId: nobody, plan: 'pro' })
    await database.db.transaction(async (tx) => insertAccountDeleted(tx, customerId, stripe.now()))
    const [price] = (await dashboard.prices.list({ lookup_keys: ['precis_pro_monthly'] })).data
    const open = async (metadata: Record<string, string>) =>
      dashboard.checkout.sessions.create({
        mode: 'subscription',
        customer: customerId,
        line_items: [{ price: price!.id, quantity: 1 }],
        success_url: 'https://precis.example/?session_id={CHECKOUT_SESSION_ID}',
        metadata,
        subscription_data: { metadata: { userId: nobody } },
      })
    const ours = await open({ precis_plan: 'pro' })
    const theirs = await open({})
    await Promise.all([sync(customerId), sync(customerId)])
    expect(stripe.subscriptionsOf(customerId)).toMatchObject([{ status: 'canceled' }])
    const statusOf = async (id: string) => (await dashboard.checkout.sessions.retrieve(id)).status
    expect([await statusOf(ours.id), await statusOf(theirs.id)]).toEqual(['expired', 'open'])
    const again = await open({ precis_plan: 'pro' })
    await sync(customerId)
    expect(await statusOf(again.id)).toBe('expired')
    // A payment between the first read and expiring the pages.
    const last = await open({ precis_plan: 'pro' })
    stripe.meanwhile(async () => void (await stripe.pay(last.url!)), 'after')
    await sync(customerId)
    expect(await statusOf(last.id)).toBe('complete')
    expect(stripe.subscriptionsOf(customerId).map(({ status }) => status)).toEqual(['canceled', 'canceled'])
  })

  it('cancels nothing for users who are missing from the database but were never deleted', async () => {
    const { customerId } = await stripe.subscribe({ userId: nobody, plan: 'pro' })
    await sync(customerId)
    expect(stripe.subscriptionsOf(customerId)).toMatchObject([{ status: 'active' }])
    expect(text()).toContain('is it the right one? Nothing was canceled')
  })

  it('leaves subscriptions of other products in the same Stripe account alone', async () => {
    const unmarked = await stripe.subscribe({ plan: 'pro' })
    const product = await dashboard.products.create({ name: 'Tea' })
    const terms = { currency: 'usd', unit_amount: 500, recurring: { interval: 'month' } } as const
    const price = await dashboard.prices.create({ ...terms, product: product.id })
    const other = await stripe.subscribe({ userId: nobody, plan: 'pro' })
    const { id, items } = stripe.subscriptionsOf(other.customerId)[0]!
    await dashboard.subscriptions.update(id, { items: [{ id: items.data[0]!.id, price: price.id }] })
    for (const { customerId } of [unmarked, other]) {
      await sync(customerId)
      expect(stripe.subscriptionsOf(customerId)).toMatchObject([{ status: 'active' }])
    }
  })

  it('leaves customers of other installations alone, and recognizes its own', async () => {
    const app = 'https://precis.example'
    const elsewhere = 'https://staging.precis.example'
    const member = await join()
    const theirs = await stripe.subscribe({ userId: nobody, app: elsewhere })
    const like = await stripe.subscribe({ userId: member, app: elsewhere })
    const ours = await stripe.subscribe({ userId: nobody, app })
    // Begun here for a customer created under the installation's earlier URL, and the other way round.
    const moved = await stripe.subscribe({ userId: nobody, app: elsewhere })
    const taken = await stripe.subscribe({ userId: nobody, app })
    await dashboard.subscriptions.update(moved.subscriptionId, { metadata: { precis_app: app } })
    await dashboard.subscriptions.update(taken.subscriptionId, { metadata: { precis_app: elsewhere } })
    const empty = await dashboard.customers.create({ metadata: { userId: member, precis_app: elsewhere } })
    const [price] = (await dashboard.prices.list({ lookup_keys: ['precis_pro_monthly'] })).data
    const page = await dashboard.checkout.sessions.create({
      mode: 'subscription',
      customer: moved.customerId,
      line_items: [{ price: price!.id, quantity: 1 }],
      success_url: `${elsewhere}/?session_id={CHECKOUT_SESSION_ID}`,
      metadata: { precis_plan: 'pro', precis_app: elsewhere },
    })
    // Even if all of them were deleted.
    const customers = [theirs, like, ours, moved, taken].map(({ customerId }) => customerId)
    await database.db.transaction(async (tx) => {
      for (const customerId of [...customers, empty.id]) await insertAccountDeleted(tx, customerId, stripe.now())
    })
    for (const customerId of [...customers, empty.id]) await sync(customerId)
    const statuses = [theirs, like, ours, moved, taken].map(({ subscriptionId }) => stripe.statusOf(subscriptionId))
    expect(statuses).toEqual(['active', 'active', 'canceled', 'canceled', 'active'])
    expect((await dashboard.checkout.sessions.retrieve(page.id)).status).toBe('open')
    expect((await rowOf(member)).stripeCustomerId).toBeNull()
  })

  it('enqueues each customer once a day, the longest unread first, by one process each', async () => {
    await database.db.delete(users)
    const now = stripe.now()
    const ago = (hours: number): Date => new Date(now.getTime() - hours * HOUR_MS)
    const lapsed = { subscriptionPlan: 'pro', subscriptionExpiresAt: ago(2) }
    const cases: Partial<UserRow>[] = [
      { billingSyncedAt: null },
      { billingSyncedAt: ago(25) },
      { billingSyncedAt: ago(23) },
      { ...lapsed, billingSyncedAt: ago(3) },
      { ...lapsed, billingSyncedAt: ago(1) },
      { ...lapsed, stripeCustomerId: null, billingSyncedAt: null },
    ]
    const more = Array.from({ length: 220 }, (_, n): Partial<UserRow> => ({ billingSyncedAt: ago(100 + n) }))
    const all: Partial<UserRow>[] = [...cases, ...more]
    for (const [n, fields] of all.entries()) {
      await database.db.insert(users).values({ email: `due${n}@example.com`, stripeCustomerId: `cus_${n}`, ...fields })
    }
    const asked: string[] = []
    const sweep = async (at: Date): Promise<number> => {
      const queue = syncQueue((customerId) => asked.push(customerId))
      return sweepCustomers(testContext(database.db, { clock: { now: () => at }, stripe: dashboard, queue }))
    }
    const first = await sweep(now)
    expect([first, asked.includes('cus_0'), asked.includes('cus_225'), asked.includes('cus_1')]).toEqual([
      200,
      true,
      true,
      false,
    ])
    const rest = await Promise.all([sweep(now), sweep(now), sweep(now)])
    expect(rest.reduce((sum, n) => sum + n, first)).toBe(223)
    expect(new Set(asked).size).toBe(223)
    expect(['cus_2', 'cus_4', 'cus_5'].filter((id) => asked.includes(id))).toEqual([])
    // Customers not read within the hour are due again; expired periods count separately from later reads.
    expect(await sweep(new Date(now.getTime() + HOUR_MS - 1))).toBe(0)
    expect(await sweep(new Date(now.getTime() + HOUR_MS + 1))).toBe(200)
    const lapsedRow = await database.db.query.users.findFirst({ where: eq(users.stripeCustomerId, 'cus_3') })
    expect(lapsedRow?.billingSyncedAt).toEqual(lapsedRow?.subscriptionExpiresAt)
    expect(heldPlan(lapsedRow!, now)).toBeNull()
    expect(await sweepCustomers({ ...deps(), stripe: null, queue: syncQueue(() => {}) })).toBe(0)
  })

  it('logs ids of users only', () => {
    expect(text()).not.toMatch(/@example\.com|sk_test/)
  })
})
