import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { users } from '../../src/server/db/schema/index.ts'
import { OPERATOR, runOperator } from '../support/operator.ts'
import { startTestProduct, type TestClient } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'
import { tidePools } from '../support/texts.ts'

const DAY_MS = 24 * 60 * 60_000
const START = new Date('2026-11-20T09:30:00Z')

describe('plans set by operators', () => {
  let now = START
  /** How far the clock advances each time it is read. */
  let tickMs = 0
  const clock = {
    now: () => {
      now = new Date(now.getTime() + tickMs)
      return now
    },
  }
  const test = forSuite(async () => startTestProduct({ clock }))

  /** A new user at time zero. */
  async function newcomer(email: string): Promise<{ client: TestClient; id: string }> {
    now = START
    const client = await test.register(email)
    return { client, id: (await client.get('/api/auth/user')).json().id }
  }
  const rowOf = async (id: string) => test.database.db.query.users.findFirst({ where: eq(users.id, id) })
  const setPlan = async (...args: string[]) => runOperator(test, ['users', 'set-plan', ...args])
  const user = async (client: TestClient) => (await client.get('/api/auth/user')).json()

  it('apply to former customers after payments were removed', async () => {
    const { id } = await newcomer('former@example.com')
    await test.database.db.update(users).set({ stripeCustomerId: 'cus_former' }).where(eq(users.id, id))
    expect(await setPlan(id, 'pro', '--reason', 'Has paid before')).toMatchObject({ exitCode: 0 })
    expect(await rowOf(id)).toMatchObject({ subscriptionPlan: 'pro', planSource: 'operator' })
  })

  it('apply immediately, count months from that day, and expire', async () => {
    const { client, id } = await newcomer('Ada@example.com')
    expect((await client.post('/api/summaries', { content: tidePools })).statusCode).toBe(201)
    now = new Date(START.getTime() + 3 * DAY_MS)
    const dry = await setPlan('ada@example.com', 'pro', '--reason', 'Wrote our guide', '--dry-run')
    expect(dry).toEqual({
      exitCode: 0,
      errors: '',
      output: 'The plan of Ada@example.com would be changed from starter to pro.\nNothing was changed.\n',
      json: expect.any(Function),
    })
    expect((await user(client)).subscriptionPlan).toBeNull()

    const set = await setPlan(id, 'pro', '--reason', 'Wrote our guide', '--until', '2026-12-31')
    expect(set.output).toBe(
      'The plan of Ada@example.com was changed from starter to pro, until 2027-01-01 00:00 UTC.\n',
    )
    expect(await user(client)).toMatchObject({
      subscriptionPlan: 'pro',
      subscriptionExpiresAt: '2027-01-01T00:00:00.000Z',
      summariesUsed: 0,
    })
    expect((await client.get('/api/stats')).json()).toMatchObject({
      summariesUsed: 0,
      resetsAt: '2026-12-23T09:30:00.000Z',
    })
    expect(await rowOf(id)).toMatchObject({ planSource: 'operator', subscriptionStatus: null, billingVersion: 1 })
    expect((await client.get('/api/subscription/details')).json()).toEqual({
      planType: 'pro',
      status: 'active',
      price: 0,
      currency: 'usd',
      cancelAtPeriodEnd: false,
      currentPeriodEnd: '2027-01-01T00:00:00.000Z',
      cancellation: null,
    })
    expect((await client.get('/api/subscription/status')).json()).toEqual({ hasSubscription: true, status: 'active' })

    const again = await setPlan(id, 'pro', '--reason', 'Typed twice', '--until', '2026-12-31', '--json')
    expect(again.json()).toMatchObject({ changed: false, from: 'pro', to: 'pro' })
    const longer = await setPlan(id, 'pro', '--reason', 'And another one', '--until', '2027-01-31')
    expect(longer.exitCode).toBe(0)
    expect((await client.get('/api/stats')).json()).toMatchObject({ resetsAt: '2026-12-23T09:30:00.000Z' })

    const shown = (await runOperator(test, ['users', 'show', id, '--json'])).json()
    expect(shown).toMatchObject({
      plan: { id: 'pro', name: 'Pro', state: 'paid', source: 'operator', expiresAt: '2027-02-01T00:00:00.000Z' },
      usage: { summariesUsed: 0, summariesPerMonth: null, monthBegan: '2026-11-23T09:30:00.000Z' },
      planChanges: [
        { operator: OPERATOR, from: null, to: 'pro', until: '2027-01-01T00:00:00.000Z', reason: 'Wrote our guide' },
        { operator: OPERATOR, from: 'pro', to: 'pro', until: '2027-02-01T00:00:00.000Z', reason: 'And another one' },
      ],
    })
    now = new Date('2027-02-01T00:00:00Z')
    expect((await runOperator(test, ['users', 'show', id, '--json'])).json()).toMatchObject({
      plan: { id: 'starter', state: 'free', stored: 'pro' },
      usage: { summariesPerMonth: 3 },
    })
  })

  it('are removed by setting starter, which resets usage', async () => {
    const { client, id } = await newcomer('taken@example.com')
    await setPlan(id, 'elite', '--reason', 'Test of ours')
    expect((await client.post('/api/summaries', { content: tidePools })).statusCode).toBe(201)
    expect((await client.get('/api/stats')).json()).toMatchObject({ summariesUsed: 1 })
    expect(await user(client)).toMatchObject({ subscriptionPlan: 'elite', subscriptionExpiresAt: null })
    now = new Date(START.getTime() + 5 * DAY_MS)
    const taken = await setPlan(id, 'starter', '--reason', 'Test is over')
    expect(taken.output).toBe('The plan of taken@example.com was changed from elite to starter.\n')
    expect(await user(client)).toMatchObject({ subscriptionPlan: null, subscriptionExpiresAt: null })
    expect((await client.get('/api/stats')).json()).toMatchObject({
      summariesUsed: 0,
      resetsAt: '2026-12-25T09:30:00.000Z',
    })
    expect(await rowOf(id)).toMatchObject({ planSource: null, planStartedAt: now })
    const page = (await runOperator(test, ['users', 'show', id])).output
    expect(page).toContain('Summaries      0 of 3 this month\n')
    expect(page).toMatch(/2026-11-25 09:30 UTC {2}grace {2}elite -> starter {9}Test is over\n/)
  })

  it('don’t replace an existing subscription', async () => {
    const { id } = await newcomer('owing@example.com')
    const said = { subscriptionStatus: 'unpaid', subscriptionPrice: 900, subscriptionCurrency: 'usd' }
    const write = async (stripeSubscriptionId: string | null) =>
      test.database.db
        .update(users)
        .set({ ...said, stripeSubscriptionId, cancelAtPeriodEnd: true })
        .where(eq(users.id, id))
    await write('sub_owing')
    expect(await setPlan(id, 'pro', '--reason', 'Pays later')).toMatchObject({ exitCode: 0 })
    expect(await rowOf(id)).toMatchObject({ ...said, cancelAtPeriodEnd: true, subscriptionPlan: 'pro' })
    await write(null)
    expect(await setPlan(id, 'elite', '--reason', 'It has ended')).toMatchObject({ exitCode: 0 })
    expect(await rowOf(id)).toMatchObject({
      subscriptionStatus: null,
      cancelAtPeriodEnd: false,
      subscriptionPrice: null,
    })
  })

  it('don’t apply to paying users', async () => {
    const { id } = await newcomer('payer@example.com')
    await test.database.db
      .update(users)
      .set({
        subscriptionPlan: 'lite',
        planSource: 'stripe',
        subscriptionStatus: 'active',
        subscriptionExpiresAt: new Date(START.getTime() + DAY_MS),
      })
      .where(eq(users.id, id))
    const refused = await setPlan(id, 'elite', '--reason', 'Asked nicely')
    expect(refused).toMatchObject({ exitCode: 1, output: '' })
    expect(refused.errors).toMatch(
      /^precis: payer@example\.com pays for Lite until 2026-11-21T09:30:00\.000Z, so Stripe/,
    )
    expect(await rowOf(id)).toMatchObject({ subscriptionPlan: 'lite', planSource: 'stripe', billingVersion: 0 })
    now = new Date(START.getTime() + DAY_MS)
    expect(await setPlan(id, 'elite', '--reason', 'Has ended')).toMatchObject({ exitCode: 0, errors: '' })
  })

  it.each([
    [['nobody@example.com', 'pro', '--reason', 'x'], 1, 'No user has the email address nobody@example.com.'],
    [['11111111-1111-4111-8111-111111111111', 'pro', '--reason', 'x'], 1, 'No user has the id 1'],
    [['ada@example.com', 'gold', '--reason', 'x'], 2, 'Allowed choices are starter, lite, pro, elite'],
    [['ada@example.com', 'pro'], 2, "required option '--reason <TEXT>' not specified"],
    [['ada@example.com', 'pro', '--reason', '  '], 1, 'reason: must give a reason'],
    [['ada@example.com', 'pro', '--reason', 'x', '--until', 'soon'], 2, 'Expected a day such as 2026-12-31'],
    [['ada@example.com', 'pro', '--reason', 'x', '--until', '2026-02-30'], 2, 'Expected a day such as 2026-12-31'],
    [['ada@example.com', 'pro', '--reason', 'x', '--until', '2020-01-01'], 1, 'has passed already'],
    [['ada@example.com', 'starter', '--reason', 'x', '--until', '2030-01-01'], 1, 'Starter never expires'],
  ])('are rejected with a message: %j', async (args, exitCode, words) => {
    now = START
    const refused = await setPlan(...args)
    expect(refused).toMatchObject({ exitCode, output: '' })
    expect(refused.errors).toContain(words)
  })

  it('are applied one after the other', async () => {
    const { id } = await newcomer('turns@example.com')
    tickMs = 1
    await Promise.all(['lite', 'pro', 'elite', 'pro'].map(async (plan) => setPlan(id, plan, '--reason', 'At once')))
    const shown = (await runOperator(test, ['users', 'show', id, '--json'])).json() as {
      plan: { id: string }
      planChanges: { from: string | null; to: string | null }[]
    }
    const steps = shown.planChanges.map(({ from, to }) => [from, to])
    expect(steps.map(([from]) => from)).toEqual([null, ...steps.slice(0, -1).map(([, to]) => to)])
    expect(steps.at(-1)?.[1]).toBe(shown.plan.id)
  })
})
