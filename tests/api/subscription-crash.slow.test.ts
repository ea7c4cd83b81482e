import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { openPostgres } from '../../src/server/db/open-postgres.ts'
import { type UserRow, users } from '../../src/server/db/schema/index.ts'
import { choosePlan } from '../support/payments.ts'
import { openTestDatabase, startTestProduct, type TestProduct } from '../support/product.ts'
import { startTestStripe } from '../support/stripe.ts'
import { forSuite } from '../support/suite.ts'

const DAY_MS = 24 * 3_600_000

const rowOf = async ({ database }: Pick<TestProduct, 'database'>, email: string): Promise<UserRow> =>
  (await database.db.query.users.findFirst({ where: eq(users.email, email) }))!

describe('a payment event', () => {
  const database = forSuite(async () => openTestDatabase())
  const stripe = forSuite(async () => startTestStripe({ now: new Date('2026-01-31T10:00:00Z') }))
  const start = async (): Promise<TestProduct> => {
    const env = { ...stripe.env, DATABASE_URL: database.url, SESSION_SECRET: 'shared by all processes of one place' }
    const own = await openPostgres(database.url, () => {})
    return startTestProduct({ env, clock: stripe.clock, database: own, graceMs: 0, maintenanceMs: 200 })
  }

  it('is processed by another process if the first dies, and found within a day if lost', async () => {
    const first = await start()
    stripe.deliverInto(first)
    stripe.holdEvents(true)
    const [dies, lost] = ['dies@example.com', 'lost@example.com']
    for (const email of [dies, lost]) {
      const client = await first.register(email)
      await choosePlan(client, 'pro')
      // The maintenance job syncs new customers.
      await expect.poll(async () => (await rowOf(first, email)).billingVersion, { timeout: 20_000 }).toBe(1)
      await stripe.pay(await choosePlan(client, 'pro'))
      await stripe.settled()
      if (email === lost) stripe.loseHeld()
      else {
        stripe.behave('silent', /^GET \/v1\/subscriptions/)
        for (const { id } of stripe.held) expect(await stripe.send(id)).toBe(200)
        stripe.behave('well')
      }
    }
    expect(await rowOf(first, lost)).toMatchObject({ subscriptionPlan: null })
    await first.close()

    const second = await start()
    const readAs = async (email: string, plan: string | null): Promise<void> => {
      await expect.poll(async () => (await rowOf(second, email)).subscriptionPlan, { timeout: 30_000 }).toBe(plan)
    }
    await readAs(dies, 'pro')
    expect((await rowOf(second, lost)).subscriptionPlan).toBeNull()
    await stripe.moveTo(new Date(stripe.now().getTime() + DAY_MS + 1000))
    await readAs(lost, 'pro')
    await second.close()
  })
})
