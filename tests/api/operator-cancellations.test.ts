import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '../../src/server/db/schema/index.ts'
import { runOperator } from '../support/operator.ts'
import { startTestProduct, type TestClient } from '../support/product.ts'
import { startTestStripe } from '../support/stripe.ts'
import { forSuite } from '../support/suite.ts'

const START = new Date('2026-11-20T09:30:00Z')

describe('cancellation requests', () => {
  const stripe = forSuite(async () => startTestStripe({ now: START }))
  const test = forSuite(async () => startTestProduct({ env: stripe.env, clock: stripe.clock }))
  beforeAll(async () => {
    stripe.deliverInto(test)
  })

  /** A user who pays for Pro and has requested to cancel. */
  async function leaver(email: string, reason: string): Promise<{ client: TestClient; request: string }> {
    const client = await test.register(email)
    await stripe.subscribe({ userId: (await client.get('/api/auth/user')).json().id, email })
    await expect
      .poll(async () => (await client.get('/api/auth/user')).json().subscriptionPlan, { timeout: 20_000 })
      .toBe('pro')
    const asked = await client.post('/api/subscription/cancel-request', { reason })
    expect(asked.statusCode).toBe(201)
    return { client, request: asked.json().id }
  }
  const typed = async (...args: string[]) => runOperator(test, ['cancellations', ...args])

  it('are listed, shown, and processed once', async () => {
    const { request } = await leaver('ada@example.com', 'Too \u001B[31mred\nand\u202E odd')
    const listed = await typed('list')
    expect(listed.output).toMatch(/^ID {36}WHEN {18}STATUS {3}FROM {13}PLAN {2}PAID UNTIL {12}REASON\n/)
    expect(listed.output).toContain(
      `${request}  2026-11-20 09:30 UTC  pending  ada@example.com  Pro   2026-12-20 09:30 UTC  Too [31mred and odd\n`,
    )
    expect((await typed('list', '--json')).json()).toMatchObject({ cancellations: [{ id: request }], more: false })

    const dry = await typed('process', request, '--dry-run')
    expect(dry).toMatchObject({ exitCode: 0, errors: '' })
    expect(dry.output).toMatch(/^Subscription sub_\w+ would end with its period\.$/m)
    expect(dry.output).toMatch(/^Nothing was changed\.$/m)
    stripe.behave('broken')
    const failed = await typed('process', request)
    stripe.behave('well')
    expect(failed).toMatchObject({ exitCode: 1, output: '' })
    expect(failed.errors).toMatch(/^precis: We can’t reach our payment provider .*\nStripe: /)

    const processed = await typed('process', request)
    expect(processed).toMatchObject({ exitCode: 0, errors: '' })
    expect(processed.output).toContain(' ends with its period; Pro stays until 2026-12-20 09:30 UTC.\n')
    expect(processed.output).toContain('No email was sent: SMTP_URL is not set.\n')
    const words = 'This request already had this answer. Nothing was changed, and no email was sent.\n'
    expect((await typed('process', request)).output).toContain(words)
    expect((await typed('list')).output).toBe('No requests.\n')
    expect((await typed('reject', request, '--answer', 'No')).errors).toBe(
      'precis: This request was already processed.\n',
    )
  })

  it('end unpaid subscriptions immediately, and mention a plan set by an operator', async () => {
    const { client, request } = await leaver('edsger@example.com', 'Too dear')
    const { id: userId } = (await client.get('/api/auth/user')).json()
    const ofPerson = eq(users.id, userId)
    const [row] = await test.database.db.select().from(users).where(ofPerson)
    // Earlier listings are outdated.
    const billingVersion = sql`${users.billingVersion} + 1`
    const given = { subscriptionPlan: 'lite', planSource: 'operator', subscriptionExpiresAt: null } as const
    stripe.engine.world.subscriptions[row!.stripeSubscriptionId!]!.status = 'unpaid'
    await test.database.db
      .update(users)
      .set({ ...given, billingVersion })
      .where(ofPerson)
    const words = `Subscription ${row!.stripeSubscriptionId}, which awaits payment,`
    expect((await typed('process', request, '--dry-run')).output).toContain(`${words} would be canceled immediately.\n`)
    const { output } = await typed('process', request)
    expect(output).toContain(`${words} was canceled immediately.\nLite was given by an operator and continues.`)
  })

  it('are rejected with an answer, and the subscription continues', async () => {
    const { request } = await leaver('grace@example.com', 'By mistake')
    const dry = await typed('reject', request, '--answer', 'As you asked on the phone', '--dry-run')
    expect(dry.output).toMatch(/^Status {3}pending$/m)
    const rejected = await typed('reject', request, '--answer', 'As you asked on the phone', '--json')
    expect(rejected.json()).toMatchObject({
      cancellation: { status: 'rejected', answer: 'As you asked on the phone', email: 'grace@example.com' },
      isMailed: false,
      dryRun: false,
    })
    expect((await typed('process', request)).errors).toBe('precis: This request was already rejected.\n')
    expect((await typed('list', '--status', 'all')).output.trim().split('\n')).toHaveLength(4)
    const limited = await typed('list', '--status', 'all', '--limit', '1')
    expect(limited.output).toMatch(/\n\nThere are more: raise --limit\.\n$/)
  })

  it.each([
    [['process', '11111111-1111-4111-8111-111111111111'], 1, 'There is no such request.'],
    [['process', 'first'], 1, 'id: must be the id of a request from precis cancellations list'],
    [['reject', '11111111-1111-4111-8111-111111111111', '--answer', ' '], 1, 'answer: must give the user a reason'],
    [['reject', '11111111-1111-4111-8111-111111111111'], 2, "required option '--answer <TEXT>' not specified"],
    [['list', '--status', 'new'], 2, 'Allowed choices are pending, processed, rejected, all'],
    [['list', '--limit', '0'], 2, 'Expected a whole number from 1 to 10000'],
  ])('reject unknown ids with a message: %j', async (args, exitCode, words) => {
    const refused = await typed(...args)
    expect(refused).toMatchObject({ exitCode, output: '' })
    expect(refused.errors).toContain(words)
  })
})
