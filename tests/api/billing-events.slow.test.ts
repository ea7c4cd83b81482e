import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../src/server/db/database.ts'
import { rowsOf } from '../../src/server/db/rows.ts'
import { billingEvents, users } from '../../src/server/db/schema/index.ts'
import { findUserById, insertUser } from '../../src/server/features/accounts/users-repo.ts'
import { linkCustomer } from '../../src/server/features/billing/repo.ts'
import { createStripe } from '../../src/server/features/billing/stripe.ts'
import { requestSync, sweepCustomers } from '../../src/server/features/billing/sync/jobs.ts'
import { syncCustomer } from '../../src/server/features/billing/sync/sync-customer.ts'
import { readEvent, recordEvent } from '../../src/server/features/billing/sync/webhook.ts'
import { loadCatalogue } from '../../src/server/plans/load-catalogue.ts'
import { AppError } from '../../src/shared/errors.ts'
import { expectRowAsStripeSays } from '../support/billing/paid-facts.ts'
import { syncQueue } from '../support/fake-queue.ts'
import { openTestDatabase } from '../support/product.ts'
import { startTestStripe, type TestStripe } from '../support/stripe.ts'
import { testContext } from '../support/summaries-context.ts'

const HOUR_MS = 3_600_000
const catalogue = loadCatalogue('standard')
const plans = ['lite', 'pro', 'elite'] as const

/** Actions of users and of time at Stripe; `n` selects among existing objects. */
const acts = [
  'subscribe',
  'change plan',
  'renew',
  'renewal fails',
  'card fails',
  'card pays',
  'cancel at end',
  'cancel on a day',
  'resume',
  'cancel now',
  'delete customer',
  'time passes',
] as const
type Act = (typeof acts)[number]

/** Delivery of events, and their processing. */
const fates = [
  'deliver',
  'deliver late',
  'repeat',
  'lose',
  'sync',
  'sync fails',
  'sync twice',
  'sync with changes',
  'crash',
] as const
type Fate = (typeof fates)[number]

const stepArbitrary = fc.oneof(
  fc.record({ what: fc.constantFrom(...acts), n: fc.nat(1000) }),
  fc.record({ what: fc.constantFrom(...fates), n: fc.nat(1000) }),
)
const endings = ['all is told', 'all is told at once', 'a day passes'] as const
type Ending = (typeof endings)[number]
type Step = { what: Act | Fate; n: number }
const isAct = (what: Act | Fate): what is Act => acts.some((act) => act === what)

/** Jobs as rows that belong to the transactions that send them. */
const createJobs = sql`create table story_jobs (id serial primary key, customer_id text not null)`
const jobRows = z.array(z.object({ id: z.int(), customer_id: z.string() }))

/** Point at which the process dies: around the transaction that stores an event, or during a job. */
const crashes = ['before', 'within', 'after', 'before the job is done', 'when the job is done'] as const

/** A paying user, events on their way, and the product's processing. */
class Story {
  readonly #stripe: TestStripe
  readonly #database: Database
  readonly #dashboard: ReturnType<typeof createStripe>
  readonly #deps
  /** Jobs in progress, which the process would lose. */
  readonly #taken = new Set<number>()
  /** Where the process dies next. */
  #crash: (typeof crashes)[number] | null = null
  /** Expected and actual numbers of events and jobs after each crash. */
  readonly expected: { events: number; jobs: number }[] = []
  readonly found: { events: number; jobs: number }[] = []
  readonly userId: string
  readonly #ending: Ending
  customerId = ''

