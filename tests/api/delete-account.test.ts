import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rowsOf } from '../../src/server/db/rows.ts'
import {
  cancellationRequests,
  checkpoints,
  emailLinks,
  featureSuggestions,
  summaries,
  users,
} from '../../src/server/db/schema/index.ts'
import { type KeptLog, keepLog } from '../support/log.ts'
import { filePipeline, slowPipeline, standinFile } from '../support/pipelines.ts'
import { isSignedIn, startTestProduct, type TestClient, type TestProduct } from '../support/product.ts'
import { startTestStripe } from '../support/stripe.ts'
import { forSuite } from '../support/suite.ts'
import { tidePools } from '../support/texts.ts'
import { uploadFile } from '../support/uploads.ts'

const password = 'correct horse'
const remove = async (client: TestClient, currentPassword: string | undefined = password) =>
  client.post('/api/account/delete', { currentPassword })
const idOf = async (client: TestClient): Promise<string> => (await client.get('/api/auth/user')).json().id

/** Every row of every table of a schema, as text. */
async function everything(test: TestProduct, schema: 'public' | 'jobs'): Promise<string> {
  const { db } = test.database
  const tables = await rowsOf(
    db,
    sql`SELECT table_schema || '.' || quote_ident(table_name) AS name FROM information_schema.tables
        WHERE table_type = 'BASE TABLE' AND table_schema = ${schema}`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const rows = await rowsOf(db, sql.raw(`SELECT t::text AS row FROM ${String(name)} t`))
    texts.push(...rows.map(({ row }) => String(row)))
  }
  return texts.join('\n')
}

describe('account deletion', () => {
  let test: TestProduct
  let kept: KeptLog
  let ahead = 0
  const stripe = forSuite(async () => startTestStripe())
  beforeAll(async () => {
    kept = keepLog()
    test = await startTestProduct({
      pipeline: filePipeline(),
      env: stripe.env,
      log: kept.log,
      clock: { now: () => new Date(Date.now() + ahead) },
    })
  })
  afterAll(async () => test.close())
  beforeEach(() => {
    ahead = 0
    stripe.behave('well')
  })

  /** Starts a subscription; returns its id. */
  const subscribe = async (email: string): Promise<string> => {
    const { customerId, subscriptionId } = await stripe.subscribe({ email })
    await test.database.db
      .update(users)
      .set({ subscriptionPlan: 'pro', stripeCustomerId: customerId, stripeSubscriptionId: subscriptionId })
      .where(eq(users.email, email))
    return subscriptionId
  }

  it('requires the password', async () => {
    const client = await test.register()
    for (const wrong of ['something else', '']) {
      const refused = await remove(client, wrong)
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'wrong_password'])
    }
    const without = await client.post('/api/account/delete', {})
    expect([without.statusCode, without.json().code]).toEqual([403, 'wrong_password'])
    expect(await isSignedIn(client)).toBe(true)
    expect((await remove(test.visitor())).statusCode).toBe(401)
  })

  it('requires a recent sign-in without a password', async () => {
    const client = await test.register('google@example.com')
    await test.database.db.update(users).set({ password: null }).where(eq(users.email, 'google@example.com'))
    ahead = 11 * 60_000
    const refused = await client.post('/api/account/delete', {})
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'sign_in_again'])
    ahead = 0
    expect((await client.post('/api/account/delete', {})).statusCode).toBe(204)
    expect(await isSignedIn(client)).toBe(false)
  })

  it('leaves no data of the user, and all of other users', async () => {
    const email = 'leaving@example.com'
    const ada = await test.register(email)
    const second = test.visitor()
    await second.post('/api/auth/login', { email, password })
    const bob = await test.register()
    const userId = await idOf(ada)
    for (const client of [ada, bob]) await client.post('/api/summaries', { content: tidePools })
    await uploadFile(test, ada, 'leaving.pdf', standinFile('pdf', tidePools))
    const { db } = test.database
    const [summary] = await db.select().from(summaries).where(eq(summaries.userId, userId))
    const now = new Date()
    await db.insert(checkpoints).values({ summaryId: summary!.id, key: 'x', value: Buffer.of(1), createdAt: now })
    await db.insert(cancellationRequests).values({ userId, reason: 'leaving' })
    await db.insert(featureSuggestions).values({ userId, featureType: 'ui', description: 'leaving', priority: 'low' })
    await db.insert(emailLinks).values({ userId, purpose: 'change', email: 'leaving2@example.com', expiresAt: now })

    const done = await remove(ada)
    expect([done.statusCode, done.body]).toEqual([204, ''])
    expect(ada.cookies.size).toBe(0)
    expect(await isSignedIn(second)).toBe(false)
    const refused = await second.post('/api/summaries', { content: tidePools })
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'unauthorized'])
    const traces = [userId, 'leaving']
    const rows = await everything(test, 'public')
    expect([...traces, summary!.id].filter((trace) => rows.includes(trace))).toEqual([])
    // Ids of finished jobs stay for a while and reveal nothing.
    const jobs = await everything(test, 'jobs')
    expect(traces.filter((trace) => jobs.includes(trace))).toEqual([])
    expect(kept.text()).toContain(`"event":"account_deleted","userId":"${userId}"`)
    expect(kept.text()).not.toContain(email)
    expect((await bob.get('/api/summaries')).json()).toHaveLength(1)
  })

  it('invalidates earlier sessions, and allows a new account', async () => {
    const email = 'again@example.com'
    const before = await test.register(email)
    const copy = before.copy()
    const oldId = await idOf(before)
    await before.post('/api/summaries', { content: tidePools })
    expect((await remove(before)).statusCode).toBe(204)
    expect((await remove(copy)).statusCode).toBe(401)
    expect((await test.visitor().post('/api/auth/login', { email, password })).statusCode).toBe(401)
    const after = await test.register(email)
    expect((await after.get('/api/auth/user')).json()).toMatchObject({ email, summariesUsed: 0 })
    expect(await idOf(after)).not.toBe(oldId)
    expect((await after.get('/api/summaries')).json()).toEqual([])
    expect(await isSignedIn(copy)).toBe(false)
  })

  it.each(['canceled', 'unknown'])('continues when the subscription is %s', async (state) => {
    const email = `${state}@example.com`
    const client = await test.register(email)
    const subscription = await subscribe(email)
    const { subscriptions } = stripe.engine.world
    if (state === 'canceled') subscriptions[subscription]!.status = 'canceled'
    else delete subscriptions[subscription]
    expect((await remove(client)).statusCode).toBe(204)
    expect(await isSignedIn(client)).toBe(false)
  })

  it('deletes nothing if the subscription can’t be canceled, and can be retried', async () => {
    const client = await test.register('unlucky@example.com')
    const subscription = await subscribe('unlucky@example.com')
    stripe.behave('broken')
    const refused = await remove(client)
    expect([refused.statusCode, refused.json()]).toEqual([
      503,
      expect.objectContaining({
        code: 'unavailable',
        message: 'We couldn’t cancel your subscription, so nothing was deleted. Please try again in a few minutes.',
      }),
    ])
    expect(await isSignedIn(client)).toBe(true)
    stripe.behave('well')
    expect((await remove(client)).statusCode).toBe(204)
    expect(stripe.statusOf(subscription)).toBe('canceled')
  })

  it('checks the password before it calls Stripe', async () => {
    const client = await test.register('guess@example.com')
    const subscription = await subscribe('guess@example.com')
    expect((await remove(client, 'a wrong guess')).statusCode).toBe(403)
    // Jobs of other users may run meanwhile.
    expect(stripe.requests.filter((request) => request.includes(subscription))).toEqual([])
  })

  it('is aborted if the session ended, or another subscription began', async () => {
    const email = 'meanwhile@example.com'
    const client = await test.register(email)
    await subscribe(email)
    stripe.meanwhile(async () => void (await subscribe(email)))
    const changed = await remove(client)
    expect([changed.statusCode, changed.json().code]).toEqual([409, 'account_changed'])
    stripe.meanwhile(async () => void (await client.copy().post('/api/auth/logout')))
    expect((await remove(client)).statusCode).toBe(401)
    const again = test.visitor()
    expect((await again.post('/api/auth/login', { email, password })).statusCode).toBe(200)
    expect((await remove(again)).statusCode).toBe(204)
  })

  it('works when the cancellation event arrives first', async () => {
    const email = 'told@example.com'
    const client = await test.register(email)
    await subscribe(email)
    const told = test.database.db.update(users).set({ stripeSubscriptionId: null }).where(eq(users.email, email))
    stripe.meanwhile(async () => void (await told), 'after')
    expect((await remove(client)).statusCode).toBe(204)
  })

  it('happens once for concurrent requests', async () => {
    const client = await test.register()
    const answers = await Promise.all([client, client.copy(), client.copy()].map(async (each) => remove(each)))
    expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([204, 401, 401])
  })

  it('covers every table: all foreign keys to users cascade', async () => {
    const loose = await rowsOf(
      test.database.db,
      sql`SELECT c.table_name FROM information_schema.columns c
          WHERE c.table_schema = 'public' AND c.column_name = 'user_id' AND NOT EXISTS (
            SELECT 1 FROM pg_constraint k
            WHERE k.conrelid = ('public.' || quote_ident(c.table_name))::regclass
              AND k.confrelid = 'public.users'::regclass AND k.contype = 'f' AND k.confdeltype = 'c')`,
    )
    expect(loose).toEqual([])
    const other = await rowsOf(
      test.database.db,
      sql`SELECT conname FROM pg_constraint WHERE confrelid = 'public.users'::regclass AND confdeltype <> 'c'`,
    )
    expect(other).toEqual([])
  })
})

describe('account deletion during work', () => {
  it('stops a running summary, and notifies its subscribers', async () => {
    const pipeline = slowPipeline(60_000)
    const kept = keepLog()
    const test = await startTestProduct({ pipeline, log: kept.log })
    const client = await test.register()
    const second = client.copy()
    const waiting = second.post('/api/summaries', { content: tidePools })
    await expect.poll(() => pipeline.started(), { timeout: 20_000 }).toBe(1)
    expect((await remove(client)).statusCode).toBe(204)
    const answer = await waiting
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'cancelled'])
    await expect.poll(() => pipeline.aborted()).toBe(1)
    await expect.poll(() => kept.text()).toContain('summary was deleted while it was being made')
    expect(kept.text()).not.toMatch(/"level":[56]0/u)
    await test.close()
  })

  it('is rejected with a subscription but no Stripe key', async () => {
    const kept = keepLog()
    const test = await startTestProduct({ log: kept.log })
    const client = await test.register('stranded@example.com')
    await test.database.db.update(users).set({ stripeSubscriptionId: 'sub_stranded' })
    const refused = await remove(client)
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'unavailable'])
    expect(kept.text()).toContain('STRIPE_SECRET_KEY is not set')
    expect(await isSignedIn(client)).toBe(true)
    await test.close()
  })
})