  constructor(stripe: TestStripe, database: Database, userId: string, ending: Ending) {
    this.#stripe = stripe
    this.#database = database
    const options = { secretKey: stripe.env.STRIPE_SECRET_KEY!, apiUrl: stripe.env.STRIPE_API_URL! }
    this.#dashboard = createStripe(options)
    this.userId = userId
    this.#ending = ending
    this.#deps = testContext(database.db, {
      clock: stripe.clock,
      stripe: createStripe(options),
      catalogue,
      queue: syncQueue(async (customerId, tx) => {
        await tx.execute(sql`insert into story_jobs (customer_id) values (${customerId})`)
        if (this.#crash === 'within') throw new Error('The process died within the transaction.')
      }),
    })
    stripe.deliverTo(async ({ body, headers }) => {
      const secret = stripe.env.STRIPE_WEBHOOK_SECRET!
      const signed = { body: Buffer.from(body), signature: headers['stripe-signature']!, secret, now: stripe.now() }
      const event = readEvent(this.#deps.stripe, signed)
      if (this.#crash === 'before') throw new Error('The process died before the transaction.')
      await recordEvent(this.#deps, event)
      if (this.#crash === 'after') throw new Error('The process died after the transaction.')
      return 200
    })
    stripe.holdEvents(true)
  }

  get subscriptions() {
    return this.#stripe.subscriptionsOf(this.customerId)
  }

  /** Whether the customer still exists at Stripe. */
  get isThere(): boolean {
    return this.#stripe.engine.world.customers[this.customerId]?.deleted === false
  }

  async begin(plan: number): Promise<void> {
    const { customerId } = await this.#stripe.subscribe({ userId: this.userId, ...this.#terms(plan) })
    this.customerId = customerId
    await linkCustomer(this.#database.db, this.userId, { from: null, to: customerId })
    await syncCustomer(this.#deps, customerId)
  }

  /** One in four begins with a trial. */
  #terms = (n: number) => ({ plan: plans[n % 3]!, ...(n % 4 === 0 ? { trialDays: 1 + (n % 10) } : {}) })

  move = async (ms: number): Promise<void> => this.#stripe.moveTo(new Date(this.#stripe.now().getTime() + ms))

  async act(act: Act, n: number): Promise<void> {
    const { subscriptions } = this.#dashboard
    const alive = this.subscriptions.filter(({ status }) => status !== 'canceled' && status !== 'incomplete_expired')
    const one = alive[n % Math.max(1, alive.length)]
    if (act === 'time passes') return this.move((n % 200) * HOUR_MS)
    if (!this.isThere) return
    if (act === 'card fails' || act === 'card pays')
      return this.#stripe.setCard(this.customerId, act === 'card pays' ? 'pays' : 'declines')
    if (act === 'delete customer')
      return n % 4 === 0 ? void (await this.#dashboard.customers.del(this.customerId)) : undefined
    if (act === 'subscribe') {
      // The product never creates a second subscription, but someone could in the dashboard.
      if (alive.length < 2) await this.#stripe.subscribe({ customerId: this.customerId, ...this.#terms(n) })
      return
    }
    if (one === undefined) return
    const item = one.items.data[0]!
    const done: Record<
      Exclude<Act, 'time passes' | 'card fails' | 'card pays' | 'delete customer' | 'subscribe'>,
      () => Promise<unknown>
    > = {
      'change plan': async () => {
        const key = `precis_${plans[n % 3]!}_monthly`
        const [price] = (await this.#dashboard.prices.list({ lookup_keys: [key] })).data
        if (price !== undefined) await subscriptions.update(one.id, { items: [{ id: item.id, price: price.id }] })
      },
      'renewal fails': async () => {
        this.#stripe.setCard(this.customerId, 'declines')
        await this.#stripe.moveTo(new Date(item.current_period_end * 1000 + (2 + (n % 90)) * HOUR_MS))
      },
      renew: async () => this.#stripe.moveTo(new Date(item.current_period_end * 1000 + 2 * HOUR_MS)),
      'cancel at end': async () => subscriptions.update(one.id, { cancel_at_period_end: true }),
      'cancel on a day': async () =>
        subscriptions.update(one.id, {
          cancel_at: Math.floor(this.#stripe.now().getTime() / 1000) + (n % 40) * 86_400 + 60,
        }),
      resume: async () =>
        subscriptions.update(one.id, one.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' }),
      'cancel now': async () => subscriptions.cancel(one.id),
    }
    // Requests that Stripe rejects, such as resuming a subscription that isn't set to end, change nothing.
    await done[act]().catch((error: unknown) => {
      if (!String(error).startsWith('StripeInvalidRequestError')) throw error
    })
  }

  async #jobs(): Promise<z.infer<typeof jobRows>> {
    return jobRows.parse(await rowsOf(this.#database.db, sql`select id, customer_id from story_jobs order by id`))
  }

  async #request(times: number): Promise<void> {
    for (let n = 0; n < times; n += 1) await requestSync(this.#deps, this.#database.db, this.customerId)
  }

  /**
   * Runs the oldest job; failures stay queued, and so do jobs that a crash interrupts.
   * @returns whether a job was queued
   */
  async #sync(): Promise<boolean> {
    const job = (await this.#jobs()).find(({ id }) => !this.#taken.has(id))
    if (job === undefined) return false
    this.#taken.add(job.id)
    const { db } = this.#database
    try {
      if (this.#crash !== 'before the job is done') await syncCustomer(this.#deps, job.customer_id)
      if (this.#crash === null) await db.execute(sql`delete from story_jobs where id = ${job.id}`)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      await db.execute(sql`update story_jobs set id = nextval('story_jobs_id_seq') where id = ${job.id}`)
    } finally {
      this.#taken.delete(job.id)
    }
    return true
  }

  /** The process dies; rows stay. Stored events have their job, others never arrived. */
  async #die(n: number): Promise<void> {
    this.#crash = crashes[n % crashes.length]!
    const [event] = this.#stripe.held
    const before = await this.#kept()
    if (this.#crash.includes('job')) await this.#sync()
    else if (event !== undefined) await this.#stripe.send(event.id)
    const taken = this.#crash === 'after' && event !== undefined ? 1 : 0
    this.expected.push({ events: before.events + taken, jobs: before.jobs + taken })
    this.found.push(await this.#kept())
    this.#crash = null
    this.#taken.clear()
  }

  async #kept(): Promise<{ events: number; jobs: number }> {
    return { events: await this.#database.db.$count(billingEvents), jobs: (await this.#jobs()).length }
  }

  async #fate(fate: Fate, n: number): Promise<void> {
    const { held, events } = this.#stripe
    const among = (list: typeof events) => list[n % Math.max(1, list.length)]
    switch (fate) {
      case 'deliver':
      case 'deliver late': {
        const event = fate === 'deliver' ? held[0] : among(held)
        if (event !== undefined) await this.#stripe.send(event.id)
        return
      }
      case 'repeat': {
        const event = among(events)
        if (event !== undefined) await this.#stripe.send(event.id)
        return
      }
      case 'lose':
        // Only the sweep finds lost events.
        if (this.#ending === 'a day passes') this.#stripe.loseHeld()
        return
      case 'sync':
        await this.#sync()
        return
      case 'sync fails':
        this.#stripe.behave(n % 2 === 0 ? 'broken' : 'hanging up', /^GET/)
        await this.#sync()
        this.#stripe.behave('well')
        return
      case 'sync twice':
        await this.#request(1)
        await Promise.all([this.#sync(), this.#sync(), this.#sync()])
        return
      case 'sync with changes': {
        // Another event is created, delivered, read and written while the response of this one is on its way.
        await this.#request(1)
        const others = async (): Promise<void> => {
          await this.act(acts[n % acts.length]!, n)
          if (n % 2 === 0) await this.#tellAll(n)
        }
        this.#stripe.meanwhile(others, n % 3 === 0 ? 'before' : 'after')
        await this.#sync()
        return
      }
      case 'crash':
        return this.#die(n)
    }
  }

  /** Delivers all events in some order, and runs all jobs, several concurrently. */
  async #tellAll(n: number): Promise<void> {
    const ids = this.#stripe.held.map(({ id }) => id)
    const rotated = n % 2 === 0 ? ids.toReversed() : [...ids.slice(n % 5), ...ids.slice(0, n % 5)]
    for (const id of rotated) await this.#stripe.send(id)
    while ((await this.#jobs()).some(({ id }) => !this.#taken.has(id)))
      await Promise.all([this.#sync(), this.#sync(), this.#sync()])
  }

  async step({ what, n }: Step): Promise<void> {
    if (isAct(what)) await this.act(what, n)
    else await this.#fate(what, n)
  }

  /** Makes up for everything before. */
  async end(n: number): Promise<void> {
    if (this.#ending === 'all is told') return this.#tellAll(n)
    if (this.#ending === 'all is told at once') {
      // The last sync began before the last change.
      await this.#tellAll(n)
      await this.#request(1)
      this.#stripe.meanwhile(async () => {
        await this.act(acts[n % acts.length]!, n)
        await this.#tellAll(n)
      }, 'after')
      await this.#sync()
      return
    }
    // A day later without an event: the sweep has found what was lost, and no job is queued.
    this.#stripe.loseHeld()
    await this.move(25 * HOUR_MS)
    this.#stripe.loseHeld()
    await sweepCustomers(this.#deps)
    while (await this.#sync());
  }
}

describe('any sequence of events', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
    await database.db.execute(createJobs)
  })
  afterAll(async () => database.close())

  /** Each case uses a new database and Stripe account. */
  const tell = async (n: number, steps: readonly Step[], ending: Ending): Promise<void> => {
    const stripe = await startTestStripe({ now: new Date('2026-01-31T10:00:00Z') })
    await database.db.delete(users)
    const client = { email: 'story@example.com', password: 'x', firstName: 'A', lastName: 'B' }
    const user = await insertUser(database.db, client, stripe.now())
    const story = new Story(stripe, database, user!.id, ending)
    await story.begin(n)
    for (const step of steps) await story.step(step)
    await story.end(n)
    expect(story.found).toEqual(story.expected)
    const row = await findUserById(database.db, user!.id)
    expect(row?.stripeCustomerId).toBe(story.isThere ? story.customerId : null)
    if (story.isThere) expectRowAsStripeSays(row!, story.subscriptions, stripe.now())
    else expect([row?.subscriptionPlan, row?.subscriptionPrice, row?.stripeSubscriptionId]).toEqual([null, null, null])
    await stripe.stop()
  }

  it('leads to the plan that Stripe has, after delivery or a day later', async () => {
    const steps = fc.array(stepArbitrary, { maxLength: 15, size: 'max' })
    await fc.assert(fc.asyncProperty(fc.nat(1000), steps, fc.constantFrom(...endings), tell), { numRuns: 25 })
  })
})
